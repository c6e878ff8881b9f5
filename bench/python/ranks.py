"""One rank of a trainer: WAY FOLDER RANK RANKS [ADDRESS]. Waits for a line on stdin, then scores its share of the rows.

WAY `map` asks a server with the Python client, `inline` calls the reward function, `pool` has a process pool.
Prints one JSON object. The module of the last two is FOLDER/reward.py.
"""

import importlib.util
import json
import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor

WAY, FOLDER, RANK, RANKS = *sys.argv[1:3], int(sys.argv[3]), int(sys.argv[4])


def load():
    spec = importlib.util.spec_from_file_location("reward", os.path.join(FOLDER, "reward.py"))
    module = importlib.util.module_from_spec(spec)
    sys.modules["reward"] = module
    spec.loader.exec_module(module)
    return module.reward_fn


def call(row):
    return reward_fn(row["completion"], **row["kwargs"])


def begin():
    print("ready", flush=True)
    sys.stdin.readline()
    return time.perf_counter()


with open(os.path.join(FOLDER, "rows.jsonl")) as file:
    rows = [json.loads(line) for line in file][RANK::RANKS]
if WAY == "map":
    from runrl_sandbox import Sandbox

    with Sandbox(sys.argv[5]) as sandbox:
        sandbox.score(rows[0]["completion"], rows[0]["kwargs"])
        started = begin()
        rewards = [outcome.reward for outcome in sandbox.map((row["completion"], row["kwargs"]) for row in rows)]
        seconds = time.perf_counter() - started
else:
    reward_fn = load()
    if WAY == "inline":
        started = begin()
        rewards = [call(row) for row in rows]
        seconds = time.perf_counter() - started
    else:
        with ProcessPoolExecutor(os.cpu_count()) as pool:
            pool.submit(call, rows[0]).result()
            started = begin()
            rewards = list(pool.map(call, rows))
            seconds = time.perf_counter() - started
wrong = sum(reward != row["expected"] for row, reward in zip(rows, rewards, strict=True))
print(json.dumps({"seconds": seconds, "wrong": wrong}), flush=True)
