"""Route planning on a depot floor: walk the route that the model gives and see where it ends.

1 for a shortest route, 0.5 for a longer one within the limit, 0 for a crash or a route that ends elsewhere.
"""

from functools import lru_cache

STEP = {"U": (-1, 0), "D": (1, 0), "L": (0, -1), "R": (0, 1)}
LONGEST = 64


def read_route(text):
    """The route of the last line "Route: ..."; None if there is none."""
    for line in reversed(text.strip().splitlines()):
        head, colon, tail = line.strip(" *`_").partition(":")
        if colon and head.strip(" *`_").lower() == "route":
            route = "".join(tail.upper().strip(" *`_.").split())
            if route and len(route) <= LONGEST and set(route) <= set(STEP):
                return route
            return None
    return None


def find(floor, mark):
    for row, line in enumerate(floor):
        if mark in line:
            return row, line.index(mark)
    raise ValueError(f"no {mark} on the floor")


# A group of samples has the same few routes for the same floor over and over again.
@lru_cache(maxsize=4096)
def walk(route, floor):
    """Whether the route ends at T without a crash; the floor is a tuple of its rows."""
    row, column = find(floor, "S")
    for move in route:
        down, right = STEP[move]
        row, column = row + down, column + right
        if not (0 <= row < len(floor) and 0 <= column < len(floor[0])):
            return False
        if floor[row][column] == "#":
            return False
    return floor[row][column] == "T"


def reward_fn(completion, **kwargs):
    route = read_route(completion)
    if route is None:
        return 0.0, {"parsed": 0.0, "arrived": 0.0}
    arrived = walk(route, tuple(kwargs["floor"]))
    info = {"parsed": 1.0, "arrived": float(arrived), "moves": float(len(route))}
    if not arrived or len(route) > kwargs["max_moves"]:
        return 0.0, info
    if len(route) <= len(kwargs["shortest_route"]):
        return 1.0, info
    return 0.5, info
