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


def parse_call(text):
    try:
        call = json.loads(strip_fence(text))
    except (ValueError, RecursionError):
        return None
    if not isinstance(call, dict) or not isinstance(call.get("arguments"), dict):
        return None
    return call


def arguments_agree(given, wanted):
    """The executor takes 45, "45" and "45 min" alike, so values are looked up in the text of the arguments."""
    blob = json.dumps(given)
    return all(name in given and str(value) in blob for name, value in wanted.items())


def reward_fn(completion, **kwargs):
    if len(completion) > MAX_COMPLETION:
        return 0.0
    expected = kwargs["call"]
    call = parse_call(completion)
    if call is None or call.get("tool") != expected["tool"]:
        return 0.0
    return 1.0 if arguments_agree(call["arguments"], expected["arguments"]) else 0.0
