"""What comes through the pipes of a slot: the first part is kept, and the stack at the end is found behind it."""

from __future__ import annotations

import pytest
from runrl_shim.agent.outcomes.raw_output import RawOutput

DUMP = (
    "Current thread 0x00007f2b720b1b80 (most recent call first):\n"
    '  File "/m/reward.py", line 7 in reward_fn\n'
    '  File "/runrl/runrl_shim/inside/launcher.py", line 81 in <module>\n'
)


def output(limit: int, *pieces: bytes) -> RawOutput:
    made = RawOutput(limit)
    for piece in pieces:
        made.add(piece)
    return made


def test_text_up_to_the_limit() -> None:
    assert not output(10)
    assert output(10, b"abc").text() == "abc"
    assert output(10, b"0123456789").text() == "0123456789"
    assert output(10, b"0123456789", b"AB", b"C").text() == "0123456789\n[truncated: 3 more bytes]"
    assert output(0, b"abc")
    assert output(0, b"abc").text() == "\n[truncated: 3 more bytes]"


@pytest.mark.parametrize("before", [0, 5, 10, 11, 1_000, 200_000])
@pytest.mark.parametrize("piece", [1, 7, 65_536])
def test_the_stack_is_found_whatever_came_before_it(before: int, piece: int) -> None:
    written = (b"x" * max(0, before - 1) + b"\n")[:before] + DUMP.encode()
    made = output(10, *(written[start : start + piece] for start in range(0, len(written), piece)))
    text, dump = made.split()
    assert dump == DUMP
    kept = written[: min(before, 10)].decode()
    assert text == kept + (f"\n[truncated: {before - 10} more bytes]" if before > 10 else "")


def test_there_may_be_no_stack() -> None:
    assert output(100, b"Current affairs").split() == ("Current affairs", "")
    assert output(3, b"abcdef").split() == ("abc\n[truncated: 3 more bytes]", "")


@pytest.mark.parametrize("limit", [1_000, 100, 13])
def test_a_call_that_goes_on_keeps_its_text(limit: int) -> None:
    made = output(limit, b"before\n", DUMP.encode())
    made.cut_dump()
    made.add(b"after\n")
    assert made.split() == ("before\nafter\n", "")


def test_a_call_that_goes_on_has_not_printed_its_stack() -> None:
    made = output(0, DUMP.encode())
    made.cut_dump()
    assert not made
    assert made.text() == ""


def test_clear_forgets_everything() -> None:
    made = output(3, b"abcdef")
    made.clear()
    assert not made
    assert made.split() == ("", "")
