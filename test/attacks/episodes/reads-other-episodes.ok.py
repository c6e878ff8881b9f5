"""Reads the memory of whatever process it sees, for what the episode beside it was given.

stopped_by: a pid namespace for each episode; Landlock and seccomp
"""

from tools import memory_holds_secret, others


class Attack:
    def attack(self):
        return float(any(memory_holds_secret(pid) for pid in others()))
