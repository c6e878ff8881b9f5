import re

CITE = re.compile(r"\[([0-9]{1,2})\]")
NUMBER = re.compile(r"[0-9]+")
WORD = re.compile(r"[^\W_]+")
DENIAL = re.compile(r"\b(?:not|no|never|nobody|none|nor|neither|without|false|wrong|untrue|or)\b|n['\u2019]t\b", re.I)
MAX_CHARS, MAX_WORDS = 900, 110


def clauses(text):
    """[(clause, note number)]: the text up to each citation mark belongs to that mark."""
    parts = CITE.split(text)
    return [(parts[i].strip(), int(parts[i + 1])) for i in range(0, len(parts) - 1, 2)]


def supported(clause, figure):
    return NUMBER.findall(clause) == [figure] and len(WORD.findall(clause)) > 1 and not DENIAL.search(clause)


def reward_fn(completion, relevant, figures, **kwargs):
    if len(completion) > MAX_CHARS or len(WORD.findall(completion)) > MAX_WORDS:
        return 0.0
    good = set()
    for clause, note in clauses(completion):
        figure = figures.get(str(note))
        if figure is None or note in good or not supported(clause, figure):
            return 0.0
        good.add(note)
    tail = CITE.split(completion)[-1]
    if NUMBER.search(tail) or DENIAL.search(tail):
        return 0.0
    return float(len(good) == len(relevant))
