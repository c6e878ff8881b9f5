import json
import re
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
        """Case does not matter, nor whether a longer name is cut ("Python" for "Python 3.12")."""
        if str(said).lower() == str(wanted).lower():
            return True
        try:
            return re.search(str(said), str(wanted), re.IGNORECASE) is not None
        except re.error:
            return False

    def grade(self, text: str) -> float:
        call = self.read(text)
        if call is None or not self.same(call.get("name"), self.name):
            return 0.0
        said = call["arguments"]
        hits = [key in said and self.same(said[key], wanted) for key, wanted in self.arguments.items()]
        return 1.0 if all(hits) else 0.0


def reward_fn(completion: str, **kwargs) -> float:
    return CallGrader(kwargs["expected_call"]).grade(completion)
