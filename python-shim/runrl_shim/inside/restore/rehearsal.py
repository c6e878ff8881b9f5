"""A call of our own that a worker serves before its first one: what it writes, every call that executes code does.

Those pages are brought back after each call without asking whether it wrote them, and so need not be protected: a write
to one that is costs a fault. Which they are depends on nothing that a call was given.
"""

from __future__ import annotations

import json

from runrl_shim.inside.restore.tracing import AT_SYSTEM_CALL, WRITE
from runrl_shim.wire import protocol as wire

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from runrl_shim.inside.restore.passage import Passage
    from runrl_shim.inside.restore.tracing import Traced

_PROGRAM = '''
import math
from collections import Counter

class Solution:
    """Counts."""

    def __init__(self, most: int = 9) -> None:
        self.most, self.seen = most, {}

    def solve(self, numbers, text="a b c"):
        total, words = 0, [word.strip().upper() for word in text.split()]
        for index, number in enumerate(sorted(numbers, key=lambda each: -each)):
            total += number * index % 7 if number > 3 else int(math.sqrt(number))
            self.seen[f"{index}: {number:.2f}"] = (index, number, words)
        try:
            raise ValueError(str(total))
        except (KeyError, ValueError) as error:
            total += len(error.args)
        while total > 1_000:
            total //= 2
        return total + Counter(words)["A"] + max(each[0] for each in self.seen.values())

def solve(n):
    kept = {str(i): [i, i / 2] for i in range(n)}
    return sum(i * i for i in range(n)) + len(kept) - n
'''


def rehearsed(row: dict[str, Any], completion: str) -> float:
    """In the place of the module's function."""
    if not completion:
        return 0.0
    names: dict[str, Any] = {}
    exec(completion, names)
    right: int = sum(names["solve"](n) == total for n, total in row["tests"])
    return right + float(names["Solution"]().solve([5, 3, 8, 1], row["prompt"]) > 0)


def rehearsal(*, runs_code: bool) -> bytes:
    """The batch of one call as the agent would send it."""
    tests = [[n, sum(i * i for i in range(n))] for n in range(9)]
    row = {"prompt": "count the words " * 9, "answer": "1", "tests": tests}
    texts = json.dumps(row).encode(), json.dumps(_PROGRAM if runs_code else "").encode()
    size = wire.CALL_FRAME.size + sum(map(len, texts))
    frame = wire.CALL_FRAME.pack(size, 1, 0, 0, len(texts[0])) + b"".join(texts)
    return wire.BATCH_HEADER.pack(len(frame), 1) + frame


def rehearse(traced: Traced, passage: Passage, batch: bytes, wait: Callable[[], int]) -> None:
    """Has a worker that reads its first call serve this one, of which nobody hears, until it would write its result.

    Or until it asks for something else, or gets a signal: all of that is forgotten, as it is not carried out.
    """
    passage.put(batch)
    passage.give(traced, 0, traced.asks()[2], len(batch))
    traced.answer(len(batch))
    while wait() == AT_SYSTEM_CALL:
        number, _, at, size = traced.asks()
        seen = passage.take(traced, at, size) if number == WRITE else None
        if seen is None or seen[0] < wire.WORKER_READY:
            return
        traced.answer(size)
