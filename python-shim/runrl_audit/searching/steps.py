"""What a text lacked in a call: texts for which a comparison, a lookup or a search would come out otherwise."""

from __future__ import annotations

import json
import re
from itertools import islice

from runrl_audit.patterns.invert import MARK, invert
from runrl_audit.searching.encodings import places
from runrl_audit.searching.swaps import MOST_LISTED, in_json, listed, member, stands, swapped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from runrl_audit.listening.notes import Notes

MEANT = {"==": True, "in": True, "<": True, "<=": True, ">": True, ">=": True, "!=": False, "not in": False}
#: What `Steps` fills in.
FILLER = re.compile(r"zq[a-z]{2}|7[3-9]\d\d")
_MOST_GROWN = 60
_NUMBER = re.compile(r"(?<![\d.])\d{1,3}(?![\d.])")
_INDEXED = re.compile(r"\d+")


class Steps:
    """Makes texts of what was noted, with fillers that stand nowhere else: so it is seen what became of each."""

    def __init__(self) -> None:
        self._filled = 0
        self._templates: dict[tuple[str, int, str], list[str]] = {}

    def number(self) -> str:
        """A number that was not used yet."""
        self._filled += 1
        return str(7300 + self._filled)

    def word(self) -> str:
        """A word that was not used yet."""
        self._filled += 1
        letters = "bcdfghjklmnpqrstvwxz"
        return "zq" + letters[self._filled // 20 % 20] + letters[self._filled % 20]

    def of(self, text: str, notes: Notes) -> Iterator[str]:
        """Yields changes of a text, after a call in which its comparisons were noted: the likeliest first."""
        yield from self._read(text, notes)
        yield from self._missing(text, notes)
        yield from self._matched(text, notes)
        for pair in notes.pairs:
            yield from self._compared(text, *pair, notes)
        yield from self._loose(text, notes)

    # -- comparisons

    def _compared(self, text: str, name: str, one: Any, other: Any, truth: bool | None, notes: Notes) -> Iterator[str]:
        if truth is not None and truth is MEANT.get(name, True):
            return
        if name in ("in", "not in") and isinstance(other, dict) and isinstance(one, str):
            fillers: tuple[Any, ...] = (int(self.number()), self.word(), {}, [])
            for filler in fillers:
                yield from in_json(text, other, {one: filler})
        if name in ("in", "not in", "issubset") or (name in ("startswith", "endswith") and isinstance(other, list)):
            yield from member(text, one, other)
            return
        yield from swapped(text, one, other)
        yield from swapped(text, other, one)
        if isinstance(one, list) and isinstance(other, list):
            signs = [sign for called, _, sign, _ in notes.pairs if called == "split" and isinstance(sign, str)]
            for sign in dict.fromkeys(signs):
                yield from listed(text, one, other, sign)
                yield from listed(text, other, one, sign)
        if isinstance(one, int) and isinstance(other, int) and name in MEANT:
            for have, want in ((one, other), (other, one)):
                for known in notes.lengths.get(have, ()):
                    yield from self._grown(text, known, want + (name in (">", "<")))
        if name in ("<", ">", "<=", ">=") and isinstance(one, (int, float)) and isinstance(other, (int, float)):
            for step in (1, -1):
                yield from swapped(text, one, other + step)
                yield from swapped(text, other, one + step)
        if isinstance(one, str) and isinstance(other, str) and name in ("startswith", "endswith", "find", "count"):
            for start, end, _ in islice(places(text, one), 2):
                yield text[:start] + other + text[start:]
                yield text[:end] + other + text[end:]

    def _grown(self, text: str, value: Any, size: int) -> Iterator[str]:
        """Makes more items of those that are there: lines, or what commas part."""
        if not 0 < size <= _MOST_GROWN:
            return
        if isinstance(value, str):
            for _, end, _ in islice(places(text, value), 2):
                if size > len(value):
                    yield text[:end] + "x" * (size - len(value)) + text[end:]
            return
        lines = text.split("\n")
        items = list(value) if isinstance(value, dict) else value
        standing = [at for at, line in enumerate(lines) if any(stands(line, item) for item in items)]
        at = standing[-1] if standing else len(lines) - 1
        for first in (1, 0, None):
            made = [self._like(lines[at], None if first is None else first + index) for index in range(size)]
            yield "\n".join([*lines[: standing[0] if standing else at], *made, *lines[at + 1 :]])
            more = [
                self._like(lines[at], None if first is None else first + index) for index in range(len(items), size)
            ]
            yield "\n".join([*lines[: at + 1], *more, *lines[at + 1 :]])
        if items:
            for _, end, encoding in islice(places(text, items[-1]), 2):
                behind = encoding(items[-1]) or ""
                fill = self.number if behind.isdigit() else self.word
                for separator in (", ", " ", ",", "\n"):
                    yield text[:end] + "".join(separator + fill() for _ in range(size - len(items))) + text[end:]

    def _like(self, line: str, index: int | None) -> str:
        """A line like that one: its fillers are others, its first number is counted on."""
        count = [0]

        def other(match: re.Match[str]) -> str:
            count[0] += 1
            if index is not None and count[0] == 1 and len(match[0]) < 4:
                return str(index)
            return self.number() if len(match[0]) >= 2 else match[0]

        return re.sub(r"zq[a-z]{2}", lambda _: self.word(), _INDEXED.sub(other, line))

    # -- lookups

    def _missing(self, text: str, notes: Notes) -> Iterator[str]:
        grouped: dict[str, tuple[dict[Any, Any], list[Any]]] = {}
        for key, mapping in notes.missing:
            keys = grouped.setdefault(repr(mapping), (mapping, []))[1]
            if key not in keys:
                keys.append(key)
        for mapping, keys in grouped.values():
            known = [str(key) for key in mapping]
            for key in keys:
                # The table is the function's, and the key is the text's; or it was read from this text and lacks it.
                for own in list(mapping)[:MOST_LISTED]:
                    yield from swapped(text, key, own)
            if mapping and not all(key.lower() in text.lower() for key in known if key):
                continue
            for chosen in [keys, *([key] for key in keys)] if len(keys) > 1 else [keys]:
                for fill in (self.number, self.word):
                    yield from self._with_keys(text, mapping, {str(key): fill() for key in chosen})

    def _with_keys(self, text: str, mapping: dict[Any, Any], added: dict[str, str]) -> Iterator[str]:
        values = {key: int(value) if value.isdigit() else value for key, value in added.items()}
        forms: tuple[dict[Any, Any], ...] = (values, {key: {} for key in values}, {key: [] for key in values})
        for each in forms:
            yield from in_json(text, mapping, each)
        if not mapping and "?" not in text and "://" in text:
            yield text + "?" + "&".join(f"{key}={value}" for key, value in added.items())
        yield text + "".join(f"&{key}={value}" for key, value in added.items())
        for sign in (": ", "=", " "):
            lines = "\n".join(f"{key}{sign}{value}" for key, value in added.items())
            yield f"{text}\n{lines}" if text else lines
        if not mapping:
            yield json.dumps(values)

    # -- texts that are read, and expressions

    def _read(self, text: str, notes: Notes) -> Iterator[str]:
        for kind, argument, form, succeeded in notes.read:
            if succeeded and not (kind == "json" and argument.strip()[:1] not in "{["):
                continue
            fillers = [self.number()]
            if kind == "json":
                fillers = ["{}", "[]", f"[{self.number()}]", f'{{"zq": {self.number()}}}', f'["{self.word()}"]']
            elif kind == "date":
                fillers = [_sample(form)] if form else ["2021-03-04", "2021-03-04T05:06:07", "05:06"]
            for start, end, _ in islice(places(text, argument), 3):
                for filler in fillers:
                    yield text[:start] + filler + text[end:]
            if argument.strip() in ("", text.strip()):
                yield from fillers

    def _matched(self, text: str, notes: Notes) -> Iterator[str]:
        # What is filled in must be matched as well: `[1-9]` takes no long number.
        lacking = list(
            dict.fromkeys((pattern, flags, method) for pattern, flags, method, _, end in notes.patterns if end < 0)
        )
        for kind in (0, 1):
            firsts = [made[min(kind, len(made) - 1)] for made in map(self._examples, lacking) if made]
            if len(firsts) > 1:
                block = "\n".join(firsts)
                yield block
                yield f"{text}\n{block}"
                yield f"{block}\n{text}"
        for use in lacking:
            for made in self._examples(use):
                yield made
                if text:
                    yield f"{text}\n{made}"
                    yield f"{made}\n{text}"
            for template in self._inverted(use)[:2]:
                if text and MARK in template:
                    yield template.replace(MARK, text)
        # Where the text that was searched is a part of the completion, the match has to stand there.
        for pattern, flags, method, searched, end in notes.patterns:
            if end >= 0 or searched.strip() in ("", text.strip()):
                continue
            for start, stop, _ in islice(places(text, searched.strip()), 1):
                for made in self._examples((pattern, flags, method)):
                    yield text[:start] + made + text[stop:]

    def _inverted(self, use: tuple[str, int, str]) -> list[str]:
        if use not in self._templates:
            self._templates[use] = invert(*use, limit=6)
        return self._templates[use]

    def _examples(self, use: tuple[str, int, str]) -> list[str]:
        """Texts that the pattern matches: with a number and with a word, or with what it takes."""
        pattern, flags, method = use
        applied = getattr(re.compile(pattern, flags), method)
        made: list[str] = []
        for template in self._inverted(use)[:4]:
            for fillers in ((self.number(), "7", "1"), (self.word(), "A", "x")):
                texts = (template.replace(MARK, filler) for filler in fillers)
                text = next((each for each in texts if applied(each)), None)
                if text is not None and text not in made:
                    made.append(text)
        return made

    # -- what helps where nothing else does

    def _loose(self, text: str, notes: Notes) -> Iterator[str]:
        empty = [
            other if one == "" else one
            for name, one, other, truth in notes.pairs
            if truth is not MEANT.get(name, True) and isinstance(one, str) and isinstance(other, str)
            if "" in (one, other)
        ]
        ends = {end + max(0, text.find(searched)) for *_, searched, end in notes.patterns if end > 0}
        for wanted in list(dict.fromkeys(empty))[:4]:
            for end in [*sorted(ends), len(text)]:
                yield text[:end] + wanted + text[end:]
        if "://" in text and "?" not in text:
            yield f"{text.rstrip()}?{self.word()}={self.word()}"
        for match in list(_NUMBER.finditer(text))[:4]:
            said = int(match[0])
            for other in (said + 1, 10, 100, said * 2, said - 1):
                yield text[: match.start()] + str(other) + text[match.end() :]
        lines = text.split("\n")
        for at in dict.fromkeys((len(lines) - 1, 0)):
            if lines[at].strip():
                numbers = _INDEXED.findall(lines[at])
                index = int(numbers[0]) + 1 if numbers and len(numbers[0]) < 4 else None
                yield "\n".join([*lines[: at + 1], self._like(lines[at], index), *lines[at + 1 :]])


def _sample(form: str) -> str:
    from datetime import datetime

    try:
        return datetime(2021, 3, 4, 5, 6, 7).strftime(form)
    except ValueError:
        return "2021-03-04"
