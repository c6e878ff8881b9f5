"""Question answering over a small archive with JSON tool calls.

Tools (one JSON object per reply):
    {"tool": "search", "query": "..."}   titles and beginnings of the three best documents
    {"tool": "open", "title": "..."}     a whole document
    {"tool": "answer", "text": "..."}    ends the episode
"""

from __future__ import annotations

import json
import re
from typing import Any

MAX_CALLS = 15
USAGE = (
    'Reply with one JSON object: {"tool": "search", "query": "..."}, {"tool": "open", "title": "..."} '
    'or {"tool": "answer", "text": "..."}.'
)
STOP = {"the", "a", "an", "of", "in", "on", "by", "which", "what", "who", "where", "was", "is", "and", "to", "for"}


def terms(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.lower())) - STOP


def normalize(text: str) -> str:
    text = re.sub(r"[^\w\s]", " ", text.lower())
    return " ".join(word for word in text.split() if word not in ("the", "a", "an"))


class ArchiveEnv:
    def setup(self, **row: Any) -> None:
        self.documents: dict[str, str] = {document["title"]: document["text"] for document in row["documents"]}
        self.answers = [normalize(str(answer)) for answer in row["answers"]]
        self.calls = 0
        self.finished = False
        self.stats = {"searches": 0.0, "opened": 0.0, "malformed": 0.0, "correct": 0.0}

    def step(self, action: str) -> dict[str, Any]:
        if self.finished:
            return self.result("The episode is over.")
        self.calls += 1
        call = self.parse(action)
        tool = call.get("tool")
        if tool == "answer" and isinstance(call.get("text"), str):
            self.finished = True
            self.stats["correct"] = float(self.is_correct(call["text"]))
            return self.result("Thank you, your answer was handed in.", self.stats["correct"])
        if tool == "search" and isinstance(call.get("query"), str):
            self.stats["searches"] += 1
            observation = self.search(call["query"])
        elif tool == "open" and isinstance(call.get("title"), str) and call["title"] in self.documents:
            self.stats["opened"] += 1
            observation = self.documents[call["title"]]
        elif tool == "open":
            observation = "There is no document of this title."
        else:
            self.stats["malformed"] += 1
            observation = f"Not understood. {USAGE}"
        left = MAX_CALLS - self.calls
        if left <= 0:
            self.finished = True
            return self.result(observation + "\nNo calls are left.")
        return self.result(f"{observation}\n({left} calls left. {USAGE})")

    def parse(self, action: str) -> dict[str, Any]:
        start, end = action.find("{"), action.rfind("}")
        try:
            call = json.loads(action[start : end + 1])
        except (ValueError, RecursionError):
            return {}
        return call if isinstance(call, dict) else {}

    def search(self, query: str) -> str:
        wanted = terms(query)
        scored = [(len(wanted & terms(f"{title} {text}")), title) for title, text in self.documents.items()]
        best = sorted((pair for pair in scored if pair[0] > 0), key=lambda pair: (-pair[0], pair[1]))[:3]
        if not best:
            return "No results."
        return "\n".join(f"- {title}: {self.documents[title][:90]}..." for _, title in best)

    def is_correct(self, text: str) -> bool:
        given = normalize(text)
        return given != "" and given in self.answers

    def result(self, observation: str, reward: float = 0.0) -> dict[str, Any]:
        return {
            "observation": observation,
            "reward": reward,
            "done": self.finished,
            "reward_info_dict": {**self.stats, "calls": float(self.calls)},
        }
