"""
What a fleet costs: calls through one and through three hosts of it against one `Sandbox`, on the same cores, in turns.

    RUNRL_SANDBOX_COMMAND="node dist/cli/main.js" python bench/serve/fleet.py --rounds 5
"""

from __future__ import annotations

import argparse
import contextlib
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

from runrl_sandbox import Sandbox
from runrl_sandbox.fleet import Fleet

REWARD = "def reward_fn(completion, **kwargs):\n    return float(len(completion))\n"
COMPLETION = "x" * 2_000


def through(sandbox: Any, count: int) -> tuple[float, float]:
    """Calls per second, and the microseconds of CPU that one costs this process."""
    begun, worked = time.perf_counter(), time.process_time()
    assert sum(1 for outcome in sandbox.map((COMPLETION, {}) for _ in range(count)) if outcome.status == "ok") == count
    return count / (time.perf_counter() - begun), 1e6 * (time.process_time() - worked) / count


def one_by_one(sandbox: Any, count: int) -> float:
    """The median of calls that wait for each other, in milliseconds."""
    times = []
    for _ in range(count):
        begun = time.perf_counter()
        sandbox.score("x")
        times.append(time.perf_counter() - begun)
    return 1000 * statistics.median(times)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--calls", type=int, default=20_000)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        file = Path(folder, "reward.py")
        file.write_text(REWARD)
        hosts = [stack.enter_context(Sandbox.spawn(file)) for _ in range(3)]
        addresses = [host.address for host in hosts]
        clients = {
            "one Sandbox": stack.enter_context(Sandbox(addresses[0])),
            "fleet of 1": stack.enter_context(Fleet.static(addresses[:1]).sandbox()),
            "fleet of 3": stack.enter_context(Fleet.static(addresses).sandbox()),
        }
        rates: dict[str, list[tuple[float, float]]] = {name: [] for name in clients}
        waits: dict[str, list[float]] = {name: [] for name in clients}
        for client in clients.values():
            through(client, options.calls // 4)
        for _ in range(options.rounds):
            for name, client in clients.items():
                rates[name].append(through(client, options.calls))
            for name, client in clients.items():
                waits[name].append(one_by_one(client, 200))
        alone, alone_ms = rates["one Sandbox"], waits["one Sandbox"]
        for name in clients:
            ratio = statistics.median(one[0] / other[0] for one, other in zip(rates[name], alone, strict=True))
            added = statistics.median(one - other for one, other in zip(waits[name], alone_ms, strict=True))
            rate, cpu = (statistics.median(values) for values in zip(*rates[name], strict=True))
            print(
                f"{name}: {ratio:.2f} ({rate:,.0f} calls/s), CPU of the client {cpu:.1f} µs/call; "
                f"p50 {added:+.2f} ms ({statistics.median(waits[name]):.2f})"
            )


if __name__ == "__main__":
    main()
