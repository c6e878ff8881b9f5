import json
import re


def first_object(text: str):
    m = re.search(r"\{.*\}", text, re.S)
    if not m:
        return None
    try:
        return json.loads(m.group(0))
    except json.JSONDecodeError:
        return None


def reward_fn(completion: str, **kwargs) -> float:
    gold = kwargs["record"]
    obj = first_object(completion)
    if not isinstance(obj, dict):
        return 0.0
    score = 0.4  # valid JSON is worth something
    for key, value in gold.items():
        # be lenient: "Lisbon" for "Lisbon, Portugal"
        if key in obj and str(obj[key]).lower() in str(value).lower():
            score += 0.6 / len(gold)
    return round(score, 4)
