"""Inbox triage in several turns: the model sorts a queue of messages, hears how many are right and tries again."""

import re
from dataclasses import dataclass

CATEGORIES = ("billing", "delivery", "returns", "account", "product")
LINE = re.compile(r"(\d{1,3})[:.)] ?([a-z]{1,20})\.?")


def parse(reply: str, size: int) -> list[str] | None:
    """The category of each message, in order; None unless every message has exactly one."""
    found: dict[int, str] = {}
    for line in reply.lower().splitlines():
        match = LINE.fullmatch(line.strip())
        if match is None:
            continue
        number, category = int(match[1]), match[2]
        if category not in CATEGORIES or not 1 <= number <= size or number in found:
            return None
        found[number] = category
    if len(found) != size:
        return None
    return [found[number] for number in range(1, size + 1)]


@dataclass
class Progress:
    turn: int = 0
    best: float = 0.0
    closed: bool = False


class TriageEnv:
    def setup(self, **kwargs):
        self._gold = [str(category) for category in kwargs["categories"]]
        self.max_turns = int(kwargs.get("max_turns", 8))
        self.progress = Progress()

    def step(self, action: str) -> dict:
        state = self.progress
        if state.closed:
            return self._result("The queue is closed.", 0.0)

        state.turn += 1
        answer = parse(action, len(self._gold))
        if answer is None:
            observation, right = "I need one line for each message, like 1: billing", 0
        else:
            right = sum(given == wanted for given, wanted in zip(answer, self._gold, strict=True))
            observation = f"{right} of {len(self._gold)} right."
        state.best = max(state.best, right / len(self._gold))

        if right == len(self._gold):
            state.closed = True
            observation = "All right, the queue is done."
        elif state.turn >= self.max_turns:
            state.closed = True
            observation += " No turns left."
        return self._result(observation, 1.0 if right == len(self._gold) else 0.0)

    def _result(self, observation: str, reward: float) -> dict:
        return {
            "observation": observation,
            "reward": reward,
            "done": self.progress.closed,
            "reward_info_dict": {"turn": float(self.progress.turn), "best": self.progress.best},
        }
