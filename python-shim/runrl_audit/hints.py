"""What a text lacked in a call: from the comparisons that failed, texts for which they would not."""

from __future__ import annotations

from runrl_audit.invert import MARK, invert

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from runrl_audit.heard import Log

_BEFORE = {"startswith", "removeprefix"}
_BEHIND = {"endswith", "removesuffix"}
_WITHIN = {"in", "find", "rfind", "index", "rindex", "count", "split", "rsplit", "partition", "rpartition"}
_MOST = 60
_LONGEST = 200


class Hints:
    """Makes texts of what was heard.

    Args:
        secrets: Texts of the row that no hint may hold: a model does not know them.
    """

    def __init__(self, secrets: list[str]) -> None:
        self.secrets = [text.strip().lower() for text in secrets if text.strip()]
        self._templates: dict[tuple[str, int, str], list[str]] = {}

    def of(self, text: str, log: Log) -> list[str]:
        """Returns changes of a text, after a call in which its comparisons were noted."""
        found: dict[str, None] = {}
        for operation, origin, part, operand_origin, operand, result in log.entries:
            if result or origin != "completion" or operand_origin or self._is_secret(operand):
                continue
            found.update(dict.fromkeys(_changed(text, operation, part, operand)))
        for use in log.patterns:
            if use not in self._templates:
                self._templates[use] = invert(*use, limit=4)
            for template in self._templates[use]:
                if not self._is_secret(template):
                    found[template.replace(MARK, text)] = None
                    found[f"{text}\n{template.replace(MARK, 'x')}"] = None
        found.pop(text, None)
        return list(found)[:_MOST]

    def _is_secret(self, operand: str) -> bool:
        small = operand.strip().lower()
        return any(
            small == secret or (len(small) > 2 and small in secret) or secret in small for secret in self.secrets
        )


def _changed(text: str, operation: str, part: str, operand: str) -> Iterator[str]:
    if not operand or len(operand) > _LONGEST:
        return
    small, wanted = text.lower(), part.lower()
    places = {small.find(wanted), small.rfind(wanted)} - {-1} if part and len(part) < _LONGEST else set()
    for place in sorted(places):
        yield from _changed_at(text, operation, place, place + len(part), operand)
    if not places:
        yield from _changed_at(text, operation, 0, len(text), operand)


def _changed_at(text: str, operation: str, start: int, end: int, operand: str) -> Iterator[str]:
    if operation == "==":
        yield text[:start] + operand + text[end:]
    elif operation in _BEFORE:
        yield text[:start] + operand + text[start:]
    elif operation in _BEHIND:
        yield text[:end] + operand + text[end:]
    elif operation in _WITHIN:
        yield f"{text} {operand}" if text else operand
        yield text[:start] + operand + text[start:]
        yield f"{text}\n{operand}"


def secrets_of(row: dict[str, object]) -> list[str]:
    """Returns the texts in the fields of a row, but for its prompt, which the model has read."""
    found: list[str] = []

    def add(value: object) -> None:
        if isinstance(value, dict):
            for each in value.values():
                add(each)
        elif isinstance(value, list):
            for each in value:
                add(each)
        elif value is not None and not isinstance(value, bool):
            found.append(str(value))

    for name, value in row.items():
        if name not in ("prompt", "messages"):
            add(value)
    return found
