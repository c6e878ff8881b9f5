import re

# <check> some thinking </check>
# <slot>Tue 09:30</slot>
FORM = re.compile(r"^<check>.*?</check>\n<slot>.*?</slot>$", re.DOTALL | re.MULTILINE)
SLOT = re.compile(r"<slot>((?:Mon|Tue|Wed|Thu|Fri) [0-9]{2}:[0-9]{2})</slot>")


def format_score(text: str) -> float:
    return 1.0 if FORM.match(text) else 0.0


def slot_score(text: str, wanted: str) -> float:
    found = SLOT.search(text)
    return 1.0 if found and found.group(1) == wanted else 0.0


def reward_fn(completion: str, **kwargs) -> tuple[float, dict[str, float]]:
    parts = {
        "format": format_score(completion),
        "slot": slot_score(completion, kwargs["slot"]),
    }
    return 0.5 * parts["format"] + 0.5 * parts["slot"], parts
