"""Five asserts for one function, one per turn. The session starts at full marks; tests that fail lose them."""

import ast
from dataclasses import dataclass

MAX_CHARS = 2000


@dataclass(frozen=True)
class UnitTest:
    call: str  # ast.dump of the call, so that spacing and quotes do not matter
    value: str  # repr of the literal


def normal_call(source):
    return ast.dump(ast.parse(source, mode="eval").body)


def read_test(text):
    """The test in a reply, or None when there is not exactly one `assert CALL == LITERAL`."""
    if len(text) > MAX_CHARS:
        return None
    lines = [line.strip() for line in text.splitlines() if line.strip().startswith("assert ")]
    if len(lines) != 1:
        return None
    try:
        (statement,) = ast.parse(lines[0]).body
        check = statement.test
        if not isinstance(check, ast.Compare) or len(check.ops) != 1 or not isinstance(check.ops[0], ast.Eq):
            return None
        if not isinstance(check.left, ast.Call):
            return None
        return UnitTest(ast.dump(check.left), repr(ast.literal_eval(check.comparators[0])))
    except (SyntaxError, ValueError, TypeError, AttributeError, RecursionError, MemoryError):
        return None


class AssertSession:
    def setup(self, **kwargs):
        self._cases = [(call, repr(value)) for call, value in zip(kwargs["calls"], kwargs["values"], strict=True)]
        self._at = 0
        self._failing = 0
        self._unread = 0

    def step(self, action):
        if self._at >= len(self._cases):
            return self._reply("All five calls are done.", 0.0)
        call, value = self._cases[self._at]
        self._at += 1
        test = read_test(action)
        if test is None or test.call != normal_call(call):
            self._unread += 1
            note = "That is no test of this call, I skip it."
        elif test.value != value:
            self._failing += 1
            note = "The test fails."
        else:
            note = "The test passes."
        if self._at < len(self._cases):
            return self._reply(f"{note} Next call: {self._cases[self._at][0]}", 0.0)
        return self._reply(f"{note} That was the last one.", 1.0 - self._failing / len(self._cases))

    def _reply(self, observation, reward):
        return {
            "observation": observation,
            "reward": reward,
            "done": self._at >= len(self._cases),
            "reward_info_dict": {"failing": float(self._failing), "unread": float(self._unread)},
        }
