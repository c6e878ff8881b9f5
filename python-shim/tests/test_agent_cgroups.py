"""Cgroups, on a tree of plain files that keeps the kernel's rules, and on a real one where there is one."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Any

import pytest
from runrl_shim.agent.limits import cgroups
from runrl_shim.agent.limits.cgroups import ModuleCgroup, NoCgroup
from runrl_shim.agent.limits.cgroups_v1 import LegacyCgroup

MiB = 1 << 20


class FakeTree:
    """Folders with the files of cgroup v2. `refuses`: names of files that cannot be written."""

    def __init__(self, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.root = root
        self.refuses: set[str] = set()
        self.delegated: set[str] = set()
        self.in_container = False
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
        elif (
            name == "cgroup.subtree_control"
            and (self.in_container or where != self.root)
            and (where / "cgroup.procs").read_text()
        ):
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


@pytest.mark.parametrize("own_namespace", [True, False])
def test_the_root_of_a_containers_namespace_is_its_own(
    tree: FakeTree, monkeypatch: pytest.MonkeyPatch, own_namespace: bool
) -> None:
    (tree.root / "cgroup.procs").write_text("1\n")
    tree.in_container = True
    monkeypatch.setattr(cgroups, "_in_namespace", lambda: own_namespace)
    if own_namespace:
        made = ModuleCgroup.make(None, str(tree.root), "/")
        assert made.home == str(tree.root / "runrl-host")
        assert "1" in (tree.root / "runrl-host/cgroup.procs").read_text().split()
    else:
        with pytest.raises(NoCgroup, match="not delegated"):
            ModuleCgroup.make(None, str(tree.root), "/")


class TestV1:
    """On folders of plain files."""

    @pytest.fixture
    def homes(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
        def write(folder: str, name: str, text: str) -> None:
            if not os.path.isdir(folder):
                raise FileNotFoundError(errno.ENOENT, "gone", folder)
            (Path(folder) / name).write_text(text)

        def remove(path: Any) -> None:
            for file in Path(path).iterdir():
                if file.is_file():
                    file.unlink()
            rmdir(path)

        rmdir = os.rmdir
        monkeypatch.setattr(cgroups, "write", write)
        monkeypatch.setattr(os, "rmdir", remove)
        monkeypatch.setattr(os, "getxattr", lambda path, name: b"1" if name == "trusted.delegate" else b"")
        homes = {name: str(tmp_path / name) for name in ("memory", "pids")}
        for home in homes.values():
            os.mkdir(home)
        return homes

    def test_the_module_and_each_slot_get_their_limits_in_both_trees(self, homes: dict[str, str]) -> None:
        made = LegacyCgroup.make(900 * MiB, homes)
        made.add_slot(7, 100 * MiB, 64)
        made.move(7, 4242)
        memory, pids = (Path(made.folders[name]) for name in ("memory", "pids"))
        assert (memory / "memory.limit_in_bytes").read_text() == str(900 * MiB)
        assert (memory / "slot-7/memory.limit_in_bytes").read_text() == str(116 * MiB)
        assert (pids / "slot-7/pids.max").read_text() == "65"
        assert (memory / "slot-7/cgroup.procs").read_text() == (pids / "slot-7/cgroup.procs").read_text() == "4242"

    @pytest.mark.parametrize(
        ("kills", "most", "whose"), [(0, 116, None), (2, 116, "slot"), (2, 60, "module"), (None, 116, None)]
    )
    def test_who_ran_out_of_memory(
        self, homes: dict[str, str], kills: int | None, most: int, whose: str | None
    ) -> None:
        made = LegacyCgroup.make(None, homes)
        made.add_slot(1, 100 * MiB, 4)
        leaf = Path(made.folder) / "slot-1"
        (leaf / "memory.max_usage_in_bytes").write_text(str(most * MiB))
        if kills is not None:
            (leaf / "memory.oom_control").write_text(f"oom_kill_disable 0\nunder_oom 0\noom_kill {kills}\n")
        assert made.ran_out_of_memory(1) == whose
        assert made.peak_memory(1) == most * MiB

    def test_root_uses_none_that_was_not_given_to_it(
        self, homes: dict[str, str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(os, "getxattr", lambda path, name: b"")
        monkeypatch.setattr(os, "geteuid", lambda: 0)
        with pytest.raises(NoCgroup, match="not delegated"):
            LegacyCgroup.make(None, homes)
        assert os.listdir(homes["memory"]) == []

    def test_another_user_uses_its_own(self, homes: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(os, "getxattr", lambda path, name: b"")
        for home in homes.values():
            os.chown(home, 12345, 12345) if os.geteuid() == 0 else None
        monkeypatch.setattr(os, "geteuid", lambda: os.stat(homes["memory"]).st_uid)
        LegacyCgroup.make(None, homes).remove()
        assert [os.listdir(home) for home in homes.values()] == [["cgroup.procs"]] * 2  # a file of the tree's own


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
