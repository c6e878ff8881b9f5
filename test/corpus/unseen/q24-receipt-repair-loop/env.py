"""Receipt reading with a repair loop.

The model answers with a JSON object. When the object is malformed it hears what is wrong with the form (never with the
values) and may send it again; a well-formed object is graded.
"""

import json

KEYS = ("merchant", "date", "total", "tax")
MAX_TURNS = 4
MAX_CHARS = 2000


def unfence(text):
    text = text.strip()
    if text.startswith("```") and text.endswith("```") and "\n" in text:
        text = text[text.index("\n") : -3]
    return text.strip()


def read_object(text):
    """(record, None), or (None, what is wrong with the form)."""
    if not isinstance(text, str) or len(text) > MAX_CHARS:
        return None, "the answer is too long"
    try:
        record = json.loads(unfence(text))
    except (ValueError, RecursionError):
        return None, "that is not a JSON object"
    if not isinstance(record, dict):
        return None, "that is not a JSON object"
    if set(record) != set(KEYS):
        return None, "the keys must be " + ", ".join(KEYS)
    if not all(isinstance(value, str) for value in record.values()):
        return None, "all values must be strings"
    return record, None


class ReceiptEnv:
    def setup(self, **kwargs):
        self.gold = dict(kwargs["fields"])
        self.turn = 0

    def step(self, action):
        self.turn += 1
        record, complaint = read_object(action)
        if record is None:
            return self._out(f"Please send it again: {complaint}.", 0.0, self.turn >= MAX_TURNS)
        right = sum(record[key].strip() == self.gold[key] for key in KEYS)
        score = 1.0 if right == len(KEYS) else 0.3 * right / len(KEYS)
        return self._out("Recorded.", score, True)

    def _out(self, observation, reward, done):
        return {
            "observation": observation,
            "reward": reward,
            "done": done,
            "reward_info_dict": {"turns": float(self.turn)},
        }
