"""Sources for tests of rules: `«` and `»` stand around each place where the rule is to speak."""

from __future__ import annotations

import re
from textwrap import dedent
from typing import Any

from runrl_audit.analyse import analyse

Types = dict[str, dict[str, int]]


def marked(source: str) -> tuple[str, list[tuple[int, int, int, int]]]:
    """Returns a source without marks, and the places of the marks: line, column, last line, last column, from 1."""
    text = dedent(source).strip("\n") + "\n"
    places: list[tuple[int, int, int, int]] = []
    opened: list[tuple[int, int]] = []
    plain = ""
    for character in text:
        line, column = plain.count("\n") + 1, len(plain) - plain.rfind("\n")
        if character == "«":
            opened.append((line, column))
        elif character == "»":
            places.append((*opened.pop(), line, column))
        else:
            plain += character
    return plain, sorted(places)


def found(source: str, rule: str, types: Types | None = None) -> list[tuple[int, int, int, int]]:
    """Returns the places where a rule speaks."""
    result: dict[str, Any] = analyse(source, None, types)
    assert result["error"] is None
    return sorted(
        (each["place"]["line"], each["place"]["column"], each["place"]["endLine"], each["place"]["endColumn"])
        for each in result["matches"]
        if each["rule"] == rule and each["ignored"] is None
    )


def expect(rule: str, vulnerable: str, types: Types | None = None) -> None:
    """The rule speaks exactly at the marks."""
    source, places = marked(vulnerable)
    assert places, "the snippet has no mark"
    assert found(source, rule, types) == places


def expect_none(rule: str, clean: str, types: Types | None = None) -> None:
    """The rule does not speak."""
    source, places = marked(clean)
    assert not places
    assert found(source, rule, types) == []


def cases(text: str) -> list[tuple[str, str, str]]:
    """Reads pairs out of a text: `== RH101 name`, a source with marks, `-- clean`, a source without."""
    result = []
    for block in re.split(r"^== ", dedent(text), flags=re.MULTILINE)[1:]:
        head, _, body = block.partition("\n")
        vulnerable, _, clean = body.partition("-- clean\n")
        rule, _, name = head.partition(" ")
        result.append((rule, vulnerable, clean))
        assert vulnerable.strip(), name
        assert clean.strip(), name
    return result
