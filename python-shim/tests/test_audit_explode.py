"""Expressions that explode are told from those that do not, by running them."""

from __future__ import annotations

import re

import pytest
from runrl_audit.patterns.explode import suspect

EXPLODE = [
    (r"^(\w+\s?)+$", "match"),
    (r"^(a|a)*$", "search"),
    (r"^(a|ab|b)*$", "search"),
    (r"\\boxed\{((?:[^{}]+|\{[^{}]*\})*)\}", "search"),
    (r"^(([a-z])+.)+[A-Z]([a-z])+$", "match"),
    (r"(x+x+)+y", "findall"),
    (r"^(\s*-\s*.*\n?)+$", "match"),
    (r"^(?:(?:[^,]*,)*)*x", "sub"),
]
HARMLESS = [
    (r"<answer>(.*?)</answer>", "findall"),
    (r"^<think>.*?</think>\s*<answer>.*?</answer>$", "match"),
    (r"\\boxed\{((?:[^{}]|\{[^{}]*\})*)\}", "search"),
    (r"```(?:python)?\n(.*?)```", "search"),
    (r"####\s*(-?[\d,]+(?:\.\d+)?)", "search"),
    (r"^(?:\d{1,3}(?:,\d{3})+|\d+)$", "fullmatch"),
    (r"\b(yes|no)\b", "finditer"),
    (r"abc", "split"),
]


@pytest.mark.parametrize(("pattern", "method"), EXPLODE)
def test_what_explodes(pattern: str, method: str) -> None:
    attack = suspect(pattern, re.DOTALL if "think" in pattern else 0, method)
    assert attack is not None
    assert attack["kind"] == "exponential"
    assert attack["pumps"][0]["pump"]


@pytest.mark.parametrize(("pattern", "method"), HARMLESS)
def test_what_does_not(pattern: str, method: str) -> None:
    assert suspect(pattern, re.DOTALL, method) is None


def test_what_takes_the_third_power() -> None:
    attack = suspect(r"^\s*(.*?)\s*=\s*(.*?)\s*$", 0, "match")
    assert attack is not None
    assert attack["kind"] == "polynomial"
