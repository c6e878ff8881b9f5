"""Compares the last \\boxed{} with the solution, in the way of most math graders."""


def last_boxed(text):
    start = text.rfind("\\boxed{")
    if start < 0:
        return ""
    depth = 0
    for i in range(start + len("\\boxed"), len(text)):
        if text[i] == "{":
            depth += 1
        elif text[i] == "}":
            depth -= 1
            if depth == 0:
                return text[start + len("\\boxed{") : i]
    return ""


def remove_units(s):
    # "18 \text{ dollars}" -> "18"
    return s.split("\\text{")[0]


def normalise(s):
    s = remove_units(s)
    for junk in ("\\!", "\\,", "\\$", "$", ",", " ", "\\left", "\\right"):
        s = s.replace(junk, "")
    if s.endswith(".0"):
        s = s[:-2]
    return s.rstrip(".")


class Grader:
    def __init__(self, solution):
        self.solution = normalise(str(solution))

    def grade(self, text):
        return float(normalise(last_boxed(text)) == self.solution)


def reward_fn(completion, **kwargs):
    return Grader(kwargs["solution"]).grade(completion)
