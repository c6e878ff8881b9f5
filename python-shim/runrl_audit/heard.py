"""Strings that note what they are compared with and searched for, and that pass this on to what is made of them."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any, SupportsIndex

_LONGEST = 200
_MOST = 5_000


class Log:
    """What was heard, each thing once.

    Each entry is (operation, origin, text, origin of the operand, operand, result): origins are `completion`, the name
    of a field, or '' of an ordinary string.
    """

    def __init__(self) -> None:
        self.entries: dict[tuple[str, str, str, str, str, bool], None] = {}
        self.patterns: dict[tuple[str, int, str], None] = {}

    def note(self, operation: str, one: object, other: object, result: object) -> None:
        """Notes one operation between strings."""
        if isinstance(one, str) and isinstance(other, str) and len(self.entries) < _MOST:
            texts = str.__str__(one)[:_LONGEST], str.__str__(other)[:_LONGEST]
            self.entries[operation, origin_of(one), texts[0], origin_of(other), texts[1], bool(result)] = None

    def note_pattern(self, method: str, text: str, pattern: str, flags: int, result: object) -> None:
        """Notes a use of a regular expression; of constant ones what it takes to find texts that match."""
        self.note("re", text, pattern, result)
        if origin_of(pattern) == "" and len(self.patterns) < _MOST:
            self.patterns[str.__str__(pattern), flags, method] = None


def origin_of(text: object) -> str:
    """Returns whence a string comes: '' where it is an ordinary one."""
    return text.origin if isinstance(text, Heard) else ""


class Heard(str):
    """A string of the completion or of a field.

    It is equal to, and hashes as, the ordinary string. What is made of it by its own methods, by `+`, `%`, slices and
    loops is heard, too; what C code makes of it is not, where `heard_source` does not see to it.
    """

    __slots__ = ("log", "origin")

    log: Log
    origin: str

    def __new__(cls, text: str, origin: str, log: Log) -> Heard:
        made = str.__new__(cls, text)
        made.origin = origin
        made.log = log
        return made

    def _made(self, text: str) -> Heard:
        return Heard(text, self.origin, self.log)

    def __hash__(self) -> int:
        return str.__hash__(self)

    def __reduce_ex__(self, protocol: SupportsIndex) -> tuple[Any, ...]:
        return str, (str.__str__(self),)  # a copy, for another process or thread, is an ordinary one

    def __eq__(self, other: object) -> bool:
        result = str.__eq__(self, other)
        self.log.note("==", self, other, result is True)
        return result

    def __ne__(self, other: object) -> bool:
        result = str.__ne__(self, other)
        self.log.note("==", self, other, result is False)
        return result

    def __contains__(self, other: object) -> bool:
        result = str.__contains__(self, other)  # type: ignore[operator]
        self.log.note("in", self, other, result)
        return result

    def __getitem__(self, key: SupportsIndex | slice) -> str:
        return self._made(str.__getitem__(self, key))

    def __iter__(self) -> Iterator[str]:
        return map(self._made, str.__iter__(self))

    def __add__(self, other: str) -> str:
        return self._made(str.__add__(self, other))

    def __radd__(self, other: str) -> str:
        return self._made(str.__add__(other, self))

    def __format__(self, spec: str) -> str:
        return self._made(str.__format__(self, spec))


def _asks(name: str) -> Callable[..., Any]:
    """A method whose first argument is what is looked for: `startswith`, `find`."""
    original = getattr(str, name)
    first = 0 if name in ("find", "rfind", "count") else None

    def method(self: Heard, wanted: Any, *rest: Any) -> Any:
        try:
            result = original(self, wanted, *rest)
        except ValueError:  # of `index`
            self.log.note(name, self, wanted, False)
            raise
        found = result >= 0 if first is not None and name != "count" else result is not False and result != 0
        for one in wanted if isinstance(wanted, tuple) else (wanted,):
            self.log.note(name, self, one, found or name in ("index", "rindex"))
        return result

    return method


def _parts(name: str) -> Callable[..., Any]:
    """A method that cuts at what its first argument says: `split`, `partition`, `removeprefix`, `strip`."""
    original = getattr(str, name)

    def method(self: Heard, *arguments: Any, **named: Any) -> Any:
        result = original(self, *arguments, **named)
        wanted = next((each for each in (*arguments[:1], named.get("sep")) if isinstance(each, str)), None)
        if wanted is not None:
            self.log.note(name, self, wanted, str.__contains__(self, wanted))
        return _wrapped(self, result)

    return method


def _wrapped(heard: Heard, result: Any) -> Any:
    if isinstance(result, str):
        return heard._made(result)
    if isinstance(result, (list, tuple)):
        return type(result)(map(heard._made, result))
    return result


for _name in ("startswith", "endswith", "find", "rfind", "index", "rindex", "count"):
    setattr(Heard, _name, _asks(_name))
for _name in (
    *("split", "rsplit", "partition", "rpartition", "strip", "lstrip", "rstrip", "removeprefix", "removesuffix"),
    *("replace", "lower", "upper", "casefold", "title", "capitalize", "swapcase", "splitlines", "expandtabs"),
    *("translate", "zfill", "ljust", "rjust", "center", "__mod__", "__mul__", "format"),
):
    setattr(Heard, _name, _parts(_name))


def heard_fields(value: Any, origin: str, log: Log) -> Any:
    """Returns a value of a row whose strings are heard, under the name of the field; keys stay as they are."""
    if isinstance(value, str):
        return Heard(value, origin, log)
    if isinstance(value, list):
        return [heard_fields(each, origin, log) for each in value]
    if isinstance(value, dict):
        return {key: heard_fields(each, origin, log) for key, each in value.items()}
    return value


def texts_of(value: Any) -> Iterable[str]:
    """Yields the texts that a value of a row may be compared as."""
    if isinstance(value, list):
        for each in value:
            yield from texts_of(each)
    elif value is not None and not isinstance(value, dict):
        yield str(value)
