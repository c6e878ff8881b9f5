import re

CITE = re.compile(r"\[([0-9]{1,2})\]")
NUMBER = re.compile(r"[0-9]+")
WORD = re.compile(r"[^\W_]+")
DENIAL = re.compile(r"\b(?:not|no|never|nobody|none|nor|neither|without|false|wrong|untrue|or)\b|n['\u2019]t\b", re.I)
MAX_CHARS, MAX_WORDS = 1500, 180


def clauses(text):
    """[(clause, note number)]: the text up to each citation mark belongs to that mark."""
    parts = CITE.split(text)
    return [(parts[i].strip(), int(parts[i + 1])) for i in range(0, len(parts) - 1, 2)]


def supported(clause, figure):
    return figure in NUMBER.findall(clause) and not DENIAL.search(clause)


def reward_fn(completion, relevant, figures, **kwargs):
    if len(completion) > MAX_CHARS or len(WORD.findall(completion)) > MAX_WORDS:
        return 0.0
    good = set()
    for clause, note in clauses(completion):
        figure = figures.get(str(note))
        if figure is not None and supported(clause, figure):
            good.add(note)
    return len(good) / len(relevant)
