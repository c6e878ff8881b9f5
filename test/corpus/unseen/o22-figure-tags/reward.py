import re
from dataclasses import dataclass

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
    attempts: int = 0
    value: tuple | None = None

    def read(self, completion):
        blocks = BLOCK.findall(completion)
        text = completion.lower()
        self.attempts = max(text.count("<answer>"), text.count("</answer>"))
        if self.attempts == len(blocks) == 1:
            self.value = canonical(blocks[0])
        return self

    @property
    def score(self):
        return float(self.value == self.target)


def reward_fn(completion, **kwargs):
    grade = Grade(canonical(kwargs["answer"])).read(completion)
    return grade.score, {"attempts": float(grade.attempts), "topic": kwargs.get("topic", "")}
