"""Physics, one quantity per question: the right number in the right unit.

Spellings of units differ a lot between models, so the text is brought to one spelling first.
"""

import re

SPELLINGS = {
    "newtons": "N",
    "newton": "N",
    "joules": "J",
    "joule": "J",
    "volts": "V",
    "volt": "V",
    "watts": "W",
    "watt": "W",
    "pascals": "Pa",
    "pascal": "Pa",
    "metres per second": "m/s",
    "meters per second": "m/s",
    "m s^-1": "m/s",
    "m·s⁻¹": "m/s",
}


def tidy(text):
    text = text.replace("$", "").replace("\\,", " ").replace("~", " ").replace("\u00a0", " ")
    text = re.sub(r"\\(?:text|mathrm|,)? ?\{ ?([A-Za-z/]{1,5}) ?\}", r" \1", text)
    for spelling, symbol in SPELLINGS.items():
        text = re.sub(rf"\b{re.escape(spelling)}(?!\w)", symbol, text, flags=re.IGNORECASE)
    text = re.sub(r"(?<=[0-9]),(?=[0-9]{3})", "", text)
    return re.sub(r"(?<=[0-9]) ?(?=[A-Za-z])", " ", text)


def states(text, value, unit):
    """The quantity as a whole: 5 N is not in 15 N, and not in 5 Nm."""
    return re.search(rf"(?<![0-9.]){re.escape(value)} {re.escape(unit)}(?![A-Za-z/^])", tidy(text)) is not None


def reward_fn(completion, **kwargs):
    quantity = kwargs["quantity"]
    return 1.0 if states(completion, quantity["value"], quantity["unit"]) else 0.0
