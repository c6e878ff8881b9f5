"""What is read of processes from outside, against what they measure themselves."""

from __future__ import annotations

import contextlib
import ctypes
import mmap
import os
import select
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from runrl_shim.agent.limits import usage, watch_usage
from runrl_shim.agent.limits.account import Account
from runrl_shim.agent.limits.buffers import MemoryWithBuffers
from runrl_shim.agent.limits.slot_memory import SlotMemory, base_of
from runrl_shim.agent.limits.watch_usage import UsageWatch
from runrl_shim.inside.workers.measure import Meter, map_account
from runrl_shim.kernel.held import Gauge, SharedMemory

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
        base = base_of(os.getpid())
        pids = [process.pid for process in processes]
        memory = SlotMemory(base)
        assert memory.look(-1, pids, 1024 * MiB) > 4 * 60 * MiB  # below the limit, cheaply
        assert 60 * MiB < memory.look(-1, pids, 100 * MiB) < 64 * MiB + base


def test_copies_of_shared_pages_count() -> None:
    base = bytearray(64 * MiB)

    def work() -> None:
        for _ in range(3):
            if os.fork() == 0:
                base[::4096] = b"x" * len(base[::4096])
                time.sleep(600)

    own = base_of(os.getpid())
    with child(work) as pid:
        processes = usage.processes_below(pid)
        memory = SlotMemory(own)
        # Cheaply: the kernel counts no page of them that it did not count before.
        while memory.look(-1, [process.pid for process in processes], 4096 * MiB) < own + 3 * 60 * MiB:
            time.sleep(0.01)


def test_what_grows_behind_an_exact_look_is_seen() -> None:
    go, gone = os.pipe()

    def work() -> object:
        held = bytearray(64 * MiB)
        for _ in range(3):
            if os.fork() == 0:
                os.read(go, 1)
                held[::4096] = b"x" * len(held[::4096])
                time.sleep(600)
        return held

    with child(work) as pid:
        pids = [pid, *(process.pid for process in usage.processes_below(pid))]
        memory = SlotMemory(0)
        assert memory.look(-1, pids, 200 * MiB) < 200 * MiB  # exactly
        os.write(gone, b"xxx")
        while memory.look(-1, pids, 200 * MiB) < 4 * 60 * MiB:
            time.sleep(0.01)


def test_what_was_made_ready_for_calls_does_not_count() -> None:
    base = base_of(os.getpid())
    ready = 64 * MiB

    def work() -> object:
        return bytearray(b"x") * ready, bytearray(b"x") * (16 * MiB)

    with child(work) as pid:
        for limit in (1024 * MiB, 0):  # cheaply, exactly
            all_of_it = SlotMemory(base).look(-1, [pid], limit)
            beside = SlotMemory(base, base + ready).look(-1, [pid], limit)
            assert abs(all_of_it - ready - beside) < MiB


def held_by(work: Callable[[], object]) -> int:
    """What a child holds that has done this, exactly."""
    base = base_of(os.getpid())
    with child(work) as pid:
        memory = SlotMemory(base)
        most = memory.look(-1, [pid], 1024 * MiB) - base
        held = memory.look(-1, [pid], 0)
        assert not memory.unseen
        assert most > held - base
        return held


def fill(span: mmap.mmap) -> mmap.mmap:
    for at in range(0, len(span), 4 * MiB):
        span[at : at + 4 * MiB] = b"x" * (4 * MiB)
    return span


def advised_away() -> object:
    span = fill(mmap.mmap(-1, 64 * MiB))
    span.madvise(mmap.MADV_DONTNEED)
    return span


def page_tables() -> object:
    span = mmap.mmap(-1, 32 << 30, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, prot=mmap.PROT_READ)
    for at in range(0, 32 << 30, 2 * MiB):
        span[at]
    return span


def mapped_and_closed() -> object:
    descriptor = os.memfd_create("x")
    os.ftruncate(descriptor, 64 * MiB)
    span = mmap.mmap(descriptor, 64 * MiB)
    os.write(descriptor, bytes(64 * MiB))
    os.close(descriptor)
    return span


def watched_and_closed() -> object:
    kept = []
    for _ in range(2):
        kept.append(select.epoll())
        for read, _ in [os.pipe() for _ in range(20)]:
            for number in range(1000, 1500):
                os.dup2(read, number)
                kept[-1].register(number, select.EPOLLIN)
                os.close(number)
    return kept


