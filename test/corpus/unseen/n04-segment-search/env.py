"""Locate the broken segment with few probes."""

import re
from dataclasses import dataclass

COMMAND = re.compile(r"<(probe|report)>\s{0,5}([0-9]{1,3})\s{0,5}</\1>")
PROBES = 5
MAX_TURNS = 36  # enough for every probe and some back and forth


@dataclass
class Outcome:
    observation: str
    reward: float = 0.0
    done: bool = False


class SegmentEnv:
    def __init__(self):
        self.turn = 0

    def setup(self, fault, **kwargs):
        self.segments = int(fault["segments"])
        self._broken = int(fault["broken"])
        self.turn = 0
        self.probes = 0
        self.finished = False

    def step(self, action):
        if self.finished:
            outcome = Outcome("The job is closed.", done=True)
        else:
            self.turn += 1
            outcome = self.act(action)
            if self.turn >= MAX_TURNS:
                outcome.done = True
            self.finished = outcome.done
        return {
            "observation": outcome.observation,
            "reward": outcome.reward,
            "done": outcome.done,
            "reward_info_dict": {"turns": float(self.turn), "probes": float(self.probes)},
        }

    def act(self, action):
        commands = COMMAND.findall(action[-4000:])
        if len(commands) != 1:
            return Outcome("One <probe>k</probe> or <report>k</report> per message, please.")
        verb, k = commands[0][0], int(commands[0][1])
        if not 1 <= k <= self.segments:
            return Outcome(f"Segments go from 1 to {self.segments}.")
        return self.probe(k) if verb == "probe" else self.report(k)

    def probe(self, k):
        if self.probes >= PROBES:
            return Outcome("No probes left.")
        self.probes += 1
        return Outcome("It arrives." if k < self._broken else "Nothing arrives.")

    def report(self, k):
        if k == self._broken:
            return Outcome("Right, the crew is on its way.", 1.0, True)
        return Outcome(f"Segment {k} is in order, keep looking.")
