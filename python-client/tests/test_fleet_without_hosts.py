"""What a call says that no host of a fleet takes: why, with both ends where a connection is missing."""

from __future__ import annotations

import socket
import sys
import threading
from dataclasses import dataclass
from pathlib import Path

import pytest
from runrl_sandbox import Unavailable
from runrl_sandbox.fleet import Fleet, Table
from test_fleet import Host


def why_not(fleet: Fleet) -> str:
    """Why a call has no host."""
    with fleet.sandbox(reconnect_timeout=0.5) as sandbox, pytest.raises(Unavailable) as raised:
        sandbox.score("x")
    return str(raised.value)


def test_without_hosts_a_call_fails_and_says_why(tmp_path: Path) -> None:
    assert "The table of hosts is empty" in why_not(Fleet.file(tmp_path))
    assert f"cannot be read: [Errno 2] No such file or directory: '{tmp_path}/missing'" in why_not(
        Fleet.file(tmp_path / "missing")
    )
    assert "has no token: only pods" in why_not(Fleet.kubernetes("rewards"))
    assert "nobody: cannot be reached" in why_not(Fleet.static([f"ipc://{tmp_path}/nobody"]))


def test_a_host_that_cannot_be_reached_is_named_with_both_addresses(caplog: pytest.LogCaptureFixture) -> None:
    with socket.socket() as closed, socket.socket() as silent:
        closed.bind(("127.0.0.4", 0))  # nobody listens
        silent.bind(("127.0.0.5", 0))
        silent.listen()
        addresses = ["tcp://{}:{}".format(*each.getsockname()) for each in (closed, silent)]
        with Fleet.static(addresses).sandbox(reconnect_timeout=1.5) as sandbox, pytest.raises(Unavailable) as raised:
            sandbox.score("x")
    assert f"{addresses[0]}: cannot be reached from 127.0.0.1: Connection refused" in str(raised.value)
    assert f"{addresses[1]}: accepts connections from 127.0.0.1, and says nothing" in str(raised.value)
    assert len([text for text in caplog.messages if "from 127.0.0.1" in text]) == 2


def test_a_machine_that_got_no_host_is_named(caplog: pytest.LogCaptureFixture) -> None:
    why = "The node at 10.0.0.5 has no host: it runs Python 3.12"
    assert why in why_not(Fleet(_Refusing(why)))
    assert caplog.messages == [why]


@dataclass
class _Refusing:
    """No host, and why."""

    why: str

    def read(self, since: int, stop: threading.Event) -> Table:
        if since != -1:
            stop.wait(60.0)
        return Table(0, (), (self.why,))


def test_what_is_no_module_is_not_sent(tmp_path: Path) -> None:
    fleet = Fleet.static(["tcp://127.0.0.1:9"])
    with pytest.raises(IsADirectoryError, match="expected a Python file"):
        fleet.with_code(tmp_path)
    file = tmp_path / "reward.py"
    with file.open("wb") as large:
        large.truncate((64 << 20) + 1)
    with pytest.raises(ValueError, match="more than 64 MiB"):
        fleet.with_code(file)
    with pytest.raises(ValueError, match="expected `kind`"):
        fleet.with_code(file, kind="x")  # type: ignore[arg-type]


def test_without_ray_it_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    monkeypatch.delitem(sys.modules, "runrl_sandbox.fleet.ray_fleet", raising=False)
    with pytest.raises(ImportError, match="pip install ray"):
        Fleet.ray("reward.py")


@pytest.mark.full
def test_a_host_with_a_token_wants_it(command: str, modules: Path, tmp_path: Path) -> None:
    token = tmp_path / "token"
    token.write_text("a" * 64)
    host = Host(command, modules / "reward.py", f"--token-file={token}")
    try:
        assert "token" in why_not(Fleet.static([host.address]))
        with Fleet.static([host.address]).sandbox(token="a" * 64) as sandbox:
            assert sandbox.score("four").reward == 4.0
    finally:
        host.end()
