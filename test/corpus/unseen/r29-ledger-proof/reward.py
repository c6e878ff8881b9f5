"""Checks stock proofs: every statement has to follow, and the last one has to be the goal."""

import re

AXIOM = re.compile(r"axiom ([a-z][a-z0-9]{0,9}) = ([0-9]{1,7})", re.ASCII)
STEP = re.compile(r"step ([a-z][a-z0-9]{0,9}) = ([a-z][a-z0-9]{0,9}) ([+-]) ([0-9]{1,7}) by ([0-9]{1,3})", re.ASCII)
QED = re.compile(r"qed ([a-z][a-z0-9]{0,9}) = ([0-9]{1,7})", re.ASCII)


class Rejected(Exception):
    pass


def statements(text):
    if len(text) > 12000 or text.count("<proof>") != 1:
        raise Rejected("no proof")
    body, closed, _ = text.partition("<proof>")[2].partition("</proof>")
    if not closed:
        raise Rejected("the proof is not closed")
    return [" ".join(line.split()) for line in body.splitlines() if line.strip()]


class Checker:
    def __init__(self, item, log, opening):
        self.item = item
        self.log = log
        self.opening = opening
        self.open = [at for at, (about, _) in enumerate(log, 1) if about == item]
        self.last = None
        self.value = 0

    def axiom(self, name, number):
        if self.last is not None or int(number) != self.opening:
            raise Rejected("the prompt does not say so")
        self.last, self.value = name, self.opening

    def step(self, name, before, sign, number, line):
        at = int(line)
        if self.last is None or before != self.last or not self.open or at != self.open[0]:
            raise Rejected("step")
        change = int(sign + number)
        if self.log[at - 1] != [self.item, change]:
            raise Rejected(f"line {at} does not say so")
        del self.open[0]
        self.last, self.value = name, self.value + change

    def check(self, lines, goal):
        for line in lines[:-1]:
            if found := AXIOM.fullmatch(line):
                self.axiom(*found.groups())
            elif found := STEP.fullmatch(line):
                self.step(*found.groups())
            else:
                raise Rejected(f"not a statement: {line[:40]!a}")
        found = QED.fullmatch(lines[-1]) if lines else None
        if not found or self.last is None or found.group(1) != self.last or int(found.group(2)) != self.value:
            raise Rejected("qed does not follow")
        if self.open:
            raise Rejected(f"line {self.open[0]} is left out")
        return int(found.group(2)) == goal


def reward_fn(completion, **kwargs):
    try:
        proved = Checker(kwargs["item"], kwargs["log"], kwargs["opening"]).check(statements(completion), kwargs["goal"])
    except Rejected as reason:
        return 0.0, {"rejected": str(reason)}
    return float(proved), {"rejected": ""}
