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
    def __init__(self, item, log):
        self.item = item
        self.log = log
        self.known = {}
        self.cited = set()

    def axiom(self, name, number):
        self.known[name] = int(number)

    def step(self, name, before, sign, number, line):
        at = int(line)
        if before not in self.known or not 1 <= at <= len(self.log) or at in self.cited:
            raise Rejected("step")
        change = int(sign + number)
        if self.log[at - 1] != [self.item, change]:
            raise Rejected(f"line {at} does not say so")
        self.cited.add(at)
        self.known[name] = self.known[before] + change

    def check(self, lines, goal):
        for line in lines[:-1]:
            if found := AXIOM.fullmatch(line):
                self.axiom(*found.groups())
            elif found := STEP.fullmatch(line):
                self.step(*found.groups())
            else:
                raise Rejected(f"not a statement: {line[:40]!a}")
        found = QED.fullmatch(lines[-1]) if lines else None
        if not found or self.known.get(found.group(1)) != int(found.group(2)):
            raise Rejected("qed does not follow")
        return int(found.group(2)) == goal


def reward_fn(completion, **kwargs):
    try:
        proved = Checker(kwargs["item"], kwargs["log"]).check(statements(completion), kwargs["goal"])
    except Rejected as reason:
        return 0.0, {"rejected": str(reason)}
    return float(proved), {"rejected": ""}
