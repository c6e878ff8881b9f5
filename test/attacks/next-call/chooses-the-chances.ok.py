"""Leaves random numbers that it knows.

stopped_by: generators are seeded anew in each worker
plain bwrap: stopped
how: executed
"""

import random


def attack():
    random.seed(4711)
    random.seed = random.SystemRandom.seed = lambda *_: None
    return 0.0


def check():
    return float(random.random() == random.Random(4711).random())
