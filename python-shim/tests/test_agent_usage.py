"""What is read of processes from outside, against what they measure themselves."""

from __future__ import annotations

import mmap
import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from runrl_shim.agent import usage
from runrl_shim.agent.account import Account
from runrl_shim.inside.measure import Meter, map_account

MiB = 1 << 20


@contextmanager
def child(body: Callable[[], object]) -> Iterator[int]:
    """A child that has done `body` and waits."""
    ready, done = os.pipe()
    pid = os.fork()
    if pid == 0:
        kept = body()
        os.write(done, b"x")
        time.sleep(600)
        os._exit(kept is None)
    os.close(done)
    os.read(ready, 1)
    try:
        yield pid
    finally:
        for process in [*usage.processes_below(pid), usage.Process(pid)]:
            os.kill(process.pid, 9)
        os.waitpid(pid, 0)
        os.close(ready)


def burn(seconds: float) -> None:
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass


def test_cpu_is_read_to_the_nanosecond_and_counts_children() -> None:
    def work() -> None:
        burn(0.2)
        pid = os.fork()
        if pid == 0:
            burn(0.4)
            os._exit(0)
        os.waitpid(pid, 0)

    with child(work) as pid:
        assert 0.58e9 <= usage.cpu_ns([usage.Process(pid)]) <= 0.95e9  # 1.0: the child twice


def test_children_of_threads_are_found_and_the_oldest_comes_first() -> None:
    def work() -> None:
        ready, done = os.pipe()

        def start() -> None:
            if os.fork() == 0:
                os.write(done, b"x")
                time.sleep(600)
            time.sleep(600)

        worker = os.fork()
        if worker == 0:
            threading.Thread(target=start, daemon=True).start()
            time.sleep(600)
        os.read(ready, 1)

    with child(work) as pid:
        worker, grandchild = usage.processes_below(pid)
        assert worker.threads == 2
        assert grandchild.threads == 1


def test_memory_counts_shared_pages_once() -> None:
    def work() -> object:
        held = bytearray(64 * MiB)
        for _ in range(3):
            if os.fork() == 0:
                time.sleep(600)
        return held

    with child(work) as pid:
        processes = [usage.Process(pid), *usage.processes_below(pid)]
        assert len(processes) == 4
        own = usage.resident_memory(os.getpid())
        assert 60 * MiB < usage.memory(processes, own, 0) < 64 * MiB + own
        assert usage.most_memory(processes, 0) > 4 * 60 * MiB


def test_files_without_a_name_count() -> None:
    def work() -> object:
        descriptor = os.memfd_create("x")
        os.write(descriptor, bytes(8 * MiB))
        return descriptor

    with child(work) as pid:
        assert usage.nameless_memory([usage.Process(pid)]) == 8 * MiB


def test_a_process_that_is_gone_uses_nothing() -> None:
    pid = os.fork()
    if pid == 0:
        os._exit(0)
    process = usage.Process(pid)
    os.waitpid(pid, 0)
    assert usage.processes_below(pid) == []
    assert (usage.cpu_ns([process]), usage.peak_memory([process])) == (process.children_ns, 0)
    with pytest.raises(OSError, match="No such"):
        usage.Process(pid)


def test_the_peak_of_a_call_is_its_own() -> None:
    with open("/proc/self/clear_refs", "w") as file:
        file.write("5")  # what other tests have needed in this process is none of it
    meter = Meter()
    block = bytearray(64 * MiB)
    del block
    big, _ = meter.measure(1_000_000)
    small, _ = meter.measure(1_000_000)
    assert big > 64 * MiB
    assert small < big - 40 * MiB
    assert meter.resting < big - 40 * MiB


def test_the_account_is_read_on_the_other_side() -> None:
    account = Account()
    before = os.listdir("/proc/self/fd")
    page = map_account(os.dup(account.descriptor))
    assert set(os.listdir("/proc/self/fd")) <= set(before)  # others may be collected meanwhile
    page[0] = 123_456_789_012
    assert account.cpu_ns() == 123_456_789_012
    assert len(page) == mmap.PAGESIZE // 8
    os.truncate(account.descriptor, 0)
    assert account.cpu_ns() == 0
    account.close()
