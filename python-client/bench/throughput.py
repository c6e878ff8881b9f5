"""
Calls per second of one client and one server on this machine, on a reward that does nothing to speak of:

    RUNRL_SANDBOX_COMMAND="node dist/cli/main.js" PYTHONPATH=python-client/src python python-client/bench/throughput.py

Each way of asking is measured several times, and the best and the middle are shown. Other programs may take their share
of the cores meanwhile; the CPU time per call, of the client and of all processes, tells what these would do alone.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from runrl_sandbox import AsyncSandbox, Sandbox

REWARD = "def reward_fn(completion, **kwargs):\n    return float(len(completion))\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--calls", type=int, default=20_000)
    parser.add_argument("--bytes", type=int, default=2_000, help="of a completion")
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    completion = "x" * options.bytes

    def calls(count: int) -> Iterator[tuple[str, dict[str, Any]]]:
        return ((completion, {"expected_result": 18.0, "id": index}) for index in range(count))

    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "reward.py")
        file.write_text(REWARD)
        with Sandbox.spawn(file) as sandbox:
            print(f"{os.cpu_count()} cores, load average {os.getloadavg()[0]:.1f}, level {sandbox.score('x').level}")
            print(f"completions of {options.bytes} bytes, {options.rounds} rounds of {options.calls} calls")
            for name, share, run in ways(sandbox, calls, completion):
                measure(name, max(1, int(options.calls * share)), options.rounds, run, server_pid(sandbox))


def ways(
    sandbox: Sandbox, calls: Callable[[int], Iterator[Any]], completion: str
) -> Iterator[tuple[str, float, Callable[[int], None]]]:
    """Ways of asking, with the share of the calls that each makes in a round."""

    def ordered(count: int) -> None:
        assert sum(1 for outcome in sandbox.map(calls(count)) if outcome.ok) == count

    def unordered(count: int) -> None:
        assert sum(1 for outcome in sandbox.map(calls(count), ordered=False) if outcome.ok) == count

    def futures(count: int) -> None:
        submitted = [sandbox.submit(*call) for call in calls(count)]
        assert all(future.result().ok for future in submitted)

    def one_by_one(count: int) -> None:
        for call in calls(count):
            assert sandbox.score(*call).ok

    def threads(count: int) -> None:
        with ThreadPoolExecutor(32) as pool:
            assert all(outcome.ok for outcome in pool.map(lambda call: sandbox.score(*call), calls(count)))

    def gathered(count: int) -> None:
        async def run() -> None:
            async with AsyncSandbox(sandbox.address) as twin:
                for outcome in await asyncio.gather(*[twin.score(*call) for call in calls(count)]):
                    assert outcome.ok

        asyncio.run(run())

    yield "map", 1, ordered
    yield "map, ordered=False", 1, unordered
    yield "submit, then result", 1, futures
    yield "score in 32 threads", 0.25, threads
    yield "async score, gathered", 0.5, gathered
    yield "score, one by one", 0.05, one_by_one


def measure(name: str, count: int, rounds: int, run: Callable[[int], None], server: int) -> None:
    run(max(1, count // 10))
    rates, of_client, of_all = [], [], []
    for _ in range(rounds):
        client, others, before = time.process_time(), cpu_of_tree(server), time.perf_counter()
        run(count)
        rates.append(count / (time.perf_counter() - before))
        client = time.process_time() - client
        of_client.append(client / count * 1e6)
        of_all.append((client + cpu_of_tree(server) - others) / count * 1e6)
    best, middle, cpu = max(rates), statistics.median(rates), statistics.median(of_all)
    print(
        f"{name:22} best {best:9,.0f}/s  middle {middle:9,.0f}/s  CPU per call: client "
        f"{statistics.median(of_client):5.0f} µs, all {cpu:5.0f} µs = {1e6 / cpu:9,.0f}/s and core"
    )


def server_pid(sandbox: Sandbox) -> int:
    server = sandbox._connection.server
    assert server is not None
    pid: int = server.ready["pid"]
    return pid


def cpu_of_tree(root: int) -> float:
    """CPU seconds of a process and all below it, those that have ended included."""
    parents: dict[int, int] = {}
    ticks: dict[int, int] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue  # it has just ended
            parents[int(entry.name)] = int(fields[1])
            ticks[int(entry.name)] = sum(int(field) for field in fields[11:15])
    total = 0
    for pid in ticks:
        above = pid
        while above not in (0, root):
            above = parents.get(above, 0)
        total += ticks[pid] if above == root else 0
    return total / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    main()
