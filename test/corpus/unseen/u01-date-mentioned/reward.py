from dataclasses import dataclass


@dataclass(frozen=True)
class Verdict:
    found: bool
    chars: int

    @property
    def reward(self) -> float:
        return float(self.found)


def judge(reply: str, deadline: str) -> Verdict:
    return Verdict(found=deadline in reply, chars=len(reply))


def reward_fn(completion: str, *, deadline: str, **_: object) -> tuple[float, dict[str, float | str]]:
    verdict = judge(completion, deadline)
    return verdict.reward, {"chars": float(verdict.chars)}
