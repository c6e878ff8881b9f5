"""What keeps an episode from being copied: each in a process of its own, which has nothing else."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from pathlib import Path

import pytest
from runrl_shim.inside.held.obstacles import Obstacles


def found(act: Callable[[], object], *, ours: tuple[int, ...] = (), folders: tuple[str, ...] = ()) -> str | None:
    """What a fresh process finds after `act`, of which it holds the result."""
    heard, says = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            os.setsid()
            os.close(heard)
            obstacles = Obstacles()
            held = act()
            text = obstacles.find({says, *ours}, folders) or f"none, files: {obstacles.files}"
            del held
        except BaseException as error:
            text = f"failed: {error!r}"
        os.write(says, text.encode())
        os._exit(0)
    os.close(says)
    text = os.read(heard, 4096).decode()
    os.close(heard)
    os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)
    os.killpg(pid, signal.SIGKILL)  # what it has started
    os.waitpid(pid, 0)
    assert not text.startswith("failed"), text
    return None if text.startswith("none") else text


def _thread() -> object:
    import threading

    thread = threading.Thread(target=threading.Event().wait, name="poller", daemon=True)
    thread.start()
    return thread


def _child() -> object:
    import subprocess

    return subprocess.Popen(["sleep", "60"])


def _child_that_has_ended() -> object:
    pid = os.fork()
    if pid == 0:
        os._exit(0)
    os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)
    return pid


def _timer() -> object:
    return signal.setitimer(signal.ITIMER_REAL, 60)


def _shared_memory() -> object:
    import mmap

    return mmap.mmap(-1, 4096)


def _socket() -> object:
    import socket

    return socket.socketpair()


def test_nothing_is_no_obstacle() -> None:
    assert found(lambda: None) is None


@pytest.mark.parametrize(
    ("act", "words"),
    [
        (_thread, ["1 thread running (poller)"]),
        (_child, ["1 child process (sleep)"]),
        (_timer, ["a timer running"]),
        (_shared_memory, ["memory that a copy would share"]),
        (_socket, ["a socket open", "close it before the branch"]),
        (os.pipe, ["a pipe open"]),
    ],
    ids=["thread", "child", "timer", "shared memory", "socket", "pipe"],
)
def test_what_a_fork_loses_or_shares_is_named(act: Callable[[], object], words: list[str]) -> None:
    text = found(act)
    assert text is not None
    assert all(word in text for word in words), text


def test_a_child_that_has_ended_is_no_obstacle() -> None:
    assert found(_child_that_has_ended) is None


def test_private_memory_is_no_obstacle() -> None:
    import mmap

    assert found(lambda: mmap.mmap(-1, 4096, flags=mmap.MAP_PRIVATE)) is None


def test_a_file_that_is_only_read_is_no_obstacle_and_one_that_is_written_is(tmp_path: Path) -> None:
    file = tmp_path / "data.txt"
    file.write_text("x")
    assert found(lambda: file.open()) is None
    text = found(lambda: file.open("a"))
    assert text is not None
    assert f"the file {file} open for writing" in text


def test_a_file_in_a_writable_folder_is_one(tmp_path: Path) -> None:
    (tmp_path / "below").mkdir()
    folders = (str(tmp_path), str(tmp_path / "below"))
    assert found(lambda: None, folders=folders) is None
    text = found(lambda: (tmp_path / "below" / "notes").write_text("x"), folders=folders)
    assert text is not None
    assert str(tmp_path / "below" / "notes") in text


def test_a_folder_that_cannot_be_looked_into_is_one(tmp_path: Path) -> None:
    listed = os.listdir

    def refusing(folder: str) -> list[str]:  # as for anybody but root
        if folder == str(tmp_path):
            raise PermissionError(13, "Permission denied")
        return listed(folder)

    text = found(lambda: setattr(os, "listdir", refusing), folders=(str(tmp_path),))
    assert text == f"{tmp_path}, which a copy would share, cannot be looked into (Permission denied)"


def test_what_the_worker_itself_holds_is_none() -> None:
    ends = os.pipe()
    assert found(lambda: None, ours=ends) is None
    for end in ends:
        os.close(end)


def test_a_number_that_stands_for_something_else_now_is_one() -> None:
    held = os.open("/dev/null", os.O_RDONLY)

    def act() -> None:
        ends = os.pipe()
        os.dup2(ends[0], held)

    text = found(act)
    os.close(held)
    assert text is not None
    assert "a pipe" in text


def test_what_was_there_after_the_import_is_none() -> None:
    ends = os.pipe()
    assert found(lambda: None) is None
    for end in ends:
        os.close(end)
