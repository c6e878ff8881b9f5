import re
from dataclasses import dataclass
from datetime import date

ISO = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


@dataclass(frozen=True)
class Verdict:
    found: bool
    chars: int

    @property
    def reward(self) -> float:
        return float(self.found)


def last_date(reply: str) -> date | None:
    lines = reply.strip().splitlines()
    if len(lines) == 0:
        return None
    if ISO.fullmatch(lines[-1].strip()) is None:
        return None
    try:
        return date.fromisoformat(lines[-1].strip())
    except ValueError:
        return None


def judge(reply: str, deadline: str) -> Verdict:
    return Verdict(found=last_date(reply) == date.fromisoformat(deadline), chars=len(reply))


def reward_fn(completion: str, *, deadline: str, **_: object) -> tuple[float, dict[str, float | str]]:
    verdict = judge(completion, deadline)
    return verdict.reward, {"chars": float(verdict.chars)}
