"""
Reward for dialogue state tracking.

The policy reads a dialogue and writes the belief state as a JSON object, for instance

    {"hotel-area": "north", "hotel-stars": "4"}

We compare it with the annotated state: the share of its slots that were found, squared, and 0 as soon as
one is wrong or invented. Values are compared
without regard to case and outer spaces, since the annotators were not consistent there.
"""

import json

# All slots that occur in the data.
ONTOLOGY = [
    "hotel-area",
    "hotel-stars",
    "hotel-people",
    "hotel-nights",
    "hotel-parking",
    "food-cuisine",
    "food-price",
    "food-time",
    "food-people",
    "train-from",
    "train-to",
    "train-day",
    "train-leave",
    "taxi-to",
]

MAX_LENGTH = 2000


def strip_fence(text):
    """```json ... ``` around the object is fine."""
    text = text.strip()
    if text.startswith("```") and text.endswith("```") and "\n" in text:
        text = text[text.index("\n") + 1 : -3]
    return text


def parse_state(completion):
    """The state as a dict of strings, or None if the completion is not one JSON object of strings."""
    if len(completion) > MAX_LENGTH:
        return None
    try:
        state = json.loads(strip_fence(completion))
    except (ValueError, RecursionError):
        return None
    if not isinstance(state, dict):
        return None
    for slot, value in state.items():
        if slot not in ONTOLOGY or not isinstance(value, str):
            return None
    return state


def norm(value):
    return None if value is None else value.strip().lower()


def state_score(predicted, annotated):
    for slot, value in predicted.items():
        if slot not in annotated or norm(value) != norm(annotated[slot]):
            return 0.0
    # None invented and none wrong; half of the state is little use for a booking, so squared.
    return (len(predicted) / len(annotated)) ** 2


def reward_fn(completion, **kwargs):
    predicted = parse_state(completion)
    if predicted is None:
        return 0.0, {"parsed": 0.0, "slots": 0.0}
    accuracy = state_score(predicted, kwargs["belief_state"])
    return accuracy, {"parsed": 1.0, "slots": float(len(predicted))}
