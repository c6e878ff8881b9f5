"""Texts that are composed of what is known, none of it private: words, templates, and texts that led on before."""

from __future__ import annotations

import itertools

from runrl_audit.patterns.invert import MARK

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Any

_NUMBERS = ("1", "2", "0", "10", "100", "-1", "0.5", "1e9", "nan")
_TIMES = (2, 5, 20, 100)
_GLUES = ("\n", " ", "")
#: A text is put together with so many of those before it.
_MOST_OTHERS = 24


def composed(text: str, tokens: Sequence[str], templates: Sequence[str], others: Sequence[str]) -> Iterator[str]:
    """Yields changes of a text, of each kind one by turns.

    Args:
        text: The text.
        tokens: Words that may matter.
        templates: Texts with a mark where others can stand.
        others: Texts that led on, the latest last.
    """
    lines = text.split("\n")
    latest = others[: -_MOST_OTHERS - 1 : -1]
    behind = (text + glue + token for glue in _GLUES for token in tokens)
    before = (token + glue + text for glue in _GLUES for token in tokens)
    amid = ("\n".join([*lines[:at], token, *lines[at:]]) for at in range(1, len(lines)) for token in tokens)
    within = (template.replace(MARK, text) for template in templates)
    beside = (f"{text}\n{template.replace(MARK, number)}" for number in _NUMBERS for template in templates)
    repeated = (glue.join([text] * times) for times in _TIMES for glue in _GLUES)
    last = ("\n".join([*lines, *[lines[-1]] * times]) for times in _TIMES)
    crossed = (glue.join(pair) for other in latest for glue in _GLUES[:2] for pair in ((text, other), (other, text)))
    dropped = ("\n".join([*lines[:at], *lines[at + 1 :]]) for at in range(len(lines)))
    written = (each for each in (text.upper(), text.lower(), text.strip() + ".", text[: len(text) // 2]))
    return by_turns([behind, within, repeated, crossed, before, amid, beside, last, dropped, written])


def by_turns(lists: Iterable[Iterator[str]]) -> Iterator[str]:
    """Yields one of each by turns."""
    for turn in itertools.zip_longest(*lists):
        yield from (each for each in turn if each is not None)


def secrets_of(row: dict[str, Any]) -> Iterator[str]:
    """Yields the texts in the fields of a row, but for its prompt, which the model has read."""
    waiting = [value for name, value in row.items() if name not in ("prompt", "messages")]
    for value in waiting:
        if isinstance(value, (dict, list)):
            waiting.extend(value.values() if isinstance(value, dict) else value)
        elif value is not None and not isinstance(value, bool):
            yield str(value)
