"""A physics test with a pocket calculator. Commands: CALC: and ANSWER:."""

from math import *  # noqa: F403 - the calculator knows all of them

MAX_TURNS = 6
LETTERS = "ABCDE"


class PhysicsDesk:
    def setup(self, **row):
        self.correct = row["correct_option"]
        self.turns = 0
        self.calculations = 0
        self.finished = False

    def step(self, action):
        if self.finished:
            return self.result("The test is over.")
        self.turns += 1
        name, argument = self.command(action)
        if name == "ANSWER":
            return self.hand_in(argument)
        if name == "CALC":
            self.calculations += 1
            observation = self.calculate(argument)
        else:
            observation = "Commands are CALC: and ANSWER:."
        if self.turns >= MAX_TURNS:
            self.finished = True
            observation += " Your time is up."
        return self.result(observation)

    def command(self, action):
        """Name and argument of the last line."""
        lines = [line for line in action.splitlines() if line.strip()]
        name, colon, argument = (lines[-1] if lines else "").partition(":")
        return (name.strip().upper(), argument.strip()) if colon else ("", "")

    def calculate(self, expression):
        try:
            value = eval(expression)
        except Exception as error:
            return f"Error: {type(error).__name__}"
        return f"= {value}"

    def hand_in(self, letter):
        self.finished = True
        letter = letter.strip("(). ").upper()
        right = len(letter) == 1 and letter in LETTERS and letter == self.correct
        return self.result("Thank you, handed in.", 1.0 if right else 0.0)

    def result(self, observation, reward=0.0):
        return {
            "observation": observation,
            "reward": reward,
            "done": self.finished,
            "reward_info_dict": {"turns": float(self.turns), "calculations": float(self.calculations)},
        }
