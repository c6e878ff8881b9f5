"""Reward of the incident tagger.

The model reads one report from a warehouse and answers {"tags": [...]}. Tags are compared without regard to case,
and a few spellings that the older system used are understood. Hazards that the safety officer must see on the same
day weigh more than the others: a missed fire is worse than a missed bent upright.
"""

import json
import re
from dataclasses import dataclass, field

URGENT = {"fire": 2.0, "chemical": 2.0, "electrical": 1.5, "fall": 1.5}
KNOWN = {
    "forklift",
    "fall",
    "chemical",
    "fire",
    "electrical",
    "lifting",
    "ppe",
    "racking",
    "vehicle",
    "security",
}
OLD_NAMES = {
    "fork-lift": "forklift",
    "slip": "fall",
    "trip": "fall",
    "manual-handling": "lifting",
    "manual handling": "lifting",
    "protective-equipment": "ppe",
    "rack": "racking",
    "theft": "security",
}
FENCE = re.compile(r"```(?:json)?(.*?)```", re.DOTALL)


@dataclass
class Reading:
    tags: set = field(default_factory=set)
    unknown: int = 0
    ok: bool = False


def parse(completion: str) -> Reading:
    text = completion.strip()
    fenced = FENCE.search(text)
    if fenced:
        text = fenced.group(1)
    start, end = text.find("{"), text.rfind("}")
    if start < 0 or end < start:
        return Reading()
    try:
        data = json.loads(text[start : end + 1])
    except (ValueError, RecursionError):
        return Reading()
    tags = data.get("tags") if isinstance(data, dict) else None
    if not isinstance(tags, list):
        return Reading()
    reading = Reading(ok=True)
    for tag in tags:
        if not isinstance(tag, str):
            reading.unknown += 1
            continue
        name = tag.strip().lower()
        name = OLD_NAMES.get(name, name)
        if name in KNOWN:
            reading.tags.add(name)
        else:
            reading.unknown += 1
    return reading


def weight(tags) -> float:
    return sum(URGENT.get(tag, 1.0) for tag in tags)


def reward_fn(completion: str, **kwargs):
    wanted = set(kwargs["tags"])
    reading = parse(completion)
    if not reading.ok:
        return 0.0, {"parsed": 0.0, "found": 0.0, "precision": 0.0}

    hits = wanted & reading.tags
    found = weight(hits) / weight(wanted)
    precision = len(hits) / len(reading.tags) if reading.tags else 0.0
    score = found
    if reading.unknown:
        score = max(0.0, score - 0.1 * reading.unknown)
    return score, {
        "parsed": 1.0,
        "found": found,
        "precision": precision,
        "missed": ", ".join(sorted(wanted - reading.tags)) or "-",
    }
