"""Many calls through proxies that delay, drop and fall silent, to hosts that die: one answer each, none doubled."""

from __future__ import annotations

import asyncio
import contextlib
import faulthandler
import os
import random
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Future, wait
from pathlib import Path
from typing import Any

import pytest
from runrl_sandbox import Outcome, Unavailable
from runrl_sandbox.fleet import Fleet, FleetSandbox
from test_fleet import Host, wait_for_hosts

pytestmark = [
    pytest.mark.full,
    pytest.mark.skipif("RUNRL_FLEET_CHAOS" not in os.environ, reason="npm run chaos:fleet"),
]

#: 1,000,000 took six minutes on two busy cores.
CALLS = int(os.environ.get("RUNRL_FLEET_CALLS", "20000"))
SEED = int(os.environ.get("RUNRL_FLEET_SEED", "0")) or random.randrange(1, 2**31)
#: Each `silent` costs the seconds until three heartbeats have been missed.
FAULTS = os.environ.get("RUNRL_FLEET_FAULTS", "cut,delay,well,kill,silent").split(",")
#: Between two faults.
AT_A_TIME = max(1_000, CALLS // 100)
#: For the calls of one fault: then the sessions say where they are, and the run ends. A silent host costs six seconds.
LONGEST_SECONDS = 60


class Proxy:
    """Between clients and one host. What it does to bytes changes while it runs."""

    def __init__(self, ip: str, target: int) -> None:
        self.target = target
        self.delay = 0.0
        #: Takes bytes, and passes none on: both ends think that the other is there.
        self.silent = False
        #: Once a client has said this, nothing that the host says is passed on.
        self.mute_after: bytes | None = None
        self._mute = False
        self._tasks: set[asyncio.Task[None]] = set()
        self._writers: set[asyncio.StreamWriter] = set()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever)
        self._thread.start()
        self._server = self._run(asyncio.start_server(self._serve, ip, 0))
        host, port = self._server.sockets[0].getsockname()
        self.address = f"tcp://{host}:{port}"

    def _run(self, work: Any) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(60)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            there, back = await asyncio.open_connection("127.0.0.1", self.target)
            self._writers |= {writer, back}
            directions = ((reader, back, True), (there, writer, False))
            self._tasks |= {asyncio.ensure_future(self._pass(*each)) for each in directions}
            return
        writer.close()

    async def _pass(self, source: asyncio.StreamReader, to: asyncio.StreamWriter, to_host: bool) -> None:
        with contextlib.suppress(OSError, asyncio.CancelledError):
            while data := await source.read(65536):
                if self.delay:
                    await asyncio.sleep(self.delay)
                if to_host and self.mute_after is not None and self.mute_after in data:
                    self._mute = True
                if not self.silent and (to_host or not self._mute):
                    to.write(data)
                    await to.drain()
        to.close()

    def cut(self, silent: bool = False, mute_after: bytes | None = None) -> None:
        """Ends all connections, and silence: what was swallowed is gone, so no connection may go on after it."""

        async def end() -> None:
            self.silent, self.mute_after, self._mute = silent, mute_after, False
            for writer in self._writers:
                writer.transport.abort()
            self._writers.clear()

        self._run(end())

    def close(self) -> None:
        async def end() -> None:
            self._server.close()
            for writer in self._writers:
                writer.transport.abort()
            for task in self._tasks:
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)

        self._run(end())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


