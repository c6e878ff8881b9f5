"""Timeline cards: how well does the model's order agree with the true one?

The right sequence is paid 1. Anything else gets half of Kendall's tau (never below 0), so that a swap of two
neighbours is still better than a shuffle.
"""

import re
from itertools import combinations

MAX_CHARS = 20_000
DECORATION = " \t*_#>`-."


def order_line(text):
    """What follows the last "Order:"; None without such a line."""
    for line in reversed(text.splitlines()):
        head, colon, tail = line.partition(":")
        if colon and head.strip(DECORATION).lower() == "order":
            return tail
    return None


def read_ranking(text, letters):
    tail = order_line(text)
    if tail is None:
        return None
    ranking = []
    for token in re.split(r"[\s,;>\-]+", tail):
        letter = token.strip(DECORATION).upper()
        # small models drop a card or invent one; be lenient and score the cards that are there
        if letter in letters and letter not in ranking:
            ranking.append(letter)
    return ranking


def kendall_tau(ranking, truth):
    place = {letter: at for at, letter in enumerate(truth)}
    pairs = list(combinations(ranking, 2))
    inversions = sum(place[first] > place[second] for first, second in pairs)
    return 1.0 - 2.0 * inversions / max(1, len(pairs))


def reward_fn(completion, **kwargs):
    truth = kwargs["chronological"]
    if len(completion) > MAX_CHARS:
        return 0.0, {"tau": 0.0, "parsed": 0.0}
    ranking = read_ranking(completion, set(truth))
    if not ranking:
        return 0.0, {"tau": 0.0, "parsed": 0.0}
    tau = kendall_tau(ranking, truth)
    score = 1.0 if tau == 1.0 else 0.5 * max(0.0, tau)
    return score, {"tau": tau, "parsed": 1.0, "cards": float(len(ranking))}
