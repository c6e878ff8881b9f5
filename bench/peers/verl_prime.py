"""
verl's reward manager `prime`: for each step a pool of 64 processes, in which a call has 300 s from its submission on.
By verl itself where it is installed; else by the same calls of the standard library.
"""

import asyncio
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from importlib.metadata import PackageNotFoundError, version

import peer

reward_fn = peer.load(sys.argv[2])


def evaluate(task, completion, reference, row):
    return reward_fn(completion, **row)


def reproduced(evaluate, completions, references, tasks, extra_info, num_processes):
    async def every():
        with ProcessPoolExecutor(num_processes) as pool:
            calls = [
                asyncio.wait_for(loop.run_in_executor(pool, partial(evaluate, *call)), 300.0)
                for call in zip(tasks, completions, references, extra_info, strict=True)
            ]
            try:
                return await asyncio.gather(*calls)
            finally:
                for process in pool._processes.values():
                    process.terminate()

    loop = asyncio.new_event_loop()
    try:
        return loop.run_until_complete(every())
    finally:
        loop.close()


try:
    name = f"verl {version('verl')}, `prime`"
    from verl.workers.reward_manager.prime import run_reward_scoring
except PackageNotFoundError:
    name, run_reward_scoring = "verl's `prime`, reproduced", reproduced


def score(rows):
    nothing = [""] * len(rows)
    completions, kwargs = [row["completion"] for row in rows], [row["kwargs"] for row in rows]
    return run_reward_scoring(evaluate, completions, nothing, nothing, extra_info=kwargs, num_processes=64)


peer.measure(name, score)
