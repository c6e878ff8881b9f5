"""Killing all that a process has left, and nobody else."""

from __future__ import annotations

import os
import signal
import time

import pytest
from runrl_shim.inside.confinement import confine, landlock
from runrl_shim.inside.slots.strays import kill_all_in_reach, reap_strays

needs_landlock = pytest.mark.skipif(landlock.abi() < landlock.LEAST_ABI, reason="Landlock is missing or too old")


def leave_a_tree(told: int) -> None:
    """Forks a tree in sessions of their own, whose upper half is dead; each writes a byte that lives on."""
    for _ in range(4):
        if os.fork() == 0:
            os.setsid()
            os.write(told, b"x")
    if os.getpid() % 2:
        os._exit(0)
    while True:
        time.sleep(3600)


def children() -> list[int]:
    with open(f"/proc/self/task/{os.getpid()}/children") as file:
        return [int(pid) for pid in file.read().split()]


def in_a_process(attempt: object) -> int:
    """Exit code of a process that does it."""
    pid = os.fork()
    if pid == 0:
        try:
            os._exit(0 if attempt() else 1)  # type: ignore[operator]
        except BaseException as error:
            os.write(2, f"{error!r}\n".encode())
            os._exit(2)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def starts_a_tree() -> None:
    read, write = os.pipe()
    if os.fork() == 0:
        leave_a_tree(write)
    os.close(write)
    seen = 0
    while seen < 15:
        seen += len(os.read(read, 100))


@needs_landlock
def test_everything_in_reach_and_nobody_else() -> None:
    witness = os.fork()
    if witness == 0:
        time.sleep(60)
        os._exit(0)

    def attempt() -> bool:
        confine.adopt_orphans()
        landlock.reach_descendants_only(witness)
        starts_a_tree()
        kill_all_in_reach()
        return children() == []

    assert in_a_process(attempt) == 0
    assert os.waitpid(witness, os.WNOHANG) == (0, 0)  # alive
    os.kill(witness, signal.SIGKILL)
    os.waitpid(witness, 0)


@needs_landlock
def test_a_border_that_does_not_hold_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(landlock.Rules, "put_on", lambda _self: None)
    parent = os.getpid()
    with pytest.raises(RuntimeError, match="can be signalled"):
        landlock.reach_descendants_only(parent)


@needs_landlock
def test_files_may_be_moved_behind_the_border(tmp_path: object) -> None:
    def attempt() -> bool:
        landlock.reach_descendants_only(os.getppid())
        os.mkdir(f"{tmp_path}/one")
        os.mkdir(f"{tmp_path}/other")
        os.rename(f"{tmp_path}/one", f"{tmp_path}/other/one")
        return True

    assert in_a_process(attempt) == 0


def test_strays_are_looked_for_generation_by_generation() -> None:
    def attempt() -> bool:
        confine.adopt_orphans()
        known = os.fork()
        if known == 0:
            time.sleep(60)
            os._exit(0)
        starts_a_tree()
        reap_strays((known,))
        left = children()
        os.kill(known, signal.SIGKILL)
        return left == [known]

    assert in_a_process(attempt) == 0
