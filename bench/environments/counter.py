"""A small environment: what it does costs nothing beside getting there."""


class Counter:
    def setup(self, start=0, **kwargs):
        self.count = start
        return f"at {self.count}"

    def step(self, action):
        self.count += len(action)
        return {"observation": f"at {self.count}", "reward": 1.0, "done": False}
