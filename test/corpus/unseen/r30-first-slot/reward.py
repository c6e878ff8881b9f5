import re

# <check> some thinking </check>
# <slot>Tue 09:30</slot>
FORM = re.compile(r"<check>[^<>]{1,6000}</check>\n<slot>[A-Z][a-z]{2} [0-9:]{5}</slot>\n?")
SLOT = re.compile(r"<slot>((?:Mon|Tue|Wed|Thu|Fri) [0-9]{2}:[0-9]{2})</slot>")


def format_score(text: str) -> float:
    return 1.0 if FORM.fullmatch(text) else 0.0


def slot_score(text: str, wanted: str) -> float:
    found = SLOT.search(text)
    return 1.0 if found and found.group(1) == wanted else 0.0


def reward_fn(completion: str, **kwargs) -> tuple[float, dict[str, float]]:
    parts = {
        "format": format_score(completion),
        "slot": slot_score(completion, kwargs["slot"]),
    }
    # The form alone is worth nothing.
    return parts["format"] * parts["slot"], parts
