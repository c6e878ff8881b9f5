"""A proofreading desk: the editor works on a numbered sheet through tools and hands it in."""

import json
from typing import Any

MAX_CALLS = 15
MAX_CHARACTERS = 5000

TOOLS: dict[str, dict[str, Any]] = {
    "help": {"description": "List the tools.", "parameters": {}},
    "show": {"description": "Print the sheet.", "parameters": {}},
    "replace": {
        "description": "Replace a piece of one line.",
        "parameters": {"line": "integer", "old": "string", "new": "string"},
    },
    "done": {"description": "Hand the sheet in.", "parameters": {}},
}


class ProofDesk:
    def setup(self, **row):
        self._sheet = [str(line) for line in row["draft"]]
        self._corrected = [str(line) for line in row["corrected"]]
        self._calls = 0
        self._over = False
        return self._tool_show()

    def _tool_help(self):
        return json.dumps(TOOLS)

    def _tool_show(self):
        return "\n".join(f"{number}: {line}" for number, line in enumerate(self._sheet, 1))

    def _tool_replace(self, line, old, new):
        if type(line) is not int or not 1 <= line <= len(self._sheet):
            return "no such line"
        text = self._sheet[line - 1]
        if not isinstance(old, str) or not isinstance(new, str) or not old or text.count(old) != 1:
            return "`old` must be there exactly once"
        if len(new) > 100:
            return "too long"
        self._sheet[line - 1] = text.replace(old, new)
        return self._sheet[line - 1]

    def _tool_done(self):
        self._over = True
        return "thank you"

    def step(self, action):
        if self._over:
            return self._result("the sheet has been handed in", 0.0)
        self._calls += 1
        observation = self._dispatch(action)
        # The score is no tool: it is worked out once, when the sheet is handed in.
        reward = 1.0 if self._over and self._sheet == self._corrected else 0.0
        if self._calls >= MAX_CALLS:
            self._over = True
        return self._result(observation, reward)

    def _dispatch(self, action):
        if not isinstance(action, str) or len(action) > MAX_CHARACTERS:
            return "error: too long"
        try:
            call = json.loads(action)
        except (ValueError, RecursionError):
            return "error: one JSON object, please"
        if not isinstance(call, dict) or not isinstance(call.get("tool"), str) or call["tool"] not in TOOLS:
            return "error: no such tool"
        name = call.pop("tool")
        if set(call) != set(TOOLS[name]["parameters"]):
            return f"error: {name} takes {sorted(TOOLS[name]['parameters'])}"
        return getattr(self, f"_tool_{name}")(**call)

    def _result(self, observation, reward):
        return {
            "observation": observation,
            "reward": reward,
            "done": self._over,
            "reward_info_dict": {"calls": float(self._calls)},
        }
