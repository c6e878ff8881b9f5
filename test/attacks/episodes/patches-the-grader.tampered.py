"""Replaces the class of every episode, `json`, builtins and our own code, in its process: for episodes after it.

stopped_by: an episode is a process of its own, forked from one that no episode has touched
"""

import builtins
import json
import sys


class Attack:
    def attack(self):
        arena = sys._getframe(1).f_globals["Arena"]
        arena.step = lambda self, action: ("won", 1.0, True, {})
        arena.setup = lambda self, **row: "won"
        json.loads = json.dumps = builtins.sum = lambda *_, **__: 1.0
        sys.modules["tools"].stolen = True
        return 0.0

    def check(self):
        return float(json.loads("0.5") != 0.5 or hasattr(sys.modules["tools"], "stolen"))
