"""Times a warm `run_code("pass")`, and a bare fork of this process beside it, turn by turn. Info: percentiles (ms)."""

import os
from time import perf_counter

from runrl import run_code


def reward_fn(completion, runs=50, **kwargs):
    run_code("pass")
    ours, theirs = [], []
    for _ in range(runs):
        started = perf_counter()
        assert run_code("pass").ok
        ours.append((perf_counter() - started) * 1e3)
        started = perf_counter()
        pid = os.fork()
        if pid == 0:
            os._exit(0)
        os.waitpid(pid, 0)
        theirs.append((perf_counter() - started) * 1e3)
    ours.sort()
    theirs.sort()
    info = {}
    for name, share in (("p50", 0.5), ("p95", 0.95)):
        info[f"run_{name}"] = ours[int(share * runs)]
        info[f"fork_{name}"] = theirs[int(share * runs)]
    return info["run_p50"] - info["fork_p50"], info
