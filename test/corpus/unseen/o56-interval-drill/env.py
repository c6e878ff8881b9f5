"""Music theory drill: intervals, degrees of scales, triads. One note is asked for at a time."""

import random

SEED = 2024

LETTERS = "CDEFGAB"
PITCH = {"C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11}
SIGNS = {"": 0, "#": 1, "b": -1}

INTERVALS = {
    "minor second": (1, 1),
    "major second": (1, 2),
    "minor third": (2, 3),
    "major third": (2, 4),
    "perfect fourth": (3, 5),
    "augmented fourth": (3, 6),
    "perfect fifth": (4, 7),
    "minor sixth": (5, 8),
    "major sixth": (5, 9),
    "minor seventh": (6, 10),
    "major seventh": (6, 11),
}
DEGREES = ["second", "third", "fourth", "fifth", "sixth", "seventh"]
MAJOR = [2, 4, 5, 7, 9, 11]
MINOR = [2, 3, 5, 7, 8, 10]


def above(note, steps, semitones):
    """The note so many letters and half tones above; None if it needs a double accidental."""
    place = LETTERS.index(note[0]) + steps
    letter = LETTERS[place % 7]
    wanted = PITCH[note[0]] + SIGNS[note[1:]] + semitones
    difference = (wanted - PITCH[letter] + 6) % 12 - 6
    signs = {value: sign for sign, value in SIGNS.items()}
    return letter + signs[difference] if difference in signs else None


def question(rng):
    while True:
        root = rng.choice(LETTERS) + rng.choice(["", "", "#", "b"])
        kind = rng.randrange(3)
        if kind == 0:
            name = rng.choice(sorted(INTERVALS))
            text, answer = f"Which note is a {name} above {root}?", above(root, *INTERVALS[name])
        elif kind == 1:
            mode, scale = rng.choice([("major", MAJOR), ("natural minor", MINOR)])
            at = rng.randrange(6)
            text = f"Which note is the {DEGREES[at]} degree of {root} {mode}?"
            answer = above(root, at + 1, scale[at])
        else:
            triad, third, fifth = rng.choice([("major", 4, 7), ("minor", 3, 7), ("diminished", 3, 6)])
            part, steps, semitones = rng.choice([("third", 2, third), ("fifth", 4, fifth)])
            text, answer = f"Which note is the {part} of the {root} {triad} triad?", above(root, steps, semitones)
        if answer is not None:
            return text, answer


def read_note(action):
    text = action.strip().replace("♯", "#").replace("♭", "b") if len(action) < 50 else ""
    text = text[:1].upper() + text[1:]
    return text if text[:1] in PITCH and text[1:] in SIGNS else None


class TheoryDrill:
    def setup(self, **kwargs):
        self.total = int(kwargs["questions"])
        # The same drill has the same questions in each run, another one has others.
        self.rng = random.Random(f"{SEED} {kwargs['drill']}")
        self.asked = 0
        self.right = 0
        self.waits = 0
        self.answer = None
        self.done = False

    def step(self, action):
        if self.done:
            return self.out("The drill is over.")
        if self.asked == 0:
            if action.strip().lower() != "ready":
                self.waits += 1
                self.done = self.waits == 3
                return self.out("Send `ready` to begin.")
            return self.out(self.next_question())
        correct = read_note(action) == self.answer
        self.right += correct
        verdict = "Right." if correct else f"No, it was {self.answer}."
        if self.asked == self.total:
            self.done = True
            return self.out(f"{verdict} {self.right} of {self.total}.", self.right / self.total)
        return self.out(f"{verdict} {self.next_question()}")

    def next_question(self):
        text, self.answer = question(self.rng)
        self.asked += 1
        return f"{self.asked}. {text}"

    def out(self, observation, reward=0.0):
        return {
            "observation": observation,
            "reward": reward,
            "done": self.done,
            "reward_info_dict": {"right": float(self.right), "asked": float(self.asked)},
        }
