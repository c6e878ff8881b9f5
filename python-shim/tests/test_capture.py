"""What a call prints: kept up to a limit, apart for each thread that has a call of its own."""

from __future__ import annotations

import contextlib
import os
import threading

import pytest
from runrl_shim.inside.workers.capture import CapturedStream


def stream(limit: int = 10, descriptor: int = 1) -> CapturedStream:
    made = CapturedStream("<stdout>", descriptor)
    made.limit = made._room = limit
    return made


def test_what_was_written_is_taken_once() -> None:
    out = stream()
    print("a", "b", file=out)
    assert out.written
    assert out.take() == "a b\n"
    assert not out.written
    assert out.take() == ""


@pytest.mark.parametrize("pieces", [["0123456789ABCDEF"], list("0123456789ABCDEF"), ["0123456789", "ABCDEF"]])
def test_the_first_part_is_kept_and_the_rest_is_counted(pieces: list[str]) -> None:
    out = stream()
    for piece in pieces:
        assert out.write(piece) == len(piece)
    assert out.take() == "0123456789\n[truncated: 6 more characters]"
    out.write("again")
    assert out.take() == "again"


def test_a_limit_of_zero_keeps_nothing() -> None:
    out = stream(0)
    out.write("abc")
    assert out.take() == "\n[truncated: 3 more characters]"


def test_bytes_and_lone_surrogates() -> None:
    out = stream(100)
    assert out.buffer.write(b"caf\xc3\xa9 \xff") == 7
    out.write("\ud800")
    assert out.take() == "café \\xff\ud800"


def test_it_is_a_text_stream_that_code_expects() -> None:
    out = stream(100)
    assert out.writable()
    assert not out.isatty()
    assert out.fileno() == 1
    assert out.encoding == "utf-8"
    with pytest.raises(TypeError, match="must be str"):
        out.write(b"x")  # type: ignore[arg-type]
    with contextlib.redirect_stdout(out):
        print("through", flush=True)
    out.writelines(["a", "b"])
    assert out.take() == "through\nab"


def test_threads_with_a_call_of_their_own_do_not_mix() -> None:
    out = stream(100)
    taken: dict[str, str] = {}
    barrier = threading.Barrier(2, timeout=60)

    def call(name: str) -> None:
        own = out.split_thread()
        for _ in range(3):
            barrier.wait()
            out.write(name)
        taken[name] = own.take()

    threads = [threading.Thread(target=call, args=(name,)) for name in "ab"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    out.write("main")
    assert taken == {"a": "aaa", "b": "bbb"}
    assert out.take() == "main"


def test_let_through_reaches_the_descriptor_at_once() -> None:
    reader, writer = os.pipe()
    out = stream(3, writer)
    out.let_through(on=True)
    print("more than three", "\ud800", file=out)
    assert os.read(reader, 100) == b"more than three \\ud800\n"
    out.let_through(on=False)
    out.write("kept")
    assert out.take() == "kep\n[truncated: 1 more characters]"
    out.let_through(on=False)  # also twice
    os.close(reader)
    os.close(writer)
