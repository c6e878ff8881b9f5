"""Lets the user's file search heard strings with `re`: matches are heard, too, and the patterns are noted.

Only calls from the files in the user's folder are changed; libraries get the ordinary functions. Where a string is not
heard nothing differs.
"""

from __future__ import annotations

import re
import sys

from runrl_audit.heard import Heard

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from runrl_audit.own import Own

#: Flags that `re.compile` takes: not those that it finds out by itself.
_ALLOWED = int(re.IGNORECASE | re.MULTILINE | re.DOTALL | re.VERBOSE | re.ASCII)
_FUNCTIONS = ("search", "match", "fullmatch", "findall", "finditer", "split", "sub", "subn")


def install(own: Own) -> None:
    """Replaces functions of `re`, before the user's file is imported."""

    def is_users(depth: int) -> bool:
        return own.has(sys._getframe(depth).f_code.co_filename)

    def changed(name: str) -> Callable[..., Any]:
        original = getattr(re, name)

        def function(pattern: Any, *arguments: Any, **named: Any) -> Any:
            if not is_users(2):
                return original(pattern, *arguments, **named)
            inner = pattern.inner if isinstance(pattern, HeardPattern) else pattern
            flags = pattern.inner.flags if isinstance(pattern, HeardPattern) else named.get("flags", 0)
            position = {"sub": 3, "subn": 3, "split": 2}.get(name, 1)
            if len(arguments) > position:
                flags = arguments[position]
            return _heard(name, original(inner, *arguments, **named), pattern, flags, arguments, named)

        return function

    for name in _FUNCTIONS:
        setattr(re, name, changed(name))
    compile_pattern = re.compile

    def compiled(pattern: Any, *arguments: Any, **named: Any) -> Any:
        if isinstance(pattern, HeardPattern):
            return pattern
        made = compile_pattern(pattern, *arguments, **named)
        return HeardPattern(made, pattern) if is_users(2) else made

    setattr(re, "compile", compiled)  # noqa: B010 - its type is another


class HeardPattern:
    """A compiled expression of the user's file."""

    def __init__(self, inner: re.Pattern[str], source: Any) -> None:
        self.inner = inner
        self.source = source

    def __getattr__(self, name: str) -> Any:
        found = getattr(self.inner, name)
        if name not in _FUNCTIONS:
            return found

        def method(*arguments: Any, **named: Any) -> Any:
            return _heard(name, found(*arguments, **named), self.source, self.inner.flags, arguments, named)

        return method


class HeardMatch:
    """A match in a heard string: what its groups are is heard, too."""

    def __init__(self, inner: re.Match[str], text: Heard) -> None:
        self.inner = inner
        self.text = text

    def __getattr__(self, name: str) -> Any:
        found = getattr(self.inner, name)
        if name not in ("group", "groups", "groupdict", "expand"):
            return found

        def method(*arguments: Any, **named: Any) -> Any:
            return _wrapped(found(*arguments, **named), self.text)

        return method

    def __getitem__(self, key: Any) -> Any:
        return _wrapped(self.inner[key], self.text)


def _heard(name: str, result: Any, pattern: Any, flags: Any, arguments: tuple[Any, ...], named: dict[str, Any]) -> Any:
    """Notes the use, and makes its result heard where its text was."""
    position = 1 if name in ("sub", "subn") else 0
    text = arguments[position] if len(arguments) > position else named.get("string")
    source = pattern.source if isinstance(pattern, HeardPattern) else pattern
    heard = text if isinstance(text, Heard) else source if isinstance(source, Heard) else None
    if heard is None:
        return result
    if isinstance(text, str) and isinstance(source, str):
        heard.log.note_pattern(name, text, source, int(flags) & _ALLOWED, result)
    if not isinstance(text, Heard):
        return result
    return _results(result, text) if name == "finditer" else _wrapped(result, text)


def _results(matches: Iterator[re.Match[str]], text: Heard) -> Iterator[HeardMatch]:
    for match in matches:
        yield HeardMatch(match, text)


def _wrapped(result: Any, text: Heard) -> Any:
    if isinstance(result, str):
        return text._made(result)
    if isinstance(result, re.Match):
        return HeardMatch(result, text)
    if isinstance(result, (list, tuple)):
        return type(result)(_wrapped(each, text) for each in result)
    if isinstance(result, dict):
        return {key: _wrapped(each, text) for key, each in result.items()}
    return result
