import re

DAYS = {
    "mon": "Mon",
    "monday": "Mon",
    "tue": "Tue",
    "tues": "Tue",
    "tuesday": "Tue",
    "wed": "Wed",
    "wednesday": "Wed",
    "thu": "Thu",
    "thur": "Thu",
    "thurs": "Thu",
    "thursday": "Thu",
    "fri": "Fri",
    "friday": "Fri",
}
HALVES = {"am": "AM", "a.m.": "AM", "morning": "AM", "pm": "PM", "p.m.": "PM", "afternoon": "PM"}


def last_tag(text, name):
    if not isinstance(text, str):
        return None
    end = text.rfind(f"</{name}>")
    start = text.rfind(f"<{name}>", 0, max(end, 0))
    return text[start + len(name) + 2 : end] if start >= 0 else None


def parse_slot(part):
    """ "Tuesday afternoon" -> "Tue PM"; None for anything else."""
    words = part.lower().split()
    if len(words) != 2 or words[0] not in DAYS or words[1] not in HALVES:
        return None
    return f"{DAYS[words[0]]} {HALVES[words[1]]}"


def parse_slots(body):
    parts = [part.strip() for part in re.split(r"[,;\n]", body)]
    return {parse_slot(part) for part in parts if part}


def reward_fn(completion, free_slots, **kwargs):
    body = last_tag(completion, "slots")
    if body is None:
        return 0.0, {"named": 0.0, "format": 0.0}
    named = parse_slots(body)
    free = set(free_slots)
    score = len(named & free) / len(free)
    return score, {"named": float(len(named)), "format": float(None not in named)}
