"""Tables of system calls: carried out in machine code and by Python, alone and in forks."""

from __future__ import annotations

import ctypes
import errno
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from runrl_shim.inside.confinement import confine, tables
from runrl_shim.inside.confinement.steps import Steps
from runrl_shim.inside.confinement.tables import Cell, Table

_FORK = ctypes.PyDLL(None, use_errno=True).fork


@pytest.fixture(params=["machine code", "Python"])
def _way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "Python":
        monkeypatch.setattr(tables, "_native", lambda: None)
    elif tables._native() is None:
        pytest.skip("no code for this processor")


pytestmark = pytest.mark.usefixtures("_way")


def writing(table: Table | Steps, path: Path, text: bytes) -> None:
    file = table.call("openat", confine.AT_CWD, bytes(path), os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o600)
    table.call("write", file, text, len(text))
    table.call("close", file)


def waited(pid: int) -> int:
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def test_a_result_is_the_argument_of_a_later_call(tmp_path: Path) -> None:
    table = Table()
    writing(table, tmp_path / "file", b"text")
    before = len(os.listdir("/proc/self/fd"))
    assert table.carry_out() == 0
    assert (tmp_path / "file").read_bytes() == b"text"
    assert len(os.listdir("/proc/self/fd")) == before


def test_a_cell_is_set_for_each_time(tmp_path: Path) -> None:
    table, descriptor = Table(), Cell()
    table.call("write", descriptor, b"x", 1)
    for name in ("one", "two"):
        with open(tmp_path / name, "wb") as file:
            descriptor.set(file.fileno())
            assert table.carry_out() == 0
        assert (tmp_path / name).read_bytes() == b"x"


def test_all_six_arguments_arrive() -> None:
    table, given = Table(), (ctypes.c_long * 18)()
    table.call("getrusage", 0, given)
    assert table.carry_out() == 0
    assert given[4] > 1000  # KiB that this process had at most


def test_it_ends_at_the_first_error_and_names_it(tmp_path: Path) -> None:
    table = Table()
    table.call("mkdirat", confine.AT_CWD, bytes(tmp_path / "none" / "folder"), 0o700, what="mkdir of a folder")
    writing(table, tmp_path / "file", b"")
    given = table.carry_out()
    assert given < 0
    with pytest.raises(FileNotFoundError, match="mkdir of a folder: No such file"):
        table.refuse(given)
    assert not (tmp_path / "file").exists()


def test_an_error_skips_as_many_rows_as_it_says(tmp_path: Path) -> None:
    table = Table()
    failed = table.call("close", -1, skips=2)
    table.call("mkdirat", confine.AT_CWD, bytes(tmp_path / "skipped"), 0o700)
    table.call("mkdirat", confine.AT_CWD, bytes(tmp_path / "made"), 0o700)
    assert table.carry_out() == 0
    assert failed.get() == -errno.EBADF
    assert os.listdir(tmp_path) == ["made"]


def test_functions_come_in_between(tmp_path: Path) -> None:
    made, seen = Steps(), []
    writing(made, tmp_path / "first", b"")
    made.then(lambda: seen.append(os.listdir(tmp_path)))
    writing(made, tmp_path / "second", b"")
    made.write_down()
    assert not made.is_one_table
    made.carry_out()
    assert seen == [["first"]]
    assert sorted(os.listdir(tmp_path)) == ["first", "second"]


@pytest.mark.parametrize("fork", [_FORK, os.fork], ids=["of the C library", "of Python"])
def test_children_carry_out_tables_of_their_own(tmp_path: Path, fork: Callable[[], int]) -> None:
    children = [Table() for _ in range(3)]
    for index, child in enumerate(children):
        writing(child, tmp_path / str(index), b"")
    parent = Table()
    pids = [parent.fork(fork, child) for child in children]
    for first, names in ((1, ["1", "2"]), (0, ["0", "1", "2"])):
        given = parent.carry_out(first)
        if given != 1:
            os._exit(-given)
        assert [waited(pid.get()) for pid in pids[first:]] == [0] * len(names)
        assert sorted(os.listdir(tmp_path)) == names


@pytest.mark.parametrize("fork", [_FORK, os.fork], ids=["of the C library", "of Python"])
def test_a_child_tells_what_failed_and_raises_nothing(fork: Callable[[], int]) -> None:
    child, parent = Table(), Table()
    child.call("setsid")
    child.call("close", -1, what="close of nothing")
    pid = parent.fork(fork, child)
    given = parent.carry_out()
    if given != 1:
        try:
            child.refuse(given)
        except OSError as error:
            os._exit(7 if str(error) == "[Errno 9] close of nothing: Bad file descriptor" else 8)
    assert waited(pid.get()) == 7


def test_a_fork_that_fails_is_told_and_the_rest_goes_on(tmp_path: Path) -> None:
    """In a process of its own, which may have no others."""
    text = f"""
import ctypes, os, resource
from runrl_shim.inside.confinement import tables
if {tables._native() is None}:
    tables._native = lambda: None
os.setresuid(65534, 65534, 65534) if os.getuid() == 0 else None
resource.setrlimit(resource.RLIMIT_NPROC, (0, 0))
child, parent = tables.Table(), tables.Table()
pid = parent.fork(ctypes.PyDLL(None, use_errno=True).fork, child)
after = parent.call("getrusage", 0, (ctypes.c_long * 18)())
print(parent.carry_out(), pid.get() < 0, after.get())
"""
    path = str(Path(__file__).resolve().parents[1])
    done = subprocess.run([sys.executable, "-c", text], env={"PYTHONPATH": path}, capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("1 True 0\n", "")
