"""The same as counter.py with NumPy loaded: what its import holds, every fork has to take over."""

import numpy as np


class Arrays:
    def setup(self, start=0, **kwargs):
        self.counts = np.full(8, start)
        return f"at {self.counts.sum()}"

    def step(self, action):
        self.counts += len(action)
        return {"observation": f"at {self.counts.sum()}", "reward": 1.0, "done": False}
