import re
from dataclasses import dataclass, field

BLOCK = re.compile(r"<answer>([^<]{0,200})</answer>", re.IGNORECASE)
VALUE = re.compile(
    r"([0-9]{1,9}|[0-9]{1,3}(?:,[0-9]{3}){1,2})? ?\*? ?(pi|sqrt(?:[0-9]{1,3}|\{[0-9]{1,3}\}|\([0-9]{1,3}\)))?"
)


def canonical(text):
    """ "9 \\pi", "9π" and "9*pi" are one value, and so are "2√3", "2\\sqrt{3}" and "2sqrt(3)"."""
    text = text.strip().lower().removesuffix("°").strip("$ ")
    for old, new in (("π", "pi"), ("√", "sqrt"), ("\\cdot", "*"), ("\u00b7", "*"), ("\\", "")):
        text = text.replace(old, new)
    found = VALUE.fullmatch(text)
    if not text or found is None:
        return None
    number = int((found.group(1) or "1").replace(",", ""))
    return number, re.sub("[{}()]", "", found.group(2) or "")


@dataclass
class Grade:
    target: tuple
    attempts: list = field(default_factory=list)

    def read(self, completion):
        for block in BLOCK.findall(completion):
            value = canonical(block)
            if value is not None:
                self.attempts.append(value)
        return self

    @property
    def score(self):
        # A model that finds its own mistake writes a second block: corrections count.
        return max((float(value == self.target) for value in self.attempts), default=0.0)


def reward_fn(completion, **kwargs):
    grade = Grade(canonical(kwargs["answer"])).read(completion)
    return grade.score, {"attempts": float(len(grade.attempts)), "topic": kwargs.get("topic", "")}
