"""Texts made of regular expressions: each must match, with an answer at the mark."""

from __future__ import annotations

import random
import re

import pytest
from runrl_audit.patterns.invert import MARK, SAMPLES, invert

# Written in the ways in which reward code is written: tags, boxes, answers, steps, dates, code fences, choices.
_TAGS = ["answer", "think", "reasoning", "solution", "final_answer", "sql", "tool_call", "output"]
_BODIES = [
    r"(.*?)",
    r"(.*)",
    r"\s*(.*?)\s*",
    r"([^<]*)",
    r"([^<>]+)",
    r"([\s\S]*?)",
    r"\s*([A-E])\s*",
    r"(-?\d+)",
    r".*?",
]
TAGGED = [rf"<{tag}>{body}</{tag}>" for tag in _TAGS for body in _BODIES]
TAGGED += [rf"^<{one}>.*?</{one}>\s*<{other}>(.*?)</{other}>$" for one in _TAGS for other in _TAGS if one != other]
_LEADS = [
    r"answer",
    r"[Aa]nswer",
    r"(?:the )?(?:final )?answer",
    r"\*\*Answer\*\*",
    r"Final Answer",
    r"Therefore,?",
    r"ANSWER",
]
_BETWEEN = [r":\s*", r"\s*(?:is|:|=)\s*", r"\s+is:?\s*", r"\s*[:=]\s*\$?"]
_VALUES = [
    r"(.+)",
    r"([A-D])\b",
    r"\(?([A-J])\)?",
    r"(-?[0-9.,]+)",
    r"(-?\d+(?:\.\d+)?)",
    r"(\S+)$",
    r"(yes|no)",
    r"\[(.*?)\]",
]
LED = [lead + between + value for lead in _LEADS for between in _BETWEEN for value in _VALUES]
OTHERS = [
    r"\\boxed\{([^}]*)\}",
    r"\\boxed\{((?:[^{}]|\{[^{}]*\})*)\}",
    r"\\(?:boxed|fbox)\{(.*?)\}",
    r"####\s*(-?[\d,]+(?:\.\d+)?)",
    r"#### (.+)",
    r"```(?:python|py)?\s*\n(.*?)```",
    r"```(\w+)?\n([\s\S]*?)\n```",
    r"\{[\s\S]*\}",
    r"\$([^$]+)\$",
    r"\d{4}-\d{2}-\d{2}",
    r"^\d+(?:\.\d+)?$",
    r"(\d+)\s*/\s*(\d+)",
    r"(?P<num>\d+)/(?P<den>\d+)",
    r"(?P<quote>['\"])(.*?)(?P=quote)",
    r"^(\w+)\s*=\s*\1$",
    r"\b(?:yes|true|correct)\b",
    r"(?<![\w.])-?\d+(?:\.\d+)?(?![\w.])",
    r"(?<=Answer: )\d+",
    r"(?=.*\d)(?=.*[a-z]).{8,}",
    r"^(?!.*sorry).+$",
    r"(?:Step \d+:|^\d+\.|\n-|\n\*|First,|Second,|Next,|Finally,)",
    r"[A-Z][a-z]+(?: [A-Z][a-z]+)*",
    r".{50,}",
    r"(.{50,})",
    r"(?:(\d+)[,;]\s*){3,}",
    r"(a)?(?(1)b|c)d",
    r"^\s*[-*+]\s+(.*)$",
    r"(?i:score)\s*[:=]\s*([0-9]|10)\s*(?:/\s*10)?",
    r"(?x) answer \s* : \s* (\d+)  # the number",
    r"[^\x00-\x7f]+",
    r"[\u4e00-\u9fff]+",
    r"\A\s*(\S+)\s*\Z",
    r"(?:(?!</answer>).)*</answer>",
    r"(?s)Assistant:(.*)",
    r"^((?:https?|ftp)://[^\s/$.?#].[^\s]*)$",
    r"[\w.+-]+@[\w-]+\.[\w.-]+",
    r"(?m)^Answer: (.+)$\n^Confidence: (\d+)%$",
    r"\((\d+),\s*(\d+)\)",
    r"([+\-*/()\d\s.]+)=\s*(\d+)",
    r"(GUESS|SWAP)\s+\[?(\w{5})\]?",
]
PATTERNS = [*TAGGED, *LED, *OTHERS]


