import json


def whole_object(text: str):
    if len(text) > 2000:
        return None
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def reward_fn(completion: str, **kwargs) -> float:
    gold = kwargs["record"]
    obj = whole_object(completion)
    if not isinstance(obj, dict):
        return 0.0
    if set(obj) != set(gold):
        return 0.0
    score = 0.0
    for key, value in gold.items():
        if type(obj[key]) is type(value) and obj[key] == value:
            score += 1.0 / len(gold)
    return round(score, 4)
