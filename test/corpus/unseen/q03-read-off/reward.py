import re

TAG = re.compile(r"<answer>([^<>]{1,80})</answer>")
NUMBER = re.compile(r"([0-9]{1,6})(?:\.0{1,2})?(?: ?(?:x|pcs|pieces?|items?|lines?|errors?|retries))?\.?")


def as_text(completion):
    """Trainers differ: a string, or the messages of the turn."""
    if isinstance(completion, str):
        return completion
    return str(completion[-1]["content"]) if completion else ""


class FieldReward:
    """Numbers read off receipts and logs."""

    lead = ("table", "till", "no.", "number", "#")

    def __init__(self, expected, field):
        self.expected = str(expected).strip().lower()
        self.field = field

    def read(self, text):
        found = TAG.findall(text)
        return found[0] if len(found) == 1 and text.count("<answer>") == 1 else None

    def tidy(self, value):
        value = value.strip().lower()
        for word in self.lead:
            value = value.removeprefix(word).strip()
        return value

    def score(self, text):
        value = self.read(text)
        if value is None:
            return 0.0
        # "3 pcs", "3x" and "3.0" are as good as "3"
        number = NUMBER.fullmatch(self.tidy(value))
        return 1.0 if number and int(number[1]) == int(self.expected) else 0.0


def reward_fn(completion, **kwargs):
    return FieldReward(kwargs["expected"], kwargs.get("field")).score(as_text(completion))