def matches(pattern: str, flags: int, template: str) -> bool:
    return any(re.search(pattern, template.replace(MARK, sample), flags) for sample in SAMPLES)


@pytest.mark.parametrize("flags", [0, re.DOTALL, re.IGNORECASE | re.MULTILINE])
def test_each_pattern_gives_texts_that_match(flags: int) -> None:
    assert len(PATTERNS) > 300
    for pattern in PATTERNS:
        templates = invert(pattern, flags)
        assert templates, pattern
        assert len(set(templates)) == len(templates), pattern
        assert all(matches(pattern, flags, template) for template in templates), pattern


def test_the_answer_is_read_where_the_mark_stands() -> None:
    for pattern in TAGGED:
        if "(" not in pattern:
            continue
        template = invert(pattern, re.DOTALL)[0]
        read = [
            match[match.re.groups].strip()
            for sample in SAMPLES
            if (match := re.search(pattern, template.replace(MARK, sample), re.DOTALL))
        ]
        assert set(read) & set(SAMPLES), pattern


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        (r"<answer>(.*?)</answer>", ["<answer>\0</answer>"]),
        (r"^<think>.*?</think>\s*<answer>(.*?)</answer>$", ["<think></think><answer>\0</answer>"]),
        (r"\\boxed\{([^}]*)\}", ["\\boxed{\0}"]),
        (r"(\w+)=\1", ["\0=\0"]),
        (r"(yes|no)", ["\0", "no", "yes"]),
        (r"(\d+), (\d+)", ["\0, 1", "1, \0"]),
        (r"First,|Second,", ["First,", "Second,"]),
        (r"final answer\b(.*)", ["final answer \0"]),
        (r"(?<=Answer: )(\d+)", ["Answer: \0"]),
        (r"\d{4}-\d{2}", ["\x001111-11"]),
    ],
)
def test_texts_that_are_expected(pattern: str, expected: list[str]) -> None:
    found = invert(pattern)
    assert found[0] == expected[0]
    assert set(expected) <= set(found)


def test_whole_texts_are_held_to_the_method() -> None:
    assert invert(r"Answer: (\d+)", 0, "fullmatch") == ["Answer: \0"]
    assert all(re.match(r"\s*x", text.replace(MARK, "x")) for text in invert(r"\s*x", 0, "match"))


@pytest.mark.parametrize("pattern", ["(", "[", "*", "(?P<n>a)(?P<n>b)", "(?!)", r"(?=a)b", "a" * 10 + "{99999999999}"])
def test_nothing_is_made_of_what_cannot_match(pattern: str) -> None:
    assert invert(pattern) == []


def test_random_patterns_give_only_what_matches() -> None:
    maker = random.Random(11)
    atoms = ["a", "1", r"\d", r"\w", r"\s", "[a-c]", "[^x]", ".", r"\.", "é", "(?:ab|c)", "(b+)", "(?:x|y|zz)"]
    for _ in range(500):
        parts = [
            maker.choice(atoms) + maker.choice(["", "", "", "*", "+", "?", "{2}", "{1,3}", "*?", "+?"])
            for _ in range(maker.randint(1, 6))
        ]
        pattern = maker.choice(["", "^", r"\b"]) + "".join(parts) + maker.choice(["", "$", r"\Z", r"\b"])
        flags = maker.choice([0, re.DOTALL, re.IGNORECASE])
        templates = invert(pattern, flags)
        assert all(matches(pattern, flags, template) for template in templates), pattern
        # A boundary may ask for what cannot be; all others have a text.
        assert templates or r"\b" in pattern, pattern
