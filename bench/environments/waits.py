"""Each step takes `ms` milliseconds: of CPU, or of waiting as for a tool."""

import time


class Waits:
    def setup(self, ms=1.0, cpu=True, **kwargs):
        self.ms, self.cpu = ms, cpu
        return "ready"

    def step(self, action):
        if self.cpu:
            end = time.process_time() + self.ms / 1e3
            while time.process_time() < end:
                pass
        else:
            time.sleep(self.ms / 1e3)
        return {"observation": "", "reward": 1.0, "done": False}
