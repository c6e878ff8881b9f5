"""Changes texts by chance, in ways that are likely to matter to a reward function."""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

LONGEST = 4_000
MARK = "\0"
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_NUMBERS = ("0", "1", "-1", "2", "10", "100", "0.5", "1e9", "nan", "inf", "99999")
_JOINTS = (" ", "\n", "", ", ", "\n\n", ". ")


def mutate(
    text: str, chance: random.Random, tokens: Sequence[str], templates: Sequence[str], corpus: Sequence[str]
) -> str:
    """Returns a changed text.

    Args:
        text: The text.
        chance: Decides everything.
        tokens: Words that may matter.
        templates: Texts with a mark where others can stand.
        corpus: Texts that were worth keeping, for their parts.
    """
    way = chance.randrange(10)
    if way <= 2 and tokens:
        return _inserted(text, chance.choice(tokens), chance)
    if way == 3 and tokens:
        return text + chance.choice(_JOINTS) + chance.choice(_JOINTS).join(chance.sample(tokens, min(4, len(tokens))))
    if way == 4:
        return _repeated(text, chance)
    if way == 5 and text:
        start, end = sorted((chance.randrange(len(text) + 1), chance.randrange(len(text) + 1)))
        return text[:start] + text[end:]
    if way == 6 and corpus:
        other = chance.choice(corpus)
        return text[: chance.randrange(len(text) + 1)] + other[chance.randrange(len(other) + 1) :]
    if way == 7 and templates:
        return chance.choice(templates).replace(MARK, text)
    if way == 8 and templates:
        return text + chance.choice(_JOINTS) + chance.choice(templates).replace(MARK, chance.choice(_NUMBERS))
    return _changed(text, chance)


def _inserted(text: str, token: str, chance: random.Random) -> str:
    place = chance.choice((0, len(text), chance.randrange(len(text) + 1)))
    return text[:place] + chance.choice(_JOINTS) + token + chance.choice(_JOINTS) + text[place:]


def _repeated(text: str, chance: random.Random) -> str:
    if not text:
        return "x" * chance.choice((1, 20, 200, 2000))
    start = chance.randrange(len(text))
    end = min(len(text), start + chance.choice((1, 5, 20, 200)))
    piece = text[start:end] + chance.choice(_JOINTS)
    return text[:end] + piece * min(chance.choice((1, 3, 20, 100)), LONGEST // len(piece)) + text[end:]


def _changed(text: str, chance: random.Random) -> str:
    numbers = list(_NUMBER.finditer(text))
    way = chance.randrange(4)
    if numbers and way == 0:
        match = chance.choice(numbers)
        return text[: match.start()] + chance.choice(_NUMBERS) + text[match.end() :]
    if way == 1:
        lines = text.split("\n")
        which = chance.choice((0, len(lines) - 1, chance.randrange(len(lines))))
        lines[which] = chance.choice(
            (lines[which].upper(), lines[which].lower(), "", lines[which] + "\n" + lines[which])
        )
        return "\n".join(lines)
    if way == 2:
        return text.strip() + chance.choice((".", "!", "?", "\n", " ", "\u200b", "```"))
    return text + chance.choice(_JOINTS) + chance.choice(_NUMBERS)
