"""A store with three JSON tools. The question is about a sum, so that no single tool result is the answer."""

import json

MAX_CALLS = 12
MAX_SUBMITS = 3


class ToolError(Exception):
    pass


def parse_call(message):
    if not isinstance(message, str) or len(message) > 2000:
        raise ToolError("a call is a short JSON object")
    try:
        call = json.loads(message)
    except (ValueError, RecursionError):
        raise ToolError("a call is one JSON object") from None
    if not isinstance(call, dict) or set(call) != {"tool", "arguments"} or not isinstance(call["arguments"], dict):
        raise ToolError("a call has the keys tool and arguments")
    return call["tool"], call["arguments"]


class StoreEnv:
    def setup(self, **row):
        self._store = row["store"]
        self._answer = int(row["units"])
        self._calls = self._submits = 0
        self._over = False
        self._tools = {"list_items": self._list_items, "get_item": self._get_item, "submit": self._submit}

    def step(self, action):
        if self._over:
            return self._result({"error": "the conversation is over"}, 0.0)
        self._calls += 1
        reward = 0.0
        try:
            name, arguments = parse_call(action)
            tool = self._tools.get(name) if isinstance(name, str) else None
            if tool is None:
                raise ToolError("tools: " + ", ".join(self._tools))
            content, reward = tool(arguments)
        except ToolError as error:
            content = {"error": str(error)}
        if self._calls >= MAX_CALLS:
            self._over = True
        return self._result(content, reward)

    def _list_items(self, arguments):
        if arguments:
            raise ToolError("list_items takes no arguments")
        return {"skus": list(self._store)}, 0.0

    def _get_item(self, arguments):
        sku = arguments.get("sku")
        if set(arguments) != {"sku"} or not isinstance(sku, str) or sku not in self._store:
            raise ToolError("get_item takes the sku of an item")
        return {"sku": sku, **self._store[sku]}, 0.0

    def _submit(self, arguments):
        units = arguments.get("units")
        if set(arguments) != {"units"} or type(units) is not int:
            raise ToolError("submit takes units, a whole number")
        self._submits += 1
        if units == self._answer:
            self._over = True
            return {"status": "accepted"}, 1.0
        if self._submits >= MAX_SUBMITS:
            self._over = True
        return {"status": "rejected", "detail": f"the number of units is not {units}"}, 0.0

    def _result(self, content, reward):
        return {
            "observation": json.dumps(content, ensure_ascii=False),
            "reward": reward,
            "done": self._over,
            "reward_info_dict": {"calls": float(self._calls), "submits": float(self._submits)},
        }
