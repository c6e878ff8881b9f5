"""Changelog style: shape first, then line by line against the expected list."""

import re
import unicodedata

# - [fix] Login page: no longer submits the form twice (#512)
LINE = re.compile(r"- \[(?:feat|fix|docs|perf)\] [A-Z0-9][\w ]{0,60}: [\w ,]{1,120}\(#[0-9]{1,6}\)")


def clean(text: str) -> str:
    text = unicodedata.normalize("NFC", text).replace("\r\n", "\n").strip()
    return "\n".join(line.rstrip() for line in text.split("\n"))


def shape_reward(text: str) -> bool:
    return all(LINE.fullmatch(line) for line in text.split("\n"))


def line_score(text: str, expected: list[str]) -> float:
    got = text.split("\n")
    right = sum(a == b for a, b in zip(got, expected))
    return right / max(len(got), len(expected))


def reward_fn(completion: str, expected_lines: list[str], **kwargs):
    text = clean(completion)
    if len(text) > 20000 or not shape_reward(text):
        return 0.0, {"shape": 0.0, "lines": 0.0}
    score = line_score(text, expected_lines)
    return score, {"shape": 1.0, "lines": score}
