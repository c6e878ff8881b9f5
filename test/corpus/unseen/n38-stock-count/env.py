import json


class StockEnv:
    MAX_CALLS = 12

    def setup(self, **kwargs):
        self.stock = kwargs["stock"]
        self.item = kwargs["item"]
        self.total = sum(content.get(self.item, 0) for content in self.stock.values())
        self.calls = 0
        self.finished = False
        self.reward = 0.0

    # --- tools -------------------------------------------------------------

    def tool_list_bins(self):
        return "bins: " + ", ".join(sorted(self.stock))

    def tool_look(self, bin):
        if not isinstance(bin, str) or bin not in self.stock:
            return "error: there is no such bin"
        return f"{bin}: " + ", ".join(f"{name} x{count}" for name, count in sorted(self.stock[bin].items()))

    def tool_report(self, total):
        if type(total) is not int:
            return "error: total has to be an integer"
        if total != self.total:
            return f"error: expected {self.total}, got {total}; please count again"
        self.finished = True
        self.reward = 1.0
        return "Thank you, that is right."

    # --- loop --------------------------------------------------------------

    TOOLS = {"list_bins": (tool_list_bins, ()), "look": (tool_look, ("bin",)), "report": (tool_report, ("total",))}

    def call(self, text):
        if len(text) > 1000:
            return "error: too long"
        try:
            request = json.loads(text)
        except (ValueError, RecursionError):
            return "error: not JSON"
        if not isinstance(request, dict) or not isinstance(request.get("tool"), str):
            return "error: no tool"
        name = request.pop("tool")
        if name not in self.TOOLS:
            return "error: the tools are " + ", ".join(self.TOOLS)
        method, parameters = self.TOOLS[name]
        if set(request) != set(parameters):
            return f"error: {name} takes the parameters {list(parameters)}"
        return method(self, **request)

    def step(self, action):
        if self.finished:
            return {"observation": "finished", "reward": 0.0, "done": True, "reward_info_dict": {}}
        self.calls += 1
        observation = self.call(action)
        if self.calls >= self.MAX_CALLS:
            self.finished = True
        return {
            "observation": observation,
            "reward": self.reward,
            "done": self.finished,
            "reward_info_dict": {"calls": float(self.calls)},
        }
