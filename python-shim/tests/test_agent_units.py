"""Parts of the agent by themselves: batches, stacks, the loop, verdicts."""

from __future__ import annotations

import asyncio
import faulthandler
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from runrl_shim.agent.loop import Loop
from runrl_shim.agent.outcomes import stacks, verdicts
from runrl_shim.agent.slots.batch import Batch
from runrl_shim.inside.workers.awaits import run_and_tell
from runrl_shim.wire import protocol as wire

# --- batches ---------------------------------------------------------------------------------------------


def call_frame(call: int, body: bytes) -> bytes:
    return wire.CALL_FRAME.pack(wire.CALL_FRAME.size + len(body), call, 0, 0, len(body)) + body


FRAMES = [call_frame(call, bytes([call]) * (call * 3)) for call in (7, 1, 5, 2)]
BLOCK = b"".join(FRAMES)


def calls_of(batch: Batch | None) -> list[int]:
    return [] if batch is None else [call for call, _, _ in batch.calls]


def sent(batch: Batch) -> bytes:
    """What a worker would read, after a look at the header."""
    data = b"".join(batch.payload())
    size, calls = wire.BATCH_HEADER.unpack_from(data)
    assert (size, calls) == (len(data) - wire.BATCH_HEADER.size, len(batch.calls))
    return data[wire.BATCH_HEADER.size :]


def test_a_batch_finds_its_frames() -> None:
    batch = Batch.parse(BLOCK)
    assert calls_of(batch) == [7, 1, 5, 2]
    assert [BLOCK[begin:end] for _, begin, end in batch.calls] == FRAMES
    assert sent(batch) == BLOCK
    assert calls_of(Batch.parse(b"")) == []


@pytest.mark.parametrize("position", range(5))
def test_the_rest_of_a_batch(position: int) -> None:
    rest = Batch.parse(BLOCK).rest(position)
    assert calls_of(rest) == [7, 1, 5, 2][position:]
    assert (rest is None) == (position == 4)
    if rest is not None:
        assert sent(rest) == b"".join(FRAMES[position:])


@pytest.mark.parametrize("call", [7, 1, 5, 2])
def test_a_batch_without_a_call(call: int) -> None:
    batch = Batch.parse(BLOCK)
    others = [each for each in (7, 1, 5, 2) if each != call]
    fewer = batch.without(call)
    assert fewer is not None
    assert calls_of(fewer) == others
    assert sent(fewer) == b"".join(FRAMES[calls_of(batch).index(each)] for each in others)
    assert fewer.without(99) is not None
    assert calls_of(batch) == [7, 1, 5, 2]  # as it was
    assert Batch.parse(FRAMES[0]).without(7) is None


def test_single_batches() -> None:
    singles = Batch.parse(BLOCK).singles()
    assert [calls_of(single) for single in singles] == [[7], [1], [5], [2]]
    assert [sent(single) for single in singles] == FRAMES


def test_what_a_batch_holds() -> None:
    batch = Batch.parse(BLOCK)
    assert batch.holds(7)
    assert not batch.holds(7, 1)
    assert batch.holds(2, 3)
    assert not batch.holds(2, 4)
    assert not batch.holds(3)


@pytest.mark.parametrize(
    "block",
    [
        FRAMES[0][:-1],
        FRAMES[0] + FRAMES[1][:-1],
        wire.CALL_FRAME.pack(wire.CALL_FRAME.size - 1, 1, 0, 0, 0),
        wire.CALL_FRAME.pack(0, 1, 0, 0, 0),
        wire.CALL_FRAME.pack(0xFFFFFFFF, 1, 0, 0, 0),
        FRAMES[0] + b"\xff" * 8,
    ],
)
def test_blocks_that_are_not_whole_are_refused(block: bytes) -> None:
    with pytest.raises(ValueError, match="a call frame of"):
        Batch.parse(block)


# --- stacks ----------------------------------------------------------------------------------------------

SHIM = str(Path(stacks.__file__).parents[1])
BOTTOM = f'  File "{SHIM}/inside/launcher.py", line 88 in <module>\n'
OURS = f'  File "{SHIM}/inside/worker.py", line 130 in serve\n'
USERS = '  File "/home/user/reward.py", line 12 in reward_fn\n'
HEAD = "Current thread 0x00007f2a5c1ff740 (most recent call first):\n"
DUMP = HEAD + USERS + OURS + BOTTOM


