import re

MARKED = re.compile(r"\[\[([^\[\]]*)\]\]")


class SpellingReward:
    """The corrected word stands in double brackets."""

    def __init__(self, corrected):
        self.corrected = corrected

    def marks(self, text):
        return [mark.strip() for mark in MARKED.findall(text)]

    def __call__(self, text):
        marks = self.marks(text)
        return 1.0 if self.corrected in marks else 0.0


def reward_fn(completion, **row):
    return SpellingReward(row["corrected"])(completion)
