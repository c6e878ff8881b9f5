"""Rewards functions that count things on game boards.

The submitted function runs in a worker process on every position of the row; the reference below says what is right.
reward = 1.0 when all positions agree.
"""

import json
import os
import signal
import subprocess
import sys
import tempfile

LIMIT = 4.0
EIGHT = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]
FOUR = [(-1, 0), (0, -1), (0, 1), (1, 0)]
KNIGHT = [(a, b) for a in (-2, -1, 1, 2) for b in (-2, -1, 1, 2) if abs(a) != abs(b)]

WORKER = r"""
import json, os, resource, sys
resource.setrlimit(resource.RLIMIT_CPU, (4, 4))
resource.setrlimit(resource.RLIMIT_AS, (1 << 29, 1 << 29))
resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, 1 << 20))
job = json.load(sys.stdin)
reply = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)
space = {"__name__": "submission"}
exec(compile(job["code"], "submission.py", "exec"), space)
played = []
for position in job["positions"]:
    board = [list(line) for line in position["grid"].split("/")]
    row, col = position["at"]
    try:
        value = space[job["function"]](board, row, col)
    except Exception:
        value = None
    played.append({"board": board, "row": row, "col": col, "value": value})
json.dump(played, reply)
reply.flush()
"""


def at(board, row, col):
    return board[row][col] if 0 <= row < len(board) and 0 <= col < len(board[row]) else None


def run_length(board, row, col, step, piece):
    count = 0
    while at(board, row + (count + 1) * step[0], col + (count + 1) * step[1]) == piece:
        count += 1
    return count


def flips(board, row, col):
    if at(board, row, col) != ".":
        return 0
    total = 0
    for step in EIGHT:
        count = run_length(board, row, col, step, "O")
        if at(board, row + (count + 1) * step[0], col + (count + 1) * step[1]) == "X":
            total += count
    return total


def liberties(board, row, col):
    stone = at(board, row, col)
    if stone not in ("X", "O"):
        return 0
    group, todo, free = {(row, col)}, [(row, col)], set()
    while todo:
        r, c = todo.pop()
        for dr, dc in FOUR:
            point = (r + dr, c + dc)
            if at(board, *point) == ".":
                free.add(point)
            elif at(board, *point) == stone and point not in group:
                group.add(point)
                todo.append(point)
    return len(free)


def rook_reach(board, row, col):
    piece = at(board, row, col)
    if piece not in ("X", "O"):
        return 0
    total = 0
    for step in FOUR:
        count = run_length(board, row, col, step, ".")
        stop = at(board, row + (count + 1) * step[0], col + (count + 1) * step[1])
        total += count + (stop is not None and stop != piece)
    return total


def longest(board, row, col):
    piece = at(board, row, col)
    if piece not in ("X", "O"):
        return 0
    return max(
        1 + run_length(board, row, col, (dr, dc), piece) + run_length(board, row, col, (-dr, -dc), piece)
        for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1))
    )


def knight_hits(board, row, col):
    piece = at(board, row, col)
    if piece not in ("X", "O"):
        return 0
    return sum(at(board, row + dr, col + dc) == "XO"[piece == "X"] for dr, dc in KNIGHT)


REFERENCES = {function.__name__: function for function in (flips, liberties, rook_reach, longest, knight_hits)}


def submission(text):
    opening = text.rfind("```python")
    closing = text.find("```", opening + 9)
    if opening < 0 or closing < 0:
        return ""
    return text[opening + 9 : closing]


def play(code, function, positions):
    """What the worker reports for each position, or None."""
    job = json.dumps({"code": code, "function": function, "positions": positions})
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryFile() as reply:
        worker = subprocess.Popen(
            [sys.executable, "-I", "-S", "-c", WORKER],
            stdin=subprocess.PIPE,
            stdout=reply,
            stderr=subprocess.DEVNULL,
            cwd=folder,
            env={},
            start_new_session=True,
        )
        try:
            worker.communicate(job.encode(), timeout=LIMIT)
        except subprocess.TimeoutExpired:
            return None
        finally:
            try:
                os.killpg(worker.pid, signal.SIGKILL)
            except (ProcessLookupError, PermissionError):
                pass
            worker.wait()
        reply.seek(0)
        try:
            played = json.loads(reply.read(1 << 20))
        except (ValueError, RecursionError):
            return None
    if not isinstance(played, list) or len(played) != len(positions):
        return None
    return played


def reward_fn(completion, task, positions, **kwargs):
    code = submission(completion) if isinstance(completion, str) else ""
    if not code.strip() or not positions:
        return 0.0
    played = play(code, task, positions)
    if played is None:
        return 0.0
    reference = REFERENCES[task]
    right = 0
    for position in played:
        try:
            wanted = reference(position["board"], position["row"], position["col"])
            right += type(position["value"]) is int and position["value"] == wanted
        except (KeyError, TypeError, IndexError):
            return 0.0
    return float(right == len(positions))
