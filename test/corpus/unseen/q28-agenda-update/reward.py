"""Whether an updated agenda is the wanted one."""

import re

OPEN, CLOSE = "<agenda>", "</agenda>"
MAX_CHARS = 4000
PART = 0.3
ENTRY = re.compile(r"(\d\d:\d\d) ?[-\u2013] ?(\d\d:\d\d) ?\| ?([^|]+)\|([^|]+)")


def between(text):
    """The text of the only pair of tags, or ""."""
    if not isinstance(text, str) or text.count(OPEN) != 1 or text.count(CLOSE) != 1:
        return ""
    inside = text[text.index(OPEN) + len(OPEN) :]
    return inside[: inside.index(CLOSE)].strip() if CLOSE in inside else ""


def entries(text):
    """The lines as tuples, in their order; None if one of them is not an entry."""
    found = []
    for line in text.splitlines():
        if not line.strip():
            continue
        match = ENTRY.fullmatch(line.strip())
        if match is None:
            return None
        found.append(tuple(part.strip().lower() for part in match.groups()))
    return found


def reward_fn(completion, **kwargs):
    answer = between(completion)
    got = entries(answer) if 0 < len(answer) <= MAX_CHARS else None
    if not got:
        return 0.0, {"changed": 0.0}
    before, wanted = set(entries(kwargs["agenda"])), entries(kwargs["updated"])
    if got == wanted:
        return 1.0, {"changed": 1.0}
    # Part of the changes, and nothing else touched: old entries may only be kept or go where they should go.
    fresh = set(wanted) - before
    gone = before - set(wanted)
    allowed = set(wanted) | before
    if len(got) != len(set(got)) or not set(got) <= allowed or not (set(wanted) & before) <= set(got):
        return 0.0, {"changed": 0.0}
    done = len(fresh & set(got)) + len(gone - set(got))
    share = done / (len(fresh) + len(gone))
    # Only leaving entries out is no change made.
    reward = PART * share if fresh & set(got) else 0.0
    return reward, {"changed": share}
