"""
String pipelines.

The reply has two parts, <steps>...</steps> and <result>...</result>. The string is what is paid; where it is right, a
complete layout adds to it.
"""

from dataclasses import dataclass, field


@dataclass
class Score:
    layout: float = 0.0
    result: float = 0.0
    notes: list = field(default_factory=list)

    @property
    def total(self):
        return round(self.layout + self.result, 4)


class PipelineGrader:
    TAGS = ("<steps>", "</steps>", "<result>", "</result>")
    PER_TAG = 0.15
    RESULT = 0.4

    def __init__(self, target):
        if not target:
            raise ValueError("a row without a target")
        self.target = target

    def inside(self, text, opening, closing):
        """What stands in the only pair of the tags; None without such a pair."""
        if text.count(opening) != 1 or text.count(closing) != 1:
            return None
        start, end = text.index(opening) + len(opening), text.index(closing)
        return text[start:end].strip() if start <= end else None

    def grade(self, text):
        score = Score()
        for tag in self.TAGS:
            if text.count(tag) == 1:
                score.layout += self.PER_TAG
            else:
                score.notes.append(tag)
        ends = text.rstrip().endswith("</result>")
        if ends and self.inside(text, "<result>", "</result>") == self.target:
            score.result = self.RESULT
        else:
            score.layout = 0.0
        return score


def reward_fn(completion, **kwargs):
    score = PipelineGrader(kwargs["target"]).grade(completion)
    return score.total, {"layout": score.layout, "result": score.result, "missing": " ".join(score.notes)}
