"""Modules that travel: each host takes the files of a version once, and no call meets another version."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from observing import PATIENCE, until
from runrl_sandbox import Unavailable, UnknownModule
from runrl_sandbox.code import Code, Placing
from runrl_sandbox.fleet import Fleet
from runrl_sandbox.listener import Listener
from runrl_sandbox.messages import Messages
from test_fleet import start, values, wait_for_hosts

__all__ = ["start"]

CALLS = [("x", {})] * 50


def write(folder: Path, value: float) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "worth.py").write_text(f"VALUE = {value}\n")
    (folder / "own.py").write_text(
        "from worth import VALUE\n\ndef reward_fn(completion, **kwargs):\n    return VALUE\n"
    )
    return folder / "own.py"


def test_a_module_travels_with_its_neighbours_and_two_versions_never_mix(start: Any, tmp_path: Path) -> None:
    host = start("--accept-code=1MiB", file=None)
    fleet = Fleet.static([host.address])
    one, two = fleet.with_code(write(tmp_path / "a", 1.0)), fleet.with_code(write(tmp_path / "b", 2.0))
    with one.sandbox() as first, one.sandbox() as again, two.sandbox() as second:
        outcomes = [sandbox.map(CALLS) for sandbox in (first, second, again)]
        assert [set(values(each)) for each in outcomes] == [{1.0}, {2.0}, {1.0}]
        (name,) = {name for load in [first.hosts()] for name in load}
        assert first.hosts()[name].usable


@pytest.mark.full
def test_a_module_whose_place_others_took_is_brought_again(start: Any, tmp_path: Path) -> None:
    fleet = Fleet.static([start("--accept-code=1MiB", file=None).address])
    with fleet.with_code(write(tmp_path / "0", 0.0)).sandbox() as sandbox:
        assert set(values(sandbox.map(CALLS))) == {0.0}
        with fleet.sandbox() as other, pytest.raises(UnknownModule):
            other.score("x", module="own@of-nobody")
        for value in range(1, 5):
            with fleet.with_code(write(tmp_path / str(value), value)).sandbox() as other:
                assert other.score("x").reward == value
        futures = [sandbox.submit("x") for _ in CALLS]
        assert [future.result(PATIENCE).reward for future in futures] == [0.0] * len(CALLS)
        with pytest.raises(UnknownModule):
            sandbox.score("x", module="own@of-nobody", timeout=PATIENCE)


def test_a_module_that_could_not_be_loaded_is_offered_again_after_a_while() -> None:
    listener = Listener()
    listener.code = Code("reward", "own", "0" * 64, "own.py", {"own.py": b""})
    placing = Placing(Messages(), listener)
    placing.welcomed({})
    assert placing.tick(100.0)
    placing.answered({"hash": "0" * 64, "state": "failed", "error": "no disk"}, 100.0)
    assert 101.0 < placing.due < 200.0


def why_not(fleet: Fleet) -> str:
    with fleet.sandbox(reconnect_timeout=1.0) as sandbox, pytest.raises(Unavailable) as raised:
        sandbox.score("x")
    return str(raised.value)


@pytest.mark.full
def test_a_module_is_refused_where_it_is_not_wanted_too_large_or_broken(start: Any, tmp_path: Path) -> None:
    closed = Fleet.static([start().address])
    assert "does not accept modules from clients" in why_not(closed.with_code(write(tmp_path / "a", 1.0)))
    small = Fleet.static([start("--accept-code=1KiB", file=None).address])
    large = write(tmp_path / "large", 1.0)
    (large.parent / "data.bin").write_bytes(b"x" * 2000)
    assert "at most 1024 (`--accept-code`)" in why_not(small.with_code(large))
    broken = write(tmp_path / "broken", 1.0)
    broken.write_text("import nothing_of_that_name\n")
    fleet = small.with_code(broken)
    until(lambda: "cannot be loaded there" in why_not(fleet), "the host has tried to load it")
    assert "nothing_of_that_name" in why_not(fleet)


@pytest.mark.full
def test_a_host_that_is_started_anew_is_given_the_module_again(start: Any, tmp_path: Path) -> None:
    address = f"ipc://{tmp_path}/s"[:100]
    host = start("--accept-code=1MiB", f"--zmq={address}", file=None)
    with Fleet.static([host.address]).with_code(write(tmp_path / "a", 3.0)).sandbox() as sandbox:
        assert set(values(sandbox.map(CALLS))) == {3.0}
        host.kill()
        start("--accept-code=1MiB", f"--zmq={address}", file=None)
        wait_for_hosts(sandbox, 1)
        assert set(values(sandbox.map(CALLS))) == {3.0}
