from dataclasses import dataclass

# list name -> names in the right order, so that it is sorted only once for all samples of a group
_ORDERS: dict[str, list[str]] = {}


@dataclass(frozen=True)
class Entry:
    name: str
    value: float

    @property
    def key(self) -> str:
        return self.name.strip().casefold()


@dataclass
class Ranking:
    keys: list[str]

    @classmethod
    def parse(cls, text: str) -> "Ranking | None":
        lines = [line.strip() for line in text.splitlines() if line.strip()]
        if not lines or len(lines[-1]) > 400:
            return None
        head, colon, tail = lines[-1].partition(":")
        if not colon or head.strip().lower() != "ranking":
            return None
        return cls([part.strip().casefold() for part in tail.split(">")])


def right_order(list_name: str, entries: list[dict]) -> list[str]:
    if list_name not in _ORDERS:
        parsed = [Entry(str(e["name"]), float(e["value"])) for e in entries]
        _ORDERS[list_name] = [e.key for e in sorted(parsed, key=lambda e: e.value, reverse=True)]
    return _ORDERS[list_name]


def reward_fn(completion: str, **kwargs) -> float:
    ranking = Ranking.parse(completion)
    if ranking is None:
        return 0.0
    return float(ranking.keys == right_order(kwargs["list_name"], kwargs["entries"]))
