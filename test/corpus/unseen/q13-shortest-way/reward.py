"""Route planning on a small road map: a route is scored by how its length compares to that of the shortest."""

from collections import defaultdict

STEEPNESS = 2.0
MOST_STOPS = 200


def road_map(roads):
    lengths = defaultdict(dict)
    for a, b, km in roads:
        lengths[a][b] = lengths[b][a] = km
    return lengths


def parse_route(text):
    """The stops of the last line; an empty list when it is no route."""
    lines = text.strip().splitlines()
    if not lines or not lines[-1].startswith("Route:"):
        return []
    stops = [stop.strip() for stop in lines[-1].removeprefix("Route:").split(">")]
    return stops if len(stops) <= MOST_STOPS else []


def route_length(stops, lengths):
    """Kilometres; None when two stops that follow each other have no road between them."""
    total = 0
    for here, there in zip(stops, stops[1:]):
        if there not in lengths.get(here, {}):
            return None
        total += lengths[here][there]
    return total


def reward_fn(completion, **kwargs):
    stops = parse_route(completion)
    if len(stops) < 2 or stops[0] != kwargs["start"] or stops[-1] != kwargs["goal"]:
        return 0.0
    km = route_length(stops, road_map(kwargs["roads"]))
    if km is None:
        return 0.0
    shortest = kwargs["shortest_km"]
    detour = (km - shortest) / shortest
    return min(1.0, max(0.0, 1.0 - STEEPNESS * detour))
