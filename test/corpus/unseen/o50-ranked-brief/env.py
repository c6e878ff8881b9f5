"""Read notes, rank three candidates, cite the notes: RankingEnv."""

import json
from dataclasses import dataclass

LIMIT = 18
WEIGHTS = {"ranking": 0.6, "support": 0.4}


@dataclass(frozen=True)
class Target:
    ranking: list[str]
    citations: list[str]


def strings(value):
    """A list of different strings; anything else is none."""
    if not isinstance(value, list) or len(value) > 50 or not all(isinstance(item, str) for item in value):
        return []
    return value if len(set(value)) == len(value) else []


def score(target, ranking, citations):
    """The three in their order, and then how near the citations are to the notes that give their figures."""
    if ranking != target.ranking:
        return {"ranking": 0.0, "support": 0.0}
    right = set(target.citations)
    given = set(citations)
    # A note too many costs more than it can bring: only one that is needed counts, each other takes one away.
    support = max(0, len(right & given) - len(given - right)) / len(right)
    return {"ranking": 1.0, "support": support}


class RankingEnv:
    def setup(self, **kwargs):
        self.notes = kwargs["notes"]
        self.target = Target(**kwargs["target"])
        if not self.target.ranking or not self.target.citations:
            raise ValueError("a row without a target")
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
