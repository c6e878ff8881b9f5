import json

# Calls are short; whatever is longer than this is rambling.
MAX_COMPLETION = 1200


def strip_fence(text):
    text = text.strip()
    if text.startswith("```") and text.endswith("```") and len(text) > 6:
        text = text[3:-3].strip()
        if text.startswith("json"):
            text = text[4:]
    return text.strip()


def no_repeats(pairs):
    result = dict(pairs)
    if len(result) != len(pairs):
        raise ValueError("the same key twice")
    return result


def parse_call(text):
    try:
        call = json.loads(strip_fence(text), object_pairs_hook=no_repeats)
    except (ValueError, RecursionError):
        return None
    if not isinstance(call, dict) or set(call) != {"tool", "arguments"} or not isinstance(call["arguments"], dict):
        return None
    return call


def as_integer(value):
    """45 and "45" are the same for the executor; everything else is no integer."""
    if type(value) is int:
        return value
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) <= 9:
        return int(value)
    return None


def arguments_agree(given, wanted):
    return set(given) == set(wanted) and all(as_integer(given[name]) == value for name, value in wanted.items())


def reward_fn(completion, **kwargs):
    if len(completion) > MAX_COMPLETION:
        return 0.0
    expected = kwargs["call"]
    call = parse_call(completion)
    if call is None or call["tool"] != expected["tool"]:
        return 0.0
    return 1.0 if arguments_agree(call["arguments"], expected["arguments"]) else 0.0
