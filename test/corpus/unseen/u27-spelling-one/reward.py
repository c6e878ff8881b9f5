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
        if not marks:
            return 0.0
        if len(marks) > 1:
            return 0.0
        return 1.0 if marks[-1] == self.corrected else 0.0


def reward_fn(completion, **row):
    return SpellingReward(row["corrected"])(completion)
