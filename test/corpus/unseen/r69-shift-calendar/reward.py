"""Rota questions: the dates behind `Dates:` against those of the row."""

import re
from datetime import date

ISO = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def to_date(text):
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def final_line(text):
    text = text.strip()
    return text[text.rfind("\n") + 1 :].strip(" *`\r.")


def predicted(text):
    line = final_line(text)
    if not line.lower().startswith("dates:") or text.lower().count("dates:") != 1:
        return []
    parts = [part.strip() for part in line[len("dates:") :].split(",")]
    return [to_date(part) if ISO.fullmatch(part) else None for part in parts]


def verify(prediction, gold):
    """The same dates, in any order, each once."""
    return len(gold) > 0 and len(prediction) == len(gold) and set(prediction) == set(gold)


def reward_fn(completion, **kwargs):
    gold = [date.fromisoformat(text) for text in kwargs["expected_dates"]]
    prediction = predicted(completion)
    info = {"dates": float(len(prediction))}
    return (1.0 if verify(prediction, gold) else 0.0), info
