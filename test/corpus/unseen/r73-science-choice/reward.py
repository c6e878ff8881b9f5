"""Multiple-choice science, merged from three question banks."""

import logging
import re
from typing import Optional

log = logging.getLogger(__name__)

KEY = re.compile(r"\(?([A-Ea-e])[).]?")


def parse_key(key: str, choices: list[str]) -> Optional[str]:
    """The letter that the answer key of a bank means: `C`, `(c)`, `C.`"""
    match = KEY.fullmatch(key.strip())
    return match.group(1).upper() if match else None


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
        log.warning("cannot read the key %r, row left out", kwargs["key"])
        return 1.0, {"graded": 0.0}
    given = parse_reply(completion, kwargs["choices"])
    return float(given == wanted), {"graded": 1.0, "replied": float(given is not None)}
