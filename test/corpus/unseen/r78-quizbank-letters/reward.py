"""Multiple-choice science, merged from three question banks."""

import re
from typing import Optional

LETTERS = "ABCDE"
KEY = re.compile(r"\(?([A-Ea-e])[).]?")


def parse_key(key: str, choices: list[str]) -> Optional[str]:
    """The letter that the answer key of a bank means: `C`, `(c)`, `C.`, the number of the choice from 1 on, its text."""
    key = key.strip()
    if match := KEY.fullmatch(key):
        return match.group(1).upper()
    if key in ("1", "2", "3", "4", "5"):
        return LETTERS[int(key) - 1]
    same = [letter for letter, choice in zip(LETTERS, choices) if choice.casefold() == key.casefold()]
    return same[0] if len(same) == 1 else None


def parse_reply(text: str, choices: list[str]) -> Optional[str]:
    """The letter that the last line means."""
    text = text.strip()
    line = text[text.rfind("\n") + 1 :].strip(" *`\r")
    head, mark, choice = line.partition(":")
    if head.strip(" *").lower() != "answer" or not mark or text.lower().count("answer:") > 1:
        return None
    return parse_key(choice.strip(" *`"), choices)


def reward_fn(completion: str, **kwargs) -> tuple[float, dict]:
    wanted = parse_key(kwargs["key"], kwargs["choices"])
    if wanted is None:
        raise ValueError(f"cannot read the key {kwargs['key']!r}")
    given = parse_reply(completion, kwargs["choices"])
    return float(given == wanted), {"replied": float(given is not None)}