def real_dump() -> str:
    """What faulthandler writes about this very call."""
    with tempfile.TemporaryFile() as file:
        faulthandler.dump_traceback(file, all_threads=True)
        file.seek(0)
        return file.read().decode()


@pytest.mark.parametrize("count", [0, 1, 3])
def test_what_faulthandler_writes_is_understood(count: int) -> None:
    release = threading.Event()
    threads = [threading.Thread(target=release.wait) for _ in range(count)]
    for thread in threads:
        thread.start()
    try:
        dump = real_dump()
    finally:
        release.set()
        for thread in threads:
            thread.join()
    before, found = stacks.split_dump(f"printed by the call\nand more\n{dump}")
    assert (before, found) == ("printed by the call\nand more\n", dump)
    assert not stacks.is_complete(dump)  # it ends in pytest, not in our launcher
    assert stacks.is_complete(dump + BOTTOM)
    stack = stacks.user_stack(dump + BOTTOM)
    assert stack is not None
    assert f'File "{__file__}", line' in stack
    assert "in real_dump" in stack
    assert SHIM not in stack
    assert stack.count("Thread 0x") == count
    assert stack.count("Current thread 0x") == 1
    assert "_bootstrap" not in stack


def test_what_faulthandler_writes_about_a_crash_is_understood() -> None:
    program = "import faulthandler, os, sys\nfaulthandler.enable()\nprint('x', file=sys.stderr)\nos.abort()"
    ran = subprocess.run([sys.executable, "-c", program], stderr=subprocess.PIPE, text=True, check=False)
    assert ran.returncode == -signal.SIGABRT
    before, dump = stacks.split_dump(ran.stderr)
    assert before == "x\n"
    assert dump.startswith("Fatal Python error: Aborted")
    stack = stacks.user_stack(dump)
    assert stack is not None
    assert 'File "<string>", line 4 in <module>' in stack


def test_a_dump_is_complete_at_the_bottom_of_its_last_thread() -> None:
    other = DUMP.replace("Current thread", "Thread")
    assert stacks.is_complete(DUMP)
    for size in range(len(DUMP)):
        assert not stacks.is_complete(DUMP[:size])
    for size in range(len(other), len(other + DUMP)):
        complete = stacks.is_complete((other + DUMP)[:size])
        assert complete == (size == len(other))
    assert stacks.is_complete(HEAD + USERS * 100 + "  ...\n")  # faulthandler stops there
    assert not stacks.is_complete("")


def test_our_frames_are_left_out() -> None:
    assert stacks.user_stack(DUMP) == (HEAD + USERS).rstrip("\n")
    assert stacks.user_stack(HEAD + OURS + BOTTOM) is None
    assert stacks.user_stack("") is None
    idle = DUMP.replace(USERS, "").replace("Current thread", "Thread")
    assert stacks.user_stack(idle + DUMP) == (HEAD + USERS).rstrip("\n")


def test_where_tasks_wait_comes_first_and_is_no_output() -> None:
    reads, writes = os.pipe()
    loop = asyncio.new_event_loop()

    async def waits_until_it_was_told() -> None:
        told = asyncio.Event()
        loop.add_reader(reads, told.set)
        await told.wait()

    run_and_tell(loop, waits_until_it_was_told(), 0.01, writes)
    loop.close()
    told = os.read(reads, 65_536).decode()
    os.close(reads)
    os.close(writes)
    stack = stacks.user_stack(DUMP + told)
    assert stack is not None
    assert stack.startswith("Task (most recent call first):\n")
    assert stack.index(" in waits_until_it_was_told") < stack.index(HEAD)
    assert SHIM not in stack
    assert stacks.is_complete(DUMP + told)
    assert stacks.after_dump(DUMP + told + "said later\n") == "said later\n"


def test_a_stack_has_nothing_that_a_terminal_obeys() -> None:
    stack = stacks.user_stack(HEAD + '  File "/tmp/\x1b[31m\r\x07\u202e.py", line 1 in \ud800\n')
    assert stack is not None
    assert all(char.isprintable() or char == "\n" for char in stack)
    assert "\\x1b[31m\\x0d\\x07" in stack


def test_a_stack_is_bounded() -> None:
    stack = stacks.user_stack(HEAD + USERS * 5_000)
    assert stack is not None
    assert len(stack) <= 16_384


