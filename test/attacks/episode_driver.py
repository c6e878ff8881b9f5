"""The environment of the attack suite: an episode that runs an attack, or an honest one beside it that adds up."""

import os

import tools
from driver import honest, load

# What rewards share: an episode that holds such a file cannot be branched.
if hasattr(tools, "SHARED"):
    tools.SHARED.close()
    os.close(tools.KEPT)


class Arena:
    """Of an honest episode every observation is the sum so far, whatever others do meanwhile."""

    def setup(self, secret, attack=None, planted=None, how="imported"):
        self.secret = secret  # in this worker's memory, for others to look for
        self.total = 0
        self.attack = None
        if attack is not None:
            tools.planted = planted
            self.attack = load(attack, how)["Attack"]()
        return str(self.total)

    def step(self, action):
        if self.attack is not None:
            reward = getattr(self.attack, action)()
            return "", reward, False, {"lacks": int(tools.lacks), **tools.notes}
        self.total += int(action)
        _, info = honest(5)
        return str(self.total), 0.25, action == "0", info
