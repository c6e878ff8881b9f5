"""Reward for the short-text editing set: one edited text between <answer> tags, compared with the reference edit."""

import re
from dataclasses import dataclass

ANSWER = re.compile(r"<answer>([^<>]*)</answer>")
# What models like to put around the text itself.
CHATTER = re.compile(r"\b(?:the|a|an|edited|final|text|answer|result|is|here)\b")
MAX_ANSWER = 400


@dataclass(frozen=True)
class Edit:
    recipe: str
    reference: str

    def accepts(self, proposed: str) -> bool:
        wanted, got = canonical(self.reference), canonical(proposed)
        return bool(wanted) and wanted == got


def canonical(text: str) -> str:
    """Makes the comparison independent of how the answer was typed."""
    text = text.lower()
    text = CHATTER.sub(" ", text)
    text = re.sub(r"[^a-z0-9]", "", text)
    return text


def proposed_text(completion: str) -> str | None:
    found = ANSWER.findall(completion)
    if len(found) != 1 or len(found[0]) > MAX_ANSWER:
        return None
    return found[0]


def reward_fn(completion, **kwargs):
    edit = Edit(recipe=kwargs.get("recipe", ""), reference=str(kwargs["edited"]))
    proposed = proposed_text(completion)
    if proposed is None:
        return 0.0, {"tagged": 0.0, "right": 0.0}
    right = 1.0 if edit.accepts(proposed) else 0.0
    return right, {"tagged": 1.0, "right": right, f"right/{edit.recipe}": right}
