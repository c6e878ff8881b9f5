"""Cgroups, on a tree of plain files that keeps the kernel's rules, and on a real one where there is one."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Any

import pytest
from runrl_shim.agent import cgroups
from runrl_shim.agent.cgroups import ModuleCgroup, NoCgroup

MiB = 1 << 20


class FakeTree:
    """Folders with the files of cgroup v2. `refuses`: names of files that cannot be written."""

    def __init__(self, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.root = root
        self.refuses: set[str] = set()
        self.delegated: set[str] = set()
        self.mkdir, self.rmdir = os.mkdir, os.rmdir
        monkeypatch.setattr(os, "mkdir", self.make)
        monkeypatch.setattr(os, "rmdir", self.remove)
        monkeypatch.setattr(os, "getxattr", self.getxattr)
        monkeypatch.setattr(cgroups, "write", self.write)
        self.fill(root, "memory pids", "")

    def fill(self, folder: Path, controllers: str, enabled: str) -> None:
        for name, text in (("controllers", controllers), ("subtree_control", enabled), ("procs", ""), ("kill", "")):
            (folder / f"cgroup.{name}").write_text(text)

    def make(self, path: Any, mode: int = 0o777) -> None:
        self.mkdir(path, mode)
        folder = Path(path)
        self.fill(folder, (folder.parent / "cgroup.subtree_control").read_text().replace("+", ""), "")

    def remove(self, path: Any) -> None:
        folder = Path(path)
        if (folder / "cgroup.procs").read_text() or any(entry.is_dir() for entry in folder.iterdir()):
            raise OSError(errno.EBUSY, "busy", str(path))
        for file in folder.iterdir():
            file.unlink()
        self.rmdir(path)

    def getxattr(self, path: Any, name: str) -> bytes:
        if path in self.delegated and name == "user.delegate":
            return b"1"
        raise OSError(errno.ENODATA, "no data")

    def write(self, folder: str, name: str, text: str) -> None:
        where = Path(folder)
        if name in self.refuses:
            raise PermissionError(errno.EACCES, "refused", str(where / name))
        if not where.is_dir():
            raise FileNotFoundError(errno.ENOENT, "gone", folder)
        if name == "cgroup.procs":
            for file in self.root.rglob("cgroup.procs"):
                file.write_text("".join(f"{pid}\n" for pid in file.read_text().split() if pid != text))
            text = (where / name).read_text() + f"{text}\n"
        elif name == "cgroup.subtree_control" and where != self.root and (where / "cgroup.procs").read_text():
            raise OSError(errno.EBUSY, "busy", folder)
        (where / name).write_text(text)

    def add(self, path: str, *pids: int, enabled: str = "") -> Path:
        folder = self.root / path
        self.make(folder)
        self.fill(folder, "memory pids", enabled)
        (folder / "cgroup.procs").write_text("".join(f"{pid}\n" for pid in pids))
        return folder

    def folders(self) -> list[str]:
        return sorted(str(path.relative_to(self.root)) for path in self.root.rglob("*") if path.is_dir())


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> FakeTree:
    return FakeTree(tmp_path, monkeypatch)


def read(cgroup: ModuleCgroup, path: str) -> str:
    return (Path(cgroup.folder) / path).read_text().strip()


def test_the_module_and_each_slot_get_their_limits(tree: FakeTree) -> None:
    made = ModuleCgroup.make(900 * MiB, str(tree.root), "/")
    made.add_slot(7, 100 * MiB, 64)
    assert read(made, "memory.max") == str(900 * MiB)
    assert read(made, "slot-7/memory.max") == str(116 * MiB)
    assert read(made, "slot-7/memory.swap.max") == "0"
    assert read(made, "slot-7/memory.oom.group") == "1"
    assert read(made, "slot-7/pids.max") == "65"
    made.move(7, 4242)
    assert read(made, "slot-7/cgroup.procs") == "4242"


def test_the_agent_starts_the_sandbox_in_its_leaf_and_goes_back(tree: FakeTree) -> None:
    made = ModuleCgroup.make(None, str(tree.root), "/")
    made.enter()
    assert read(made, "sandbox/cgroup.procs") == str(os.getpid())
    made.leave()
    assert read(made, "sandbox/cgroup.procs") == ""
    assert (tree.root / "cgroup.procs").read_text().strip() == str(os.getpid())


def test_nothing_is_left(tree: FakeTree) -> None:
    made = ModuleCgroup.make(None, str(tree.root), "/")
    made.add_slot(1, MiB, 4)
    made.remove_slot(1)
    made.add_slot(2, MiB, 4)
    made.remove()
    assert tree.folders() == []


def test_what_agents_left_that_were_killed_is_swept_away(tree: FakeTree) -> None:
    dead, alive = tree.add("runrl-4194399-0"), tree.add(f"runrl-{os.getppid()}-0")
    tree.make(dead / "slot-1")
    for folder in (dead, alive):
        (folder / "cgroup.events").write_text("populated 0\nfrozen 0\n")
    ModuleCgroup.make(None, str(tree.root), "/").remove()
    assert tree.folders() == [alive.name]


def test_two_modules_of_one_agent_do_not_meet(tree: FakeTree) -> None:
    one, other = (ModuleCgroup.make(None, str(tree.root), "/") for _ in range(2))
    assert one.folder != other.folder


def test_a_delegated_cgroup_is_emptied_into_a_leaf_first(tree: FakeTree) -> None:
    own = tree.add("own", 11, os.getpid())
    tree.delegated.add(str(own))
    made = ModuleCgroup.make(None, str(tree.root), "/own")
    assert (own / "runrl-host/cgroup.procs").read_text().split() == ["11", str(os.getpid())]
    assert made.home == str(own / "runrl-host")
    again = ModuleCgroup.make(None, str(tree.root), "/own/runrl-host")  # an agent that is started there
    assert os.path.dirname(again.folder) == str(own)
    assert again.home == str(own / "runrl-host")


def test_a_cgroup_that_is_not_delegated_is_left_as_it_is(tree: FakeTree) -> None:
    own = tree.add("own", 11, os.getpid())
    with pytest.raises(NoCgroup, match="not delegated"):
        ModuleCgroup.make(None, str(tree.root), "/own")
    assert tree.folders() == ["own"]
    assert (own / "cgroup.procs").read_text().split() == ["11", str(os.getpid())]


def test_without_the_controllers_there_is_none(tree: FakeTree) -> None:
    (tree.root / "cgroup.controllers").write_text("hugetlb pids")
    with pytest.raises(NoCgroup, match="no controller memory"):
        ModuleCgroup.make(None, str(tree.root), "/")


@pytest.mark.parametrize("name", ["memory.max", "memory.oom.group", "pids.max", "cgroup.procs"])
def test_a_limit_that_cannot_be_set_means_none_and_leaves_nothing(tree: FakeTree, name: str) -> None:
    tree.refuses.add(name)
    with pytest.raises(NoCgroup, match=name):
        ModuleCgroup.make(None, str(tree.root), "/")
    assert tree.folders() == []


@pytest.mark.parametrize(
    ("events", "whose"),
    [
        ("oom 0\noom_kill 0\n", None),
        ("oom 3\noom_kill 5\n", "slot"),
        ("oom 0\noom_kill 5\n", "module"),
        ("", None),
        ("rubbish", None),
    ],
)
def test_who_ran_out_of_memory(tree: FakeTree, events: str, whose: str | None) -> None:
    made = ModuleCgroup.make(None, str(tree.root), "/")
    made.add_slot(1, MiB, 4)
    (Path(made.folder) / "slot-1/memory.events").write_text(events)
    assert made.ran_out_of_memory(1) == whose
    assert made.ran_out_of_memory(2) is None


def test_a_real_one() -> None:
    try:
        made = ModuleCgroup.make(64 * MiB)
    except NoCgroup as problem:
        pytest.skip(f"no cgroup v2 to be had: {problem}")
    pid = os.fork()
    if pid == 0:
        while True:
            os.read(0, 1)
    try:
        made.add_slot(1, 16 * MiB, 8)
        made.move(1, pid)
        assert read(made, "slot-1/cgroup.procs") == str(pid)
    finally:
        made.remove()
        os.waitpid(pid, 0)
    assert not os.path.exists(made.folder)
