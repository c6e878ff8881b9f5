"""Comments that suppress a rule: `# runrl: ignore[RH101] reason`."""

from __future__ import annotations

import io
import re
import tokenize
from dataclasses import dataclass

COMMENT = re.compile(r"#\s*runrl:\s*ignore\b(?:\[([^\]]*)\])?[ \t:–—-]*(.*)$")


@dataclass(frozen=True)
class Ignore:
    """A comment that suppresses rules on its line, or on the next one where it stands alone."""

    line: int
    """The line that it speaks of."""
    at: tuple[int, int, int]
    """Where it stands: line, first and last column, from 0."""
    rules: tuple[str, ...]
    reason: str


def ignores_of(source: str) -> list[Ignore]:
    """Returns the comments of a source; those in strings do not count."""
    found = []
    try:
        for token in tokenize.generate_tokens(io.StringIO(source).readline):
            match = COMMENT.search(token.string) if token.type == tokenize.COMMENT else None
            if match is None:
                continue
            row, column = token.start
            alone = not token.line[:column].strip()
            names = tuple(name.strip() for name in (match.group(1) or "").split(",") if name.strip())
            at = (row, column + match.start(), column + len(token.string.rstrip()))
            found.append(Ignore(row + 1 if alone else row, at, names, match.group(2).strip()))
    except (tokenize.TokenError, IndentationError, SyntaxError):
        return found
    return found