HOSTILE: list[str] = [
    "Thread 0x" + "a" * 60_000,
    ("Thread 0x" + "a" * 600 + "\n") * 100,
    "Thread 0x1 " + "(most recent call first):" * 2_500,
    HEAD + '  File "' + "/runrl_shim/" * 5_000,
    HEAD + '  File "' + "/launcher.py" * 5_000,
    HEAD + '  File "' + "/threading.py" * 5_000,
    HEAD + '  File "x", line ' + "1" * 60_000,
    HEAD + '  File "/runrl_shim/x", line ' + "1" * 60_000,
    HEAD * 1_000,
    (HEAD + USERS) * 700,
    "  ...\n" * 10_000,
    HEAD + "\n" * 60_000,
    HEAD + '  File "a/threading.py", line 1 in run\n' * 1_500,
    "Fatal Python error: " * 3_000,
    "\x00\ud800\x1b" * 20_000,
]


@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: repr(text[:40]))
def test_text_that_means_harm_costs_no_more_than_its_length(text: str) -> None:
    """The agent reads it, and owns the deadlines of all: one that is quadratic would take seconds (or minutes)."""
    ordinary = "Nothing to be seen here.\n" * (len(text) // 25)

    def work(each: str) -> float:
        begin = monotonic()
        for candidate in (each, each + "\n", each + "\n" + DUMP):
            before, dump = stacks.split_dump(candidate)
            assert before + dump == candidate
            stacks.is_complete(candidate)
            stack = stacks.user_stack(candidate)
            assert stack is None or len(stack) <= 16_384
        return monotonic() - begin

    usual = max(work(ordinary), work(HEAD + USERS * (len(text) // len(USERS))), 0.002)
    assert min(work(text) for _ in range(3)) < 50 * usual


# --- the loop --------------------------------------------------------------------------------------------


def run(loop: Loop, after_round: Callable[[], None] = lambda: None) -> None:
    def rest() -> float:
        after_round()
        return 0.0

    loop.run(rest)


def test_timers_fire_in_the_order_of_their_times() -> None:
    loop = Loop()
    fired: list[Any] = []
    begin = monotonic()
    for delay in (0.03, 0.01, 0.02, 0.0, -1.0):
        loop.at(begin + delay, lambda delay=delay: fired.append((delay, monotonic() - begin)))  # type: ignore[misc]
    loop.at(begin + 0.04, loop.stop)
    run(loop)
    assert [delay for delay, _ in fired] == [-1.0, 0.0, 0.01, 0.02, 0.03]
    assert all(after >= delay for delay, after in fired)


def test_timers_of_one_time_fire_in_the_order_in_which_they_were_set() -> None:
    loop = Loop()
    fired: list[int] = []
    when = monotonic()
    for number in range(50):
        loop.at(when, lambda number=number: fired.append(number))  # type: ignore[misc]
    loop.at(when, loop.stop)
    run(loop)
    assert fired == list(range(50))


def test_a_timer_may_set_another() -> None:
    loop = Loop()
    fired: list[int] = []

    def fire() -> None:
        fired.append(len(fired))
        if len(fired) == 3:
            loop.stop()
        else:
            loop.at(monotonic(), fire)

    loop.at(monotonic(), fire)
    run(loop)
    assert fired == [0, 1, 2]


def test_descriptors_are_told_apart_and_forgotten() -> None:
    loop = Loop()
    pipes = [os.pipe() for _ in range(3)]
    heard: list[int] = []

    def read(number: int) -> None:
        heard.append(number)
        os.read(pipes[number][0], 10)

    for number, (reader, _) in enumerate(pipes):
        loop.on_readable(reader, lambda number=number: read(number))  # type: ignore[misc]
    loop.forget(pipes[1][0])
    loop.forget(pipes[1][0])
    for _, writer in pipes:
        os.write(writer, b"x")
    loop.at(monotonic() + 0.01, loop.stop)
    run(loop)
    assert sorted(heard) == [0, 2]
    for pair in pipes:
        for descriptor in pair:
            os.close(descriptor)


def test_an_event_of_a_descriptor_that_was_closed_is_not_told_to_its_successor() -> None:
    loop = Loop()
    first, second = os.pipe(), os.pipe()
    told: list[str] = []
    opened: list[int] = []

    def replace(own: tuple[int, int], other: tuple[int, int]) -> None:
        """Whichever comes first closes the other, whose number is given again at once."""
        told.append("first")
        loop.forget(own[0])
        loop.forget(other[0])
        os.close(other[0])
        opened.extend(os.pipe())
        assert other[0] in opened
        loop.on_readable(other[0], lambda: told.append("successor"))

    loop.on_readable(first[0], lambda: replace(first, second))
    loop.on_readable(second[0], lambda: replace(second, first))
    os.write(first[1], b"x")
    os.write(second[1], b"x")
    loop.at(monotonic() + 0.01, loop.stop)
    run(loop)
    assert told == ["first"]


# --- verdicts --------------------------------------------------------------------------------------------


def unpack(frame: bytes) -> tuple[Any, ...]:
    size, *fields = wire.RESULT_FRAME.unpack_from(frame)
    assert size == len(frame)
    return (*fields, json.loads(frame[wire.RESULT_FRAME.size :]))


@pytest.mark.parametrize(
    ("verdict", "status", "kind", "words"),
    [
        (verdicts.CANCELLED, "cancelled", "Cancelled", "the caller"),
        (verdicts.BROKE_PROTOCOL, "crashed", "ForgedResult", "another call"),
        (verdicts.SLOT_DIED, "crashed", "WorkerDied", "namespace"),
        (verdicts.timeout(0.3), "timeout", "Timeout", "300 ms"),
        (verdicts.timeout(10), "timeout", "Timeout", "10 s"),
        (verdicts.lost("no more"), "lost", "SandboxDied", "no more"),
        (verdicts.ended(0), "crashed", "ExitWithoutResult", "exit code 0"),
        (verdicts.ended(137), "crashed", "ExitWithoutResult", "exit code 137"),
        (verdicts.ended(-11), "crashed", "SIGSEGV", "SIGSEGV"),
        (verdicts.ended(-9), "crashed", "SIGKILL", "from itself, or from the kernel"),
        (verdicts.ended(-40), "crashed", "signal 40", "signal 40"),
    ],
)
def test_verdicts(verdict: verdicts.Verdict, status: str, kind: str, words: str) -> None:
    started = monotonic()
    frame = verdicts.result(3, verdict, started=started, fresh=True, cpu_ns=4, max_rss=5, stdout="out", stderr="")
    call, code, flags, reward, began, duration, cpu, max_rss, tail = unpack(frame)
    assert (call, wire.STATUS_NAMES[code], flags, reward) == (3, status, wire.RESULT_FRESH, 0.0)
    assert (began, cpu, max_rss) == (int(started * 1e9), 4, 5)
    assert 0 <= duration < 10e9
    assert tail["error"]["type"] == kind
    assert words in tail["error"]["message"]
    assert tail["error"]["traceback"] is None
    assert tail["stdout"] == "out"
    assert "stderr" not in tail
    assert ("unavailable" in tail.get("stack", "")) == (status == "timeout")


@pytest.mark.parametrize(
    ("verdict", "words"),
    [
        (verdicts.CANCELLED, "the caller cancelled the step"),
        (verdicts.memory(2**31, 2**30, 2), "the step used 2 GiB in 2 processes, more than its limit of 1 GiB"),
        (verdicts.out_of_memory("slot", 2**20), "the step needed more memory than its limit of 1 MiB"),
        (verdicts.ended(1), "the step ended its interpreter with exit code 1"),
        (verdicts.ended(-6), "the step's interpreter was killed by SIGABRT"),
        (verdicts.lost("the call {of} nobody"), "the call {of} nobody"),
    ],
)
def test_a_verdict_names_what_ran(verdict: verdicts.Verdict, words: str) -> None:
    tail = unpack(verdicts.result(3, verdict, started=monotonic(), what="step"))[-1]
    assert tail["error"]["message"].startswith(words)


def test_a_stack_that_came_is_told() -> None:
    tail = unpack(verdicts.result(3, verdicts.timeout(1), started=monotonic(), stack="here"))[-1]
    assert tail["stack"] == "here"


def test_a_call_that_never_ran() -> None:
    call, code, flags, _, _, duration, cpu, max_rss, tail = unpack(verdicts.unstarted(9, verdicts.CANCELLED))
    assert (call, wire.STATUS_NAMES[code], flags, cpu, max_rss) == (9, "cancelled", 0, 0, 0)
    assert duration < 10e9
    assert set(tail) == {"error"}


@pytest.mark.parametrize("claimed", [-(2**64), -1, 2**63, 2**70])
def test_a_claim_of_cpu_time_that_no_frame_can_hold_is_cut(claimed: int) -> None:
    frame = verdicts.result(7, verdicts.CANCELLED, started=0.0, cpu_ns=claimed)
    cpu_ns = wire.RESULT_FRAME.unpack_from(frame)[7]
    assert cpu_ns == (0 if claimed < 0 else 2**63 - 1)
