"""Read notes, rank three candidates, cite the notes: RankingEnv."""

import json
from dataclasses import dataclass
from itertools import combinations

LIMIT = 18
WEIGHTS = {"found": 0.4, "order": 0.2, "support": 0.4}


@dataclass(frozen=True)
class Target:
    ranking: list[str]
    citations: list[str]


def strings(value):
    if not isinstance(value, list):
        return []
    return [item for item in value[:50] if isinstance(item, str)]


def score(target, ranking, citations):
    """How many of the right three are there, whether they are in the right order, and what backs them."""
    found = [name for name in target.ranking if name in ranking]
    pairs = list(combinations(found, 2))
    ordered = sum(ranking.index(a) < ranking.index(b) for a, b in pairs)
    backed = set(target.citations) & set(citations)
    return {
        "found": len(found) / len(target.ranking),
        "order": ordered / 3,
        "support": len(backed) / len(target.citations),
    }


class RankingEnv:
    def setup(self, **kwargs):
        self.notes = kwargs["notes"]
        self.target = Target(**kwargs["target"])
        self.turn = 0
        self.finished = False

    def step(self, action):
        if self.finished:
            return self.reply("This task is over.")
        self.turn += 1
        if self.turn >= LIMIT:
            self.finished = True
        try:
            call = json.loads(action[:20_000])
        except (ValueError, RecursionError):
            return self.reply("That is not JSON.")
        if not isinstance(call, dict):
            return self.reply("One JSON object, please.")
        tool = call.get("tool")
        if tool == "read":
            note = call.get("note")
            return self.reply(self.notes.get(note, "No such note.") if isinstance(note, str) else "No such note.")
        if tool == "submit":
            self.finished = True
            parts = score(self.target, strings(call.get("ranking")), strings(call.get("citations")))
            reward = sum(WEIGHTS[name] * value for name, value in parts.items())
            return self.reply("Submitted.", reward, parts)
        return self.reply("The tools are read and submit.")

    def reply(self, observation, reward=0.0, parts=None):
        return {
            "observation": observation,
            "reward": reward,
            "done": self.finished,
            "reward_info_dict": {"turns": float(self.turn), **(parts or {})},
        }
