"""Seating puzzles: a program asks how many names are in the right place. Fewer questions are paid more."""

import json
import os
import signal
import subprocess
import sys
import tempfile
import threading

SECONDS = 8
MOST_QUESTIONS = 150

PLAYER = r"""
import json, os, sys
heard, said = os.fdopen(os.dup(0), "r"), os.fdopen(os.dup(1), "w")
nothing = os.open(os.devnull, os.O_RDWR)
os.dup2(nothing, 0)
os.dup2(nothing, 1)

def tell(message):
    said.write(json.dumps(message) + "\n")
    said.flush()
    return json.loads(heard.readline())

def ask(order):
    return tell({"ask": list(order)})

scope = {"__name__": "player"}
exec(json.loads(heard.readline()), scope)
guests = tell({"ready": True})
while True:
    guests = tell({"found": list(scope["solve"](list(guests), ask))})
"""


class Player:
    """The program of a completion in a process of its own. The order and the count of questions stay here."""

    def __init__(self):
        self.folder = tempfile.TemporaryDirectory()
        self.process = subprocess.Popen(
            [sys.executable, "-I", "-c", PLAYER],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=self.folder.name,
            start_new_session=True,
        )
        self.timer = threading.Timer(SECONDS, self.kill)
        self.timer.start()

    def load(self, source):
        self.say(source)
        self.hear()

    def kill(self):
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass

    def close(self):
        self.timer.cancel()
        self.kill()
        self.process.stdout.close()
        try:
            self.process.stdin.close()
        except OSError:
            pass
        self.process.wait()
        self.folder.cleanup()

    def say(self, message):
        self.process.stdin.write(json.dumps(message).encode() + b"\n")
        self.process.stdin.flush()

    def hear(self):
        message = json.loads(self.process.stdout.readline(2000))
        if not isinstance(message, dict):
            raise ValueError("no message")
        return message

    def play(self, group):
        """Whether the order was found, and the number of questions."""
        order, questions = group["order"], 0
        self.say(group["guests"])
        while True:
            message = self.hear()
            if "found" in message:
                return message["found"] == order, questions
            questions += 1
            asked = message["ask"]
            if questions > MOST_QUESTIONS or type(asked) is not list or len(asked) != len(order):
                return False, questions
            self.say(sum(here == there for here, there in zip(asked, order)))


def program_in(text):
    pieces = text.split("```")
    if len(pieces) < 3 or len(text) > 30_000:
        return None
    first, _, rest = pieces[1].partition("\n")
    return rest if first.strip() in ("", "python", "py") and rest.strip() else None


def questions_needed(player, groups):
    """The mean over the groups, None when an order is not found."""
    # A first round shows whether the program works at all, a second one measures it.
    for group in groups:
        found, _ = player.play(group)
        if not found:
            return None
    return sum(player.play(group)[1] for group in groups) / len(groups)


def reward_fn(completion, **kwargs):
    source = program_in(completion)
    if source is None:
        return 0.0
    player = Player()
    try:
        player.load(source)
        mean = questions_needed(player, kwargs["groups"])
    except (OSError, ValueError, KeyError, RecursionError):
        return 0.0
    finally:
        player.close()
    if mean is None:
        return 0.0
    return min(1.0, kwargs["par"] / max(1.0, mean))
