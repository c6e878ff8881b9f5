"""What gathering evidence costs a warm call in which nothing happens, in microseconds; differences within one run.

    PYTHONPATH=python-shim python bench/python/evidence.py [reward.py]

Three kinds of rounds in turn, so that a machine that changes its speed changes it for all: the bare call, as before
there was evidence (`bare`); as `auto` and `never` run it (`watched`); as `always` and `shared` do (`compared`).
"""

from __future__ import annotations

import json
import os
import sys
from time import perf_counter
from typing import Any

from runrl_shim.inside.loading.load import load_reward
from runrl_shim.inside.reuse.fingerprint import Fingerprint
from runrl_shim.inside.tampering import evidence, watch
from runrl_shim.inside.workers.evaluate import evaluate

CALLS = 500
ROUNDS = 300


def main(file: str) -> None:
    evidence.prepare(file)
    watch.install()
    run = load_reward(file).call
    fingerprint = Fingerprint(file)
    watched = watch.Watched(lambda act: None, lambda call, item: print("evidence:", item))
    watch.start(watched)
    row = json.dumps({"expected_result": 18, "answer": 18, "prompt": "How many eggs?"}).encode()
    completion = json.dumps("16 - 3 - 4 = 9 eggs at $2.\nA: 18").encode()

    def bare() -> None:
        watched.on = True
        evaluate(run, row, completion, 0, None, watched)

    def as_watched() -> None:
        watched.begin(1, completion, 0)
        evaluate(run, row, completion, 0, None, watched)
        if watched.evidence is not None:
            raise AssertionError("something happened")

    def as_compared() -> None:
        as_watched()
        if evidence.executions or not fingerprint.is_as_it_was():
            raise AssertionError("something changed")

    best: dict[Any, float] = {}
    for _ in range(ROUNDS):
        for body in (bare, as_watched, as_compared):
            begin = perf_counter()
            for _ in range(CALLS):
                body()
            taken = (perf_counter() - begin) / CALLS * 1e6
            best[body] = min(taken, best.get(body, taken))
    names = sum(len(values) for _, _, values in fingerprint.checks)
    print(f"{os.path.basename(file)}, Python {sys.version.split()[0]}, {names} names compared after each call")
    print(f"  bare      {best[bare]:6.2f} us")
    print(f"  watched   {best[as_watched]:6.2f} us  (+{best[as_watched] - best[bare]:.2f}: auto, never)")
    print(f"  compared  {best[as_compared]:6.2f} us  (+{best[as_compared] - best[bare]:.2f}: always, shared)")


main(os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else "examples/gsm8k/reward.py"))
