"""A physics test with a pocket calculator. Commands: CALC: and ANSWER:."""

import ast
import math
import operator

MAX_TURNS = 6
LETTERS = "ABCDE"


MAX_EXPRESSION = 200
OPERATORS = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: operator.pow,
    ast.USub: operator.neg,
    ast.UAdd: operator.pos,
}
FUNCTIONS = {name: getattr(math, name) for name in ("sqrt", "exp", "log", "log10", "sin", "cos", "tan", "radians")}
CONSTANTS = {"pi": math.pi, "e": math.e}


def value_of(node):
    """The number that a node of an expression stands for, always a float."""
    if isinstance(node, ast.Constant) and type(node.value) in (int, float):
        return float(node.value)
    if isinstance(node, ast.Name) and node.id in CONSTANTS:
        return CONSTANTS[node.id]
    if isinstance(node, ast.UnaryOp) and type(node.op) in OPERATORS:
        return OPERATORS[type(node.op)](value_of(node.operand))
    if isinstance(node, ast.BinOp) and type(node.op) in OPERATORS:
        value = OPERATORS[type(node.op)](value_of(node.left), value_of(node.right))
        if isinstance(value, float):
            return value
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in FUNCTIONS:
        if len(node.args) == 1 and not node.keywords:
            return FUNCTIONS[node.func.id](value_of(node.args[0]))
    raise ValueError("not a sum that this calculator does")


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
        if len(expression) > MAX_EXPRESSION:
            return "Error: too long"
        try:
            value = value_of(ast.parse(expression, mode="eval").body)
        except (SyntaxError, ValueError, ArithmeticError, RecursionError, MemoryError):
            return "Error: that is no sum for this calculator"
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
