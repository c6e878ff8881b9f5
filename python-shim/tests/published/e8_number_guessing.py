"""An environment of the tutorial on MCP. Fault, outside RunRL: something has to give it `self.mcp`."""

import re


class NumberGuessingEnv:
    def setup(self, **state) -> str:
        self.server_id = state["server_id"]
        self.state = state
        started = self.mcp.call_tool(self.server_id, "start", state.get("init_params", {}))
        return started["text"]

    def step(self, action: str):
        found = re.search(r"-?\d+", action)
        if found is None:
            return "Please answer with a number.", -0.1, False, {"error": "no number"}
        answer = self.mcp.call_tool(self.server_id, "guess", {"number": int(found.group())})
        return answer["text"], answer["reward"], answer["done"], {"guesses": answer["guesses"]}
