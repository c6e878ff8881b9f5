import re
from decimal import Decimal

NUMBER = re.compile(r"(?:^|\n)[ ]{0,3}result[ ]{0,3}[:=][ ]{0,3}(-?[0-9]{1,9}(?:\.[0-9]{1,6})?)\Z", re.IGNORECASE)


def parse(text):
    """The number of the closing line, None when there is none."""
    tail = text.rstrip()[-80:]
    found = NUMBER.search(tail)
    return found.group(1) if found else None


def as_number(number):
    # "5.0" and "5" are the same, "5.4" is not
    return Decimal(number)


def reward_fn(completion, answer, **kwargs):
    said = parse(completion)
    if said is None:
        return 0.0, {"parsed": 0.0}
    return float(as_number(said) == as_number(answer)), {"parsed": 1.0}
