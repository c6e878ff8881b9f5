"""String machine: find the operations that turn the source into the goal."""

import re

MAX_TURNS = 6
MAX_OPS = 6


def shift(word):
    return "".join(chr((ord(letter) - 96) % 26 + 97) for letter in word)


def vowels_first(word):
    return "".join(c for c in word if c in "aeiou") + "".join(c for c in word if c not in "aeiou")


MACHINE = {
    "rev": lambda word: word[::-1],
    "left": lambda word: word[1:] + word[:1],
    "swap": lambda word: word[-1:] + word[1:-1] + word[:1],
    "up": shift,
    "halves": lambda word: word[len(word) // 2 :] + word[: len(word) // 2],
    "weave": lambda word: word[::2] + word[1::2],
    "vowels": vowels_first,
}


def call_in(text):
    """What stands in the first <run> of a turn; None without one."""
    _, opened, rest = text.partition("<run>")
    inside, closed, _ = rest.partition("</run>")
    return inside if opened and closed else None


class StringMachineEnv:
    def setup(self, **kwargs):
        self.source = kwargs["source"]
        self.goal = kwargs["goal"]
        self.turns = 0
        self.finished = False
        self.transcript = ""

    def machine(self, line):
        names = line.split()
        if len(names) > MAX_OPS or any(name not in MACHINE for name in names):
            return "error: at most six of " + ", ".join(MACHINE)
        word = self.source
        for name in names:
            word = MACHINE[name](word)
        return word

    def step(self, action):
        if self.finished:
            return self.reply("The puzzle is over.", 0.0)
        self.turns += 1
        self.transcript += f"[assistant]\n{action}\n"
        shown = "No call found. <run>rev</run> is a call, <done/> ends."
        line = call_in(action)
        if line is not None:
            shown = f"<output>{self.machine(line)}</output>"
            self.transcript += f"[machine]\n{shown}\n"
        if "<done/>" in action:
            self.finished = True
            return self.reply("Finished.", self.score())
        self.finished = self.turns >= MAX_TURNS
        return self.reply(shown, 0.0)

    def score(self):
        outputs = re.findall(r"<output>(.{0,200}?)</output>", self.transcript)
        return 1.0 if outputs and outputs[-1] == self.goal else 0.0

    def reply(self, observation, reward):
        return {
            "observation": observation,
            "reward": reward,
            "done": self.finished,
            "reward_info_dict": {"turns": float(self.turns)},
        }
