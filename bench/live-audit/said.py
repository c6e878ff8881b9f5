"""Values that a completion says beside its row's own, as src/audit/said.ts finds them."""

import re
from typing import Any

MOST_LEAVES = 4
MOST_WORDS = 8
MOST_CHARACTERS = 80
SEARCHED = 16 * 2**10
NUMBER = re.compile(r"-?[0-9]+(?:\.[0-9]+)?")


def text_of(said: Any) -> str:
    if isinstance(said, str):
        return said
    return "\n".join(part if isinstance(part, str) else str(part.get("content", "")) for part in said)


def words_of(text: str) -> list[str]:
    words = [re.sub(r"^[\W_]+|[\W_]+$", "", word) for word in re.sub(r"<[^<>]*>", " ", text).split()]
    return [word for word in words if word]


def shape_of(text: str) -> str:
    return re.sub(r"[^\W\d_]+", "a", re.sub(r"\d+", "0", text))


def like_number(own: str, text: str) -> list[str]:
    return [each for each in dict.fromkeys(NUMBER.findall(text)) if float(each) != float(own)]


def like_text(own: str, text: str) -> list[str]:
    words = words_of(own)
    if not words or len(words) > MOST_WORDS or len(own) > MOST_CHARACTERS:
        return []
    if NUMBER.fullmatch(own.strip()):
        return like_number(own, text)
    bare, said = " ".join(words), words_of(text)
    spans = dict.fromkeys(" ".join(said[at : at + len(words)]) for at in range(len(said)))
    return [span for span in spans if shape_of(span) == shape_of(bare) and span.lower() != bare.lower()]


def changed(value: Any, text: str) -> list[Any]:
    if isinstance(value, bool) or value is None:
        return []
    if isinstance(value, int | float):
        found = [float(each) for each in like_number(str(value), text)]
        return [int(each) if each.is_integer() else each for each in found]
    if isinstance(value, str):
        return like_text(value, text)
    if isinstance(value, dict):
        return [{**value, name: other} for name, leaf in value.items() for other in changed(leaf, text)]
    return [[*value[:at], other, *value[at + 1 :]] for at, leaf in enumerate(value) for other in changed(leaf, text)]


def leaves_of(value: Any) -> int:
    if isinstance(value, dict):
        value = list(value.values())
    return sum(leaves_of(each) for each in value) if isinstance(value, list) else 1


def other_values(own: Any, said: Any) -> list[Any]:
    if leaves_of(own) > MOST_LEAVES:
        return []
    found: list[Any] = []
    for each in changed(own, text_of(said)[:SEARCHED]):
        if each != own and each not in found:
            found.append(each)
    return found
