"""Reward for the castle walks: did the walk find the treasure, and did it get there without wandering about.

    score = found - CIRCLE_WEIGHT * (share of repeated n-grams), never below 0

Walks that are much longer than they need to be score nothing.
"""

import re

MOVE = re.compile(r"north|south|east|west")
SEPARATORS = re.compile(r"[\s,;>\-]+")
OPEN, CLOSE = "<walk>", "</walk>"

NGRAM = 3
CIRCLE_WEIGHT = 2.0
SLACK = 2


class Castle:
    def __init__(self, exits, start, treasure_room):
        self.exits = exits
        self.start = start
        self.goal = treasure_room

    def finds_treasure(self, moves):
        """Walls stop you, nothing else happens; the game is over at the treasure."""
        room = self.start
        for move in moves:
            room = self.exits[room].get(move, room)
            if room == self.goal:
                return True
        return False


def read_walk(text):
    """What stands in the only <walk> tag, in lower case; None if there is none, or something else stands in it."""
    if text.count(OPEN) != 1 or text.count(CLOSE) != 1:
        return None
    walk = text.partition(OPEN)[2].partition(CLOSE)[0].lower()
    if SEPARATORS.sub("", MOVE.sub("", walk)):
        return None
    return walk


def repeated_share(tokens, n=NGRAM):
    if len(tokens) < n:
        return 0.0
    grams = [tuple(tokens[i : i + n]) for i in range(len(tokens) - n + 1)]
    return 1.0 - len(set(grams)) / len(grams)


def reward_fn(completion, **kwargs):
    castle = Castle(kwargs["exits"], kwargs["start"], kwargs["treasure_room"])
    info = {"found": 0.0, "circles": 0.0, "length": 0.0}
    walk = read_walk(completion)
    if walk is None:
        return 0.0, info

    moves = MOVE.findall(walk)
    info["length"] = float(len(moves))
    info["circles"] = repeated_share(moves)
    if len(moves) > len(kwargs["shortest_walk"]) + SLACK:
        return 0.0, info

    found = castle.finds_treasure(moves)
    info["found"] = float(found)
    return max(0.0, float(found) - CIRCLE_WEIGHT * info["circles"]), info
