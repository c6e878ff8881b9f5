"""How trainers score a step by themselves: METHOD MODULE FOLDER CONCURRENCY LIMIT(seconds).

Reads FOLDER/rows.jsonl and writes FOLDER/result.json.

Every method gets the same rows and the same limit for a call, and measures it as it does where it comes from:

inline     one call after the other in the trainer, SIGALRM around each; coroutines together, as many as CONCURRENCY
threads    a thread pool; the limit counts while the trainer waits for that row, a thread that hangs stays
prime      as verl's prime manager: a pool of 64 processes, the limit counts from submission
areal      as AReaL's wrapper: a pool of CONCURRENCY processes, the limit counts from submission, three tries, a broken
           pool is replaced

A call that failed or hit the limit has no reward. Memory is bounded (RLIMIT_DATA 1 GiB), so that this machine survives.
"""

import asyncio
import importlib.util
import inspect
import json
import os
import resource
import signal
import sys
import time
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures import TimeoutError as FutureTimeout

METHOD, MODULE, FOLDER, CONCURRENCY, LIMIT = *sys.argv[1:4], int(sys.argv[4]), float(sys.argv[5])
PRIME_PROCESSES = 64
AREAL_TRIES = 3
FAILED, TIMEOUT = "failed", "timeout"


def load():
    spec = importlib.util.spec_from_file_location("reward", MODULE)
    module = importlib.util.module_from_spec(spec)
    sys.modules["reward"] = module
    spec.loader.exec_module(module)
    return module.reward_fn


def call(row):
    answer = reward_fn(row["completion"], **row["kwargs"])
    return asyncio.run(answer) if inspect.isawaitable(answer) else answer


def alarm(signum, frame):
    raise TimeoutError


def inline(rows, done):
    if inspect.iscoroutinefunction(reward_fn):
        asyncio.run(coroutines(rows, done))
        return
    signal.signal(signal.SIGALRM, alarm)
    for index, row in enumerate(rows):
        signal.setitimer(signal.ITIMER_REAL, LIMIT)
        try:
            done(index, call(row))
        except TimeoutError:
            done(index, TIMEOUT)
        except BaseException:
            done(index, FAILED)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)


async def coroutines(rows, done):
    places = asyncio.Semaphore(CONCURRENCY)

    async def one(index, row):
        async with places:
            try:
                done(index, await asyncio.wait_for(reward_fn(row["completion"], **row["kwargs"]), LIMIT))
            except asyncio.TimeoutError:
                done(index, TIMEOUT)

    await asyncio.gather(*[one(index, row) for index, row in enumerate(rows)])


def threads(rows, done):
    pool = ThreadPoolExecutor(CONCURRENCY)
    for index, future in enumerate([pool.submit(call, row) for row in rows]):
        try:
            done(index, future.result(LIMIT))
        except FutureTimeout:
            done(index, TIMEOUT)
        except BaseException:
            done(index, FAILED)


def prime(rows, done):
    async def one(index, row):
        try:
            done(index, await asyncio.wait_for(loop.run_in_executor(pool, call, row), LIMIT))
        except asyncio.TimeoutError:
            done(index, TIMEOUT)
        except BaseException:
            done(index, FAILED)

    async def every():
        await asyncio.gather(*[one(index, row) for index, row in enumerate(rows)])

    pool = ProcessPoolExecutor(PRIME_PROCESSES)
    loop = asyncio.new_event_loop()
    loop.run_until_complete(every())


def areal(rows, done):
    pools = [ProcessPoolExecutor(CONCURRENCY)]

    async def one(index, row):
        reward = FAILED
        for _ in range(AREAL_TRIES):
            pool = pools[-1]
            try:
                reward = await asyncio.wait_for(loop.run_in_executor(pool, call, row), LIMIT)
                break
            except asyncio.TimeoutError:
                reward = TIMEOUT
            except BrokenExecutor:
                reward = FAILED
                if pool is pools[-1]:
                    pools.append(ProcessPoolExecutor(CONCURRENCY))
            except BaseException:
                reward = FAILED
                break
        done(index, reward)

    async def every():
        await asyncio.gather(*[one(index, row) for index, row in enumerate(rows)])

    loop = asyncio.new_event_loop()
    loop.run_until_complete(every())


resource.setrlimit(resource.RLIMIT_DATA, (1 << 30, 1 << 30))
with open(os.path.join(FOLDER, "rows.jsonl")) as file:
    rows = [json.loads(line) for line in file]
reward_fn = load()
rewards, times = [FAILED] * len(rows), [0.0] * len(rows)
start = time.perf_counter()


def done(index, reward):
    rewards[index], times[index] = reward, (time.perf_counter() - start) * 1e3


{"inline": inline, "threads": threads, "prime": prime, "areal": areal}[METHOD](rows, done)
seconds = time.perf_counter() - start
times.sort()


def at(share):
    return times[min(len(times) - 1, int(len(times) * share))]


wrong = [
    reward
    for row, reward in zip(rows, rewards, strict=True)
    if row["expected"] is not None and (isinstance(reward, str) or reward != row["expected"])
]
result = {
    "seconds": seconds,
    "perSecond": len(rows) / seconds,
    **{f"p{share}": at(share / 100) for share in (50, 95, 99)},
    "wrong": len(wrong),
    "falseTimeouts": wrong.count(TIMEOUT),
}
# The module may have changed what it liked, and hung threads and processes would keep this one for ever.
with open(os.path.join(FOLDER, "result.json"), "w") as file:
    file.write(json.dumps(result))
    file.flush()
    os._exit(0)
