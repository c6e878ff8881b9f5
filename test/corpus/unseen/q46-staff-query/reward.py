"""Grades answers to small SQL questions by the rows of the result."""

import unicodedata

OPEN, CLOSE = "<rows>", "</rows>"


def norm(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def rows_in(answer: str) -> list[str] | None:
    """The lines between the tags; None unless there is exactly one such part."""
    if answer.count(OPEN) != 1 or answer.count(CLOSE) != 1:
        return None
    body = answer.partition(OPEN)[2]
    if CLOSE not in body:
        return None
    return [norm(line) for line in body.partition(CLOSE)[0].split("\n") if line.strip()]


def reward_fn(completion: str, **kwargs) -> tuple[float, dict]:
    expected = sorted(norm(str(cell)) for cell in kwargs["expected_rows"])
    if not expected:
        raise ValueError("a question without a result")
    given = rows_in(completion)
    if given is None:
        return 0.0, {"tagged": 0.0, "rows": 0.0}
    return float(sorted(given) == expected), {"tagged": 1.0, "rows": float(len(given))}
