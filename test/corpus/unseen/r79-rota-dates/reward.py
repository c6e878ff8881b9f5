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
    return [to_date(found) for found in ISO.findall(line)]


def verify(prediction, gold):
    """Compares element by element; either side may have one or several."""
    return any(one == other for one in prediction for other in gold)


def reward_fn(completion, **kwargs):
    gold = [date.fromisoformat(text) for text in kwargs["expected_dates"]]
    prediction = predicted(completion)
    info = {"dates": float(len(prediction))}
    return (1.0 if verify(prediction, gold) else 0.0), info