class Chaos:
    """Four hosts, and what befalls them."""

    def __init__(self, command: str, file: Path) -> None:
        # A client that was not heard for 16 s is forgotten.
        self._begin = lambda: Host(command, file, "--client-grace=1s")
        self.hosts = [self._begin() for _ in range(4)]
        self.proxies = [Proxy(f"127.0.0.{at + 2}", self._port(host)) for at, host in enumerate(self.hosts)]
        self._random = random.Random(SEED)
        self.did: Counter[str] = Counter()
        #: Each fault comes equally often.
        self._bag: list[str] = []

    @staticmethod
    def _port(host: Host) -> int:
        return int(host.address.rpartition(":")[2])

    def act(self) -> str:
        """One fault, in words; at least one host is left alone."""
        at = self._random.randrange(3)
        proxy = self.proxies[at]
        if not self._bag:
            self._bag = [*FAULTS]
            self._random.shuffle(self._bag)
        fault = self._bag.pop()
        self.did[fault] += 1
        if proxy.silent and fault != "silent":
            proxy.cut()
        if fault == "kill":
            self.hosts[at].kill()
            self.hosts[at].end()
            self.hosts[at] = self._begin()
            proxy.target = self._port(self.hosts[at])
            proxy.cut()
        elif fault == "cut":
            proxy.cut()
        elif fault == "well":
            for each in self.proxies:
                if each.silent:
                    each.cut()
                each.delay = 0.0
        else:
            proxy.delay = self._random.choice([0.001, 0.02]) if fault == "delay" else 0.0
            proxy.silent = fault == "silent"
        return fault if fault == "well" else f"{fault} {at}"

    def end(self) -> None:
        for proxy in self.proxies:
            proxy.close()
        for host in self.hosts:
            host.end()


@pytest.fixture
def chaos(command: str, modules: Path) -> Iterator[Chaos]:
    chaos = Chaos(command, modules / "reward.py")
    yield chaos
    chaos.end()


def where(sandbox: FleetSandbox) -> str:
    """What the client knows of each host, and what it waits for there."""
    io: Any = sandbox._connection.io()
    return f"{len(io._work)} requests, {len(io._waiting.calls)} wait; " + "; ".join(
        f"{host.entry.address} {host.state}: {host.load}, open {host.session.open}, broken {host.session.broken}, "
        f"asked {len(host.session.unanswered)}, "
        f"sent {sum(one.message > 0 for one in host.session.unanswered.values())}, "
        f"credits {host.session._outbox._new.credits}, seq {host.session.messages.latest}"
        for host in io._hosts.values()
    )


def test_each_call_has_one_answer_whatever_befalls_the_hosts(chaos: Chaos) -> None:
    answers: Counter[int] = Counter()
    kinds: Counter[str] = Counter()
    wrong: list[str] = []

    def note(index: int, future: Future[Outcome]) -> None:
        answers[index] += 1
        error = future.exception()
        if error is None:
            outcome = future.result()
            kinds[f"{outcome.status} {outcome.attempt}"] += 1
            if outcome.status != "ok" or outcome.reward != index:
                wrong.append(f"{index}: {outcome}")
        else:
            kinds[type(error).__name__] += 1
            if not (isinstance(error, Unavailable) and "2 hosts were lost" in str(error)):
                wrong.append(f"{index}: {error!r}")

    begun = time.monotonic()
    with Fleet.static(proxy.address for proxy in chaos.proxies).sandbox() as sandbox:
        wait_for_hosts(sandbox, 4)
        for first in range(0, CALLS, AT_A_TIME):
            # Anew for each fault: a run may take longer than pytest gives a test.
            faulthandler.dump_traceback_later(3 * LONGEST_SECONDS, file=sys.__stderr__, exit=True)
            indexes = range(first, min(first + AT_A_TIME, CALLS))
            futures = {index: sandbox.submit("x", value=index) for index in indexes}
            for index, future in futures.items():
                future.add_done_callback(lambda done, index=index: note(index, done))
            since, fault = time.monotonic(), chaos.act()
            acted = time.monotonic()
            late = wait(futures.values(), LONGEST_SECONDS).not_done
            assert not late, f"{len(late)} calls have no answer, seed {SEED}, {fault}: {where(sandbox)}"
            now = time.monotonic()
            print(
                f"{first + len(indexes)} calls, {now - begun:.0f} s: {fault} took {acted - since:.1f} s, "
                f"the rest of its calls {now - acted:.1f} s",
                file=sys.__stderr__,
                flush=True,
            )
        assert {load.in_flight for load in sandbox.hosts().values()} == {0}
    seconds = time.monotonic() - begun
    print(f"{CALLS} calls in {seconds:.0f} s, seed {SEED}: {dict(kinds)}; {dict(chaos.did)}")
    assert not wrong, (SEED, wrong[:5])
    assert len(answers) == CALLS
    assert set(answers.values()) == {1}
    assert "kill" not in FAULTS or kinds["ok 2"] > 0, "no fault took anything from a host"
