"""What the user's file asks of an action: words that it looks for, keys that it looks up, patterns that read it.

Actions are made of words that nobody has, so what such a word is compared with could stand in its place.
"""

from __future__ import annotations

import itertools
import re

from runrl_audit.listening.notes import Notes
from runrl_audit.patterns.command_texts import commands_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

#: Words that nobody has, alone or as one thing with a number (`shelf 2`), and numbers where a word cannot stand.
MARK = re.compile(r"zqxvkj\w?(?:[ -]73592\d)?|73591\d")
WORDS = tuple(f"zqxvkj{letter}" for letter in "abcdefgh")
NUMBERS = tuple(f"73591{digit}" for digit in range(1, 9))
_MOST_WISHES = 400
# So many are no list of what may be done here.
_MANY = 60
_TURNED = {"==", "!=", "call"}
_WITHIN = {"<=", ">=", "<", ">", "-", "&", "^", "issubset", "issuperset", "isdisjoint"}
_WORDS = (list, tuple, set, frozenset)
_STARTS = {"startswith", "removeprefix", "partition", "split", "find", "index"}


class Asked(Notes):
    """Notes of a step only what has to do with a mark: (text of the action, what it was compared with, how)."""

    def __init__(self) -> None:
        super().__init__()
        self.wishes: dict[tuple[str, str, str], None] = {}

    def _wish(self, own: Any, wish: Any, operation: str) -> None:
        if isinstance(wish, (str, int, float)) and type(wish) is not bool and len(self.wishes) < _MOST_WISHES:
            self.wishes[str(own), str(wish), operation] = None

    def pair(self, site: int, operation: str, left: Any, right: Any, result: Any) -> None:
        """Notes a comparison of a mark."""
        for one, other, is_left in ((left, right, True), (right, left, False)):
            if isinstance(one, _WORDS):
                self._words(one, other, operation)
                continue
            if not has_mark(one) or has_mark(other):
                continue
            if operation in ("in", "not in"):
                self._member(one, other, is_left)
            elif operation in _TURNED:
                self._wish(one, other, "==")
            elif operation in _STARTS and is_left:
                for each in other if isinstance(other, tuple) else (other,):
                    self._wish(one, each, "startswith")
            elif operation == "endswith" and is_left:
                self._wish(one, other, operation)

    def _words(self, words: Any, other: Any, operation: str) -> None:
        """Notes what the words of an action are compared with: the word in its place, or the words of a set."""
        if not isinstance(other, _WORDS) or operation not in _TURNED | _WITHIN:
            return
        if isinstance(words, (list, tuple)) and isinstance(other, (list, tuple)):
            for one, wish in zip(words, other):  # noqa: B905 - the shorter may be a part of the other
                if has_mark(one) and not has_mark(wish):
                    self._wish(one, wish, "==")
        else:
            for one in filter(has_mark, words):
                self._one_of(one, [each for each in other if not has_mark(each)])

    def _member(self, one: Any, other: Any, is_left: bool) -> None:
        if not is_left:
            self._wish(one, other, "in")  # a word of the source, looked for in the action
        elif isinstance(other, str):
            # A list of words may be written as one text.
            self._one_of(one, other.replace(",", " ").split())
        else:
            self._one_of(one, other)

    def _one_of(self, one: Any, items: Any) -> None:
        if isinstance(items, (list, tuple, set, frozenset, dict, type({}.keys()), type({}.values()))):
            some: Iterable[Any] = sorted(map(str, items)) if isinstance(items, (set, frozenset)) else items
            for item in itertools.islice(some, _MANY):
                self._wish(one, item, "==")

    def lookup(self, site: int, mapping: dict[Any, Any], key: Any) -> None:
        """Notes a mark that was looked up."""
        if has_mark(key):
            self._one_of(key, mapping)

    def heard(self) -> Iterator[tuple[str, str, str]]:
        """Yields all of it, with the texts that patterns read in the place of what they do not."""
        yield from self.wishes
        for pattern, flags, method, text, end in dict.fromkeys(self.patterns):
            if end < 0 and has_mark(text):
                words = tuple(each for each in WORDS if each not in text)
                numbers = tuple(each for each in NUMBERS if each not in text)
                for made in commands_of(pattern, flags, method, words, numbers):
                    yield text, made, "re"
        for kind, text, _, is_read in self.read:
            if kind == "number" and not is_read and has_mark(text):
                yield text, NUMBERS[-1], "=="


def has_mark(value: Any) -> bool:
    """Whether a value is a text, or a number, that has to do with a mark."""
    if isinstance(value, (int, float)):
        return str(value) in NUMBERS
    return isinstance(value, str) and MARK.search(value) is not None
