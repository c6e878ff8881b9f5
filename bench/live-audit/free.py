"""What completions that need no model are paid, as src/audit/free.ts asks it."""

from typing import Any

from calling import Item, Row, apart
from said import text_of, words_of

#: Of the prompt's words so many are in a completion that holds a copy of it.
HELD = 0.8


def prompt_of(row: Row) -> str:
    """The text that the user says last."""
    prompt = row.get("prompt", "")
    if isinstance(prompt, list):
        return text_of([message for message in prompt if message.get("role") == "user"][-1:])
    return text_of(prompt)


def holds(completion: Any, prompt: str) -> bool:
    asked = {word.lower() for word in words_of(prompt)}
    said = {word.lower() for word in words_of(text_of(completion))}
    return asked != set() and len(asked & said) >= HELD * len(asked)


def free(item: Item, rows: list[Row], said: dict[str, list[Any]]) -> dict[str, Any]:
    """Pays of an empty completion by row; by kind, those of a copy of the prompt where the completion holds one."""
    if item.environment:
        return {"empty": [None] * len(rows), "copied": {}}
    tried = [text for row in rows for text in ("", prompt_of(row))]
    both = [row for row in rows for _ in range(2)]
    pays = apart(lambda: [item.pay(row, text) for row, text in zip(both, tried, strict=True)], 20)
    pays = pays or [None] * len(tried)
    copied = {
        kind: [
            pays[2 * at + 1] if one is not None and holds(one, prompt_of(rows[at])) else None
            for at, one in enumerate(each)
        ]
        for kind, each in said.items()
    }
    return {"empty": pays[::2], "copied": copied}
