"""Summaries of a depot's log. The log is read page by page, the summary is one sentence that is taken apart and compared."""

import json
import re

TURNS = 8
SENTENCE = re.compile(
    r"(\d{1,3}) deliveries, (\d{1,5}) crates in all, most on ([A-Z][a-z]{2,8}), least on ([A-Z][a-z]{2,8})\."
)
TOOLS = [
    {"name": "read", "parameters": {"page": "integer"}, "required": ["page"]},
    {"name": "get_reward", "parameters": {"summary": "string"}, "required": ["summary"]},
    {"name": "submit", "parameters": {"summary": "string"}, "required": ["summary"]},
]


class ToolError(Exception):
    pass


def compare(summary, facts):
    """1 for a summary that has all of the facts, 0 for any other."""
    found = SENTENCE.fullmatch(summary.strip())
    if found is None:
        return 0.0
    deliveries, crates, most, least = found.groups()
    said = {"deliveries": int(deliveries), "crates": int(crates), "most": most, "least": least}
    return 1.0 if said == facts else 0.0


def parse(action):
    if len(action) > 4000:
        raise ToolError("the call is too long")
    try:
        call = json.loads(action)
    except (ValueError, RecursionError):
        raise ToolError("that is no JSON") from None
    if not isinstance(call, dict):
        raise ToolError("a call is an object")
    name = call.pop("tool", None)
    for tool in TOOLS:
        if tool["name"] == name:
            break
    else:
        raise ToolError("there is no such tool")
    if not set(tool["required"]) <= set(call) <= set(tool["parameters"]):
        raise ToolError("wrong arguments")
    if not isinstance(call.get("summary", ""), str):
        raise ToolError("a summary is a string")
    return name, call


class DigestEnv:
    def setup(self, pages, facts, **kwargs):
        self.pages = pages
        self.facts = facts
        self.turn = 0
        self.reward = 0.0
        self.over = False

    def step(self, action):
        if self.over:
            return self.out("the summary was handed in")
        self.turn += 1
        try:
            name, arguments = parse(action)
            text = getattr(self, "do_" + name)(**arguments)
        except ToolError as error:
            text = f"error: {error}"
        if self.turn >= TURNS:
            self.over = True
        return self.out(text, self.reward if self.over else 0.0)

    def do_read(self, page):
        if type(page) is not int or not 1 <= page <= len(self.pages):
            raise ToolError("there is no such page")
        return self.pages[page - 1]

    def do_get_reward(self, summary):
        # Nothing that depends on the facts: only what is handed in is compared with them.
        return "the form is right" if SENTENCE.fullmatch(summary.strip()) else "the form is wrong, no reward"

    def do_submit(self, summary):
        self.reward = compare(summary, self.facts)
        self.over = True
        return "thank you"

    def out(self, observation, reward=0.0):
        return {
            "observation": observation,
            "reward": reward,
            "done": self.over,
            "reward_info_dict": {"turns": float(self.turn)},
        }
