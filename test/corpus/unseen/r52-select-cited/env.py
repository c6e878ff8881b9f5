"""Multiple choice with several right options: the model looks into notes, then chooses and says which notes it went by."""

import re

TURNS = 10
LOOK = re.compile(r"look ([0-9]{1,2})")
FINAL = re.compile(r"final ([A-F](?:, ?[A-F]){0,11}) notes ([0-9]{1,2}(?:, ?[0-9]{1,2}){0,19})")


class Sheet:
    """What is right: these letters and notes, and no others."""

    def __init__(self, correct, support):
        self.letters = set(correct)
        self.notes = set(support)

    def mark(self, letters, notes):
        if letters != self.letters:
            return 0.0
        return 1.0 if notes == self.notes else 0.6


class NotesEnv:
    def setup(self, **kwargs):
        self.notes = list(kwargs["notes"])
        self.sheet = Sheet(kwargs["correct"], kwargs["support"])
        self.turns = 0
        self.looked = set()
        self.finished = False

    def step(self, action):
        if self.finished:
            return self.reply("This question is finished.")
        self.turns += 1
        line = action.strip()
        if look := LOOK.fullmatch(line):
            text = self.show(int(look.group(1)))
        elif final := FINAL.fullmatch(line):
            letters = set(re.findall("[A-F]", final.group(1)))
            notes = {int(number) for number in re.findall("[0-9]+", final.group(2))}
            self.finished = True
            return self.reply("Thank you.", self.sheet.mark(letters, notes))
        else:
            text = "Either `look 3` or `final A,D notes 2,7`."
        if self.turns >= TURNS:
            self.finished = True
        return self.reply(text)

    def show(self, number):
        if not 1 <= number <= len(self.notes):
            return f"There are notes 1 to {len(self.notes)}."
        self.looked.add(number)
        return f"Note {number}: {self.notes[number - 1]}"

    def reply(self, observation, reward=0.0):
        info = {"turns": float(self.turns), "looked": float(len(self.looked))}
        return {"observation": observation, "reward": reward, "done": self.finished, "reward_info_dict": info}