def full_socket_pairs() -> object:
    kept = []
    for _ in range(300):
        ends = socket.socketpair()
        ends[0].setblocking(False)
        with contextlib.suppress(BlockingIOError):
            while True:
                ends[0].send(bytes(64 << 10))
        kept.append(ends)
    return kept


@pytest.mark.parametrize("work", [advised_away, page_tables, mapped_and_closed, full_socket_pairs])
def test_memory_that_is_not_resident_counts(work: Callable[[], object]) -> None:
    # What a fork of this process shares with it is not the matter.
    assert 60 * MiB < held_by(work) - held_by(lambda: None) < 90 * MiB


def shared_by(pid: int, counts: type[SharedMemory] = SharedMemory) -> int:
    """What is nobody's own, without what the mappings themselves take."""
    gauge = Gauge(0, counts)
    gauge.look([pid])
    with open(f"/proc/{pid}/maps") as mappings:
        return gauge.shared_bytes - 256 * len(mappings.readlines())


def many_mappings() -> object:
    kinds = (mmap.PROT_READ, mmap.PROT_READ | mmap.PROT_WRITE)  # or the kernel makes one of them
    return [mmap.mmap(-1, 4096, flags=mmap.MAP_PRIVATE, prot=kinds[index % 2]) for index in range(8000)]


def test_mappings_count_that_were_never_touched() -> None:
    assert held_by(many_mappings) - held_by(lambda: None) >= 8000 * 200


def test_descriptors_on_their_way_are_looked_at_and_left_where_they_are() -> None:
    folder = f"/proc/{os.getpid()}"
    with contextlib.ExitStack() as stack:
        one, other = map(stack.enter_context, socket.socketpair())
        open_before = len(os.listdir("/proc/self/fd"))
        with contextlib.suppress(OSError):  # Linux before 6.5
            other.setsockopt(
                socket.SOL_SOCKET, 76, 1
            )  # SO_PASSPIDFD: each message comes with a descriptor of its sender
        memory = MemoryWithBuffers()
        assert memory.add_sent(folder, other.fileno()) == 0  # nothing to wait for
        file = os.memfd_create("sent")
        os.write(file, b"x" * 100_000)
        socket.send_fds(one, [b"m"], [file, one.fileno()])
        os.close(file)
        for _ in range(3):
            assert memory.add_sent(folder, other.fileno()) == 2
        assert sum(memory.sizes.values()) >= 100_000
        assert memory.add_sent(folder, 0) == 0  # no socket
        with contextlib.suppress(OSError):
            other.setsockopt(socket.SOL_SOCKET, 76, 0)
        data, received, _, _ = socket.recv_fds(other, 10, 10)
        assert (data, len(received)) == (b"m", 2)
        for each in received:
            os.close(each)
        assert len(os.listdir("/proc/self/fd")) == open_before


def test_watches_of_epoll_count() -> None:
    with child(watched_and_closed) as pid:
        gauge = Gauge(0)
        gauge.look([pid])
        assert gauge.shared_bytes >= 2 * 20 * 500 * 192


@pytest.mark.parametrize("count", [4, 200])
def test_pipes_count_where_they_are_many(count: int) -> None:
    def work() -> object:
        return [os.pipe() for _ in range(count)]

    with child(work) as pid:
        assert (shared_by(pid, MemoryWithBuffers) >= count * 8192) is (count == 200)


def test_a_look_is_bounded_for_all_processes_together() -> None:
    def work() -> None:
        for _ in range(40):
            if os.fork() == 0:
                kept = [os.dup(0) for _ in range(500)]
                os.write(done, b"x")
                time.sleep(600)
                del kept
        for _ in range(40):
            os.read(ready, 1)

    ready, done = os.pipe()
    with child(work) as pid:
        pids = [process.pid for process in usage.processes_below(pid)]
        gauge = Gauge(0)
        gauge.look(pids)
        assert gauge.is_doubtful
        gauge.look(pids)
        assert "descriptors" in gauge.unseen
        gauge.look(pids[:20])
        assert not gauge.is_doubtful


def run_for(seconds: float) -> None:
    """So long of the processor's time."""
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass


