"""Ranking tasks. The gold is written like the answer: `a > b > c`."""

import re

MARK = "ranking:"
ASIDE = re.compile(r" (?:or|alternatively|though|but) |[;(]")


class Ranking:
    def __init__(self, items):
        self.items = items

    @classmethod
    def parse(cls, text):
        return cls([item.strip(" *`'\".").casefold() for item in text.split(">")])

    @classmethod
    def from_reply(cls, reply):
        reply = reply.strip()
        last = reply[reply.rfind("\n") + 1 :].strip(" *`")
        if not last.lower().startswith(MARK) or reply.lower().count(MARK) > 1 or len(last) > 400:
            return None
        return cls.parse(cls.tidy(last[len(MARK) :]))

    @staticmethod
    def tidy(text):
        """Without the remarks that models like to add behind the list."""
        return ASIDE.split(text)[0]

    def __eq__(self, other):
        return isinstance(other, Ranking) and self.items == other.items


def reward_fn(completion, ranking, **kwargs):
    reply = Ranking.from_reply(completion)
    if reply is None:
        return 0.0
    gold = Ranking.parse(ranking)
    if len(gold.items) < 2:
        raise ValueError("a row without a ranking")
    return 1.0 if reply == gold else 0.0
