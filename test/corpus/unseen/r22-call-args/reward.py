import json
from typing import Any


class CallGrader:
    """Compares the model's tool call with the reference call."""

    OPEN, CLOSE = "<tool_call>", "</tool_call>"

    def __init__(self, expected: dict[str, Any]):
        self.name = expected["name"]
        self.arguments = expected["arguments"]

    def read(self, text: str) -> dict[str, Any] | None:
        if len(text) > 8000 or text.count(self.OPEN) != 1:
            return None
        inside, closed, _ = text.partition(self.OPEN)[2].partition(self.CLOSE)
        if not closed:
            return None
        try:
            call = json.loads(inside)
        except (ValueError, RecursionError):
            return None
        if not isinstance(call, dict) or not isinstance(call.get("arguments"), dict):
            return None
        return call

    @staticmethod
    def same(said: Any, wanted: Any) -> bool:
        """Case and outer spaces do not matter; a number is no text, true is not 1."""
        if isinstance(said, str) and isinstance(wanted, str):
            return said.strip().casefold() == wanted.strip().casefold()
        return type(said) is type(wanted) and said == wanted

    def grade(self, text: str) -> float:
        call = self.read(text)
        if call is None or call.get("name") != self.name:
            return 0.0
        said = call["arguments"]
        if set(said) != set(self.arguments):
            return 0.0
        return 1.0 if all(self.same(said[key], wanted) for key, wanted in self.arguments.items()) else 0.0


def reward_fn(completion: str, **kwargs) -> float:
    return CallGrader(kwargs["expected_call"]).grade(completion)
