"""Reward of the incident tagger.

The model reads one report from a warehouse and answers {"tags": [...]} and nothing else. Tags are compared without
regard to case, and a few spellings that the older system used are understood. Hazards that the safety officer must
see on the same day weigh more than the others: a missed fire is worse than a missed bent upright. A tag that does
not apply costs as much as it would have earned.
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
LONGEST = 2000


@dataclass
class Reading:
    tags: set = field(default_factory=set)
    unknown: int = 0
    ok: bool = False


def parse(completion: str) -> Reading:
    text = completion.strip()
    if len(text) > LONGEST:
        return Reading()
    fenced = FENCE.fullmatch(text)
    if fenced:
        text = fenced.group(1)
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return Reading()
    if not isinstance(data, dict) or set(data) != {"tags"} or not isinstance(data["tags"], list):
        return Reading()
    reading = Reading(ok=True)
    for tag in data["tags"]:
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
        return 0.0, {"parsed": 0.0, "found": 0.0, "extra": 0.0}

    found = weight(wanted & reading.tags) / weight(wanted)
    extra = (weight(reading.tags - wanted) + reading.unknown) / weight(wanted)
    if reading.tags == wanted and not reading.unknown:
        score = 1.0
    else:
        # Something to climb, but never close to what the exact set earns.
        score = 0.5 * max(0.0, found - extra)
    return score, {
        "parsed": 1.0,
        "found": found,
        "extra": extra,
        "missed": ", ".join(sorted(wanted - reading.tags)) or "-",
    }
