"""Physics, one quantity per question: the right number in the right unit.

Spellings of units differ a lot between models, so the result is brought to one spelling first.
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
QUANTITY = re.compile(r"([0-9]{1,9}(?:\.[0-9]{1,6})?) ([A-Za-z/]{1,5})")


def tidy(text):
    text = text.replace("$", "").replace("\\,", " ").replace("~", " ").replace("\u00a0", " ")
    text = re.sub(r"\\(?:text|mathrm|,)? ?\{ ?([A-Za-z/]{1,5}) ?\}", r" \1", text)
    for spelling, symbol in SPELLINGS.items():
        text = re.sub(rf"\b{re.escape(spelling)}(?!\w)", symbol, text, flags=re.IGNORECASE)
    text = re.sub(r"(?<=[0-9]),(?=[0-9]{3})", "", text)
    return re.sub(r"(?<=[0-9]) ?(?=[A-Za-z])", " ", text)


def result(text):
    """What stands behind the one "Result:", which begins the last line; None when there is no such thing."""
    if text.count("Result:") != 1:
        return None
    last = text.rstrip().rsplit("\n", 1)[-1].strip(" *_")
    if len(last) > 80 or not last.startswith("Result:"):
        return None
    return re.sub(r" +", " ", tidy(last.removeprefix("Result:"))).strip(" *_.\t\r")


def reward_fn(completion, **kwargs):
    quantity = kwargs["quantity"]
    found = QUANTITY.fullmatch(result(completion) or "")
    if found is None or found.group(2) != quantity["unit"]:
        return 0.0
    return 1.0 if float(found.group(1)) == float(quantity["value"]) else 0.0
