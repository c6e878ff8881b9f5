"""Accounts desk: questions on a table, with colleagues who can be asked about what the table does not say.

A right figure is worth 1, a wrong one nothing. What stays open goes to a colleague.
"""

import re

MAX_TURNS = 6
RIGHT = 1.0
WRONG = 0.0
UNRESOLVED = 0.6

COMMAND = re.compile(r"(ASK|ANSWER|PASS):\s*(.*)")
FIGURE = re.compile(r"[-−]?(?:[0-9]{1,3}(?:,[0-9]{3}){1,6}|[0-9]{1,20})")

TOPICS = {
    "unit": ("unit", "thousand", "million", "scale", "euros"),
    "auditor": ("auditor", "audited", "who checked"),
    "period": ("period", "year end", "fiscal", "month"),
}


def last_command(text):
    """(verb, rest) of the last line that says anything; None when it is no command or there are two answers."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if not lines or sum(line.startswith("ANSWER:") for line in lines) > 1:
        return None
    match = COMMAND.fullmatch(lines[-1])
    return (match[1], match[2].strip()) if match else None


def to_int(figure):
    if FIGURE.fullmatch(figure) is None:
        return None
    return int(figure.replace(",", "").replace("−", "-"))


class DeskEnv:
    def setup(self, **kwargs):
        self.expected = int(kwargs["answer"])
        self.notes = dict(kwargs["desk_notes"])
        self.turns = 0
        self.questions = 0
        self.finished = False

    def step(self, action):
        if self.finished:
            return self.reply("This one is closed.", 0.0)
        self.turns += 1

        command = last_command(action)
        if command is None:
            return self.wait("Please end with a line ASK:, ANSWER: or PASS:.")
        verb, rest = command
        if verb == "ANSWER":
            value = to_int(rest)
            if value is None:
                return self.wait("The figure must be digits only, in single euros.")
            self.finished = True
            return self.reply("Booked.", RIGHT if value == self.expected else WRONG)
        if verb == "PASS":
            return self.hand_over()
        self.questions += 1
        return self.wait(self.look_up(rest.lower()))

    def look_up(self, question):
        for topic, words in TOPICS.items():
            if any(word in question for word in words):
                return self.notes[topic]
        return "We do not know that either."

    def wait(self, observation):
        if self.turns >= MAX_TURNS:
            return self.hand_over()
        return self.reply(observation, 0.0)

    def hand_over(self):
        self.finished = True
        return self.reply("A colleague takes over.", UNRESOLVED)

    def reply(self, observation, reward):
        info = {"turns": float(self.turns), "questions": float(self.questions)}
        return {"observation": observation, "reward": reward, "done": self.finished, "reward_info_dict": info}
