"""Changelog style: shape first, then line by line against the expected list."""

import re
import unicodedata

# - [fix] Login page: no longer submits the form twice (#512)
SHAPE = re.compile(r"^(- \[(feat|fix|docs|perf)\] ([A-Z0-9]\w*\s?)(\w+\s?)*: (\w+[ ,]?)+ ?\(#\d+\)\n?)+$")


def clean(text: str) -> str:
    text = unicodedata.normalize("NFC", text).replace("\r\n", "\n").strip()
    return "\n".join(line.rstrip() for line in text.split("\n"))


def shape_reward(text: str) -> bool:
    return bool(SHAPE.match(text))


def line_score(text: str, expected: list[str]) -> float:
    got = text.split("\n")
    right = sum(a == b for a, b in zip(got, expected))
    return right / max(len(got), len(expected))


def reward_fn(completion: str, expected_lines: list[str], **kwargs):
    text = clean(completion)
    if not shape_reward(text):
        return 0.0, {"shape": 0.0, "lines": 0.0}
    score = line_score(text, expected_lines)
    return score, {"shape": 1.0, "lines": score}
