"""Sheet programs: the right number, with few API requests.

The program runs in a child process that has no sheet: each `read` is a line to us, we answer it and count it.
"""

import json
import os
import random
import re
import select
import signal
import subprocess
import sys
import time
from dataclasses import dataclass

SECONDS = 4.0
MAX_SOURCE = 6000
MAX_LINE = 4000
FENCE = re.compile(r"```(?:python|py)?[ \t]*\n(.*?)```", re.DOTALL)
AREA = re.compile(r"([A-D])([0-9]{1,3})(?::([A-D])([0-9]{1,3}))?")

CHILD = """
import json, os, resource, sys
resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))
out = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)
def say(thing):
    out.write(json.dumps(thing) + "\\n")
    out.flush()
def read(area):
    say({"read": area})
    return json.loads(sys.stdin.readline())
scope = {"__name__": "program"}
exec(compile(json.loads(sys.stdin.readline()), "program.py", "exec"), scope)
while sys.stdin.readline() == "go\\n":
    say({"answer": scope["answer"](read)})
"""


class Failed(Exception):
    """The program broke, hung, or asked for what there is not."""


@dataclass
class Sheet:
    cells: list

    @classmethod
    def draw(cls, job, rng):
        regions = ["north", "south", "east", "west"]
        table = [["item", "region", "quantity", "price"]]
        for number in range(2, job["last_row"] + 1):
            table.append([f"item {number}", rng.choice(regions), rng.randint(1, 900), rng.randint(1, 700)])
        return cls(table)

    def get(self, area):
        found = AREA.fullmatch(area) if isinstance(area, str) else None
        if found is None:
            raise Failed("not a range")
        left, top, right, bottom = found.groups()
        first, last = int(top), int(bottom or top)
        if not 1 <= first <= last <= len(self.cells):
            raise Failed("outside of the sheet")
        across = slice("ABCD".index(left), "ABCD".index(right or left) + 1)
        block = [row[across] for row in self.cells[first - 1 : last]]
        return block if right else block[0][0]

    def result(self, kind, arg):
        data = self.cells[1:]
        if kind == "revenue":
            return sum(q * p for _, _, q, p in data)
        if kind == "region_units":
            return sum(q for _, r, q, _ in data if r == arg)
        if kind == "dear_units":
            return sum(q for _, _, q, p in data if p >= arg)
        if kind == "region_revenue":
            return sum(q * p for _, r, q, p in data if r == arg)
        return max(q * p for _, _, q, p in data)


class Program:
    """A child process with the program; `run` lets it answer once for a sheet."""

    def __init__(self, source):
        self.until = time.monotonic() + SECONDS
        self.buffer = b""
        self.child = subprocess.Popen(
            [sys.executable, "-I", "-S", "-c", CHILD],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={},
            cwd="/",
            start_new_session=True,
        )
        os.set_blocking(self.child.stdin.fileno(), False)
        self.send(json.dumps(source))

    def close(self):
        try:
            os.killpg(self.child.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.child.stdin.close()
        self.child.stdout.close()
        self.child.wait()

    def send(self, line):
        data = line.encode() + b"\n"
        try:
            if os.write(self.child.stdin.fileno(), data) != len(data):
                raise Failed("does not listen")
        except OSError as error:
            raise Failed("is gone") from error

    def receive(self):
        while b"\n" not in self.buffer:
            ready, _, _ = select.select([self.child.stdout], [], [], max(0.0, self.until - time.monotonic()))
            more = os.read(self.child.stdout.fileno(), 65536) if ready else b""
            if not more or len(self.buffer) > MAX_LINE:
                raise Failed("says nothing")
            self.buffer += more
        line, _, self.buffer = self.buffer.partition(b"\n")
        try:
            said = json.loads(line[:MAX_LINE])
        except (ValueError, RecursionError) as error:
            raise Failed("no JSON") from error
        if not isinstance(said, dict) or len(said) != 1:
            raise Failed("no message")
        return said

    def run(self, sheet, most):
        """What it answers and how many requests it made."""
        self.send("go")
        requests = 0
        while requests <= most:
            said = self.receive()
            if "answer" in said:
                return said["answer"], requests
            requests += 1
            self.send(json.dumps(sheet.get(said.get("read"))))
        raise Failed("too many requests")


def grade(source, job):
    cells = 4 * job["last_row"]
    program = Program(source)
    try:
        sheet = Sheet.draw(job, random.Random(job["seed"]))
        wanted = sheet.result(job["kind"], job["arg"])
        answer, _ = program.run(sheet, cells)
        if type(answer) is not int or answer != wanted:
            return 0.0
        # It is right; now that all is warm, what does it cost?
        again, requests = program.run(sheet, cells)
        if type(again) is not int or again != wanted:
            return 0.0
    except Failed:
        return 0.0
    finally:
        program.close()
    return max(0.0, 1.0 - max(0, requests - 1) / (job["last_row"] // 2))


def reward_fn(completion, **kwargs):
    blocks = FENCE.findall(completion) if len(completion) < 50000 else []
    if len(blocks) != 1 or len(blocks[0]) > MAX_SOURCE:
        return 0.0
    return grade(blocks[0], kwargs["job"])