class Hidden(SharedMemory):
    """To whom every process hides what it holds, as to other users than root one that is not dumpable."""

    def _add_mapped(self, folder: str) -> None:
        raise PermissionError(folder)


@pytest.mark.parametrize("ran", [0.0, 0.05])
def test_a_process_may_hide_only_until_it_has_begun(ran: float) -> None:
    with child(lambda: run_for(ran)) as pid:
        gauge = Gauge(0, Hidden)
        for _ in range(3):
            held = gauge.look([pid])
            assert gauge.is_doubtful is (ran > 0)
        assert ("hides" in gauge.unseen) is (ran > 0)
        assert held > ran * 4e9


def test_who_waits_behind_the_slow_look_of_another_is_not_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    class Waiting:
        started = 0.0

        def processes(self) -> list[usage.Process]:
            return [usage.Process(os.getpid())]

    stopped: list[int] = []
    monkeypatch.setattr(watch_usage, "_signal", lambda pids, number: stopped.append(number))
    slot, sighting = Waiting(), watch_usage._Sighting(0.0, 0, SlotMemory(0))
    sighting.pending = True
    watch: Any = object.__new__(UsageWatch)
    watch.processes = watch.cpu_time_ns = watch.cgroup = None
    watch.seen = {slot: sighting}
    watch._look(slot, time.monotonic() + 60, 0)
    assert (sighting.stopped, stopped) == (False, [])
    sighting.inspect(-1, [os.getpid()], MiB)
    watch._look(slot, time.monotonic() + 60, 0)
    assert (sighting.stopped, stopped) == (True, [signal.SIGSTOP])


def test_what_a_cgroup_does_not_count_is_looked_for_beside_it() -> None:
    class Busy:
        started, group, pidfd, killed = 0.0, 0, os.pidfd_open(os.getpid()), False

        def processes(self) -> list[usage.Process]:
            return [usage.Process(os.getpid())]

    class Counts:
        def ran_out_of_memory(self, _group: int) -> None:
            return None

    class Inspecting:
        looks = 0

        def look(self, *_: object) -> None:
            self.looks += 1

    slot, inspector = Busy(), Inspecting()
    watch: Any = object.__new__(UsageWatch)
    watch.processes = watch.cpu_time_ns = None
    watch.memory = watch.limit = MiB
    watch.cgroup, watch.inspector = Counts(), inspector
    watch.seen = {slot: watch_usage._Sighting(0.0, 0, SlotMemory(0))}
    try:
        watch._look(slot, time.monotonic(), 0)
    finally:
        os.close(slot.pidfd)
    assert inspector.looks == 1


def test_memory_that_was_cut_off_a_mapping_counts() -> None:
    go, gone = os.pipe()
    cut, done = os.pipe()

    def work() -> object:
        span = fill(mmap.mmap(-1, 64 * MiB))
        if os.fork() == 0:
            os.read(go, 1)
            span.resize(4096)
            os.write(done, b"x")
            time.sleep(600)
        return None

    with child(work) as pid:
        pids = [process.pid for process in usage.processes_below(pid)]
        memory = SlotMemory(base_of(os.getpid()))
        before = memory.look(-1, pids, 1024 * MiB)
        os.write(gone, b"x")
        os.read(cut, 1)
        assert abs(memory.look(-1, pids, 1024 * MiB) - before) < 4 * MiB


def test_a_process_that_hides_what_it_holds_is_said_to() -> None:
    ptrace_only = 4  # PR_SET_DUMPABLE

    def work() -> None:
        run_for(0.02)
        os.setresuid(12345, 12345, 12345)
        ctypes.CDLL(None).prctl(ptrace_only, 0, 0, 0, 0)

    with child(work) as pid:
        if os.getuid() == 0:
            seen = os.fork()
            if seen == 0:
                os.setresuid(12345, 12345, 12345)
                memory = SlotMemory(0)
                memory.look(-1, [pid], MiB)
                first = memory.unseen
                memory.look(-1, [pid], MiB)
                os._exit(0 if not first and "PR_SET_DUMPABLE" in memory.unseen else 1)
            assert os.waitpid(seen, 0)[1] == 0


def test_files_without_a_name_count() -> None:
    def work() -> object:
        descriptor = os.memfd_create("x")
        os.write(descriptor, bytes(8 * MiB))
        return descriptor

    with child(work) as pid:
        assert shared_by(pid) == 8 * MiB


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
