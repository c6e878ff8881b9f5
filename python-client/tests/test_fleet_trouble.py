"""Hosts that are there and take nothing: no call waits for one of them without end."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from fake_server import FakeServer
from observing import PATIENCE, until
from runrl_sandbox import Sandbox, WaitTimeout
from runrl_sandbox.fleet import Fleet, HostEntry, Table
from test_fleet import wait_for_hosts

Start = Callable[..., FakeServer]


@pytest.fixture
def start(address: str) -> Iterator[Start]:
    """Starts servers, each at an address of its own."""
    servers: list[FakeServer] = []

    def start_one(**changes: Any) -> FakeServer:
        servers.append(FakeServer(f"{address}{len(servers)}", **changes))
        return servers[-1]

    yield start_one
    for server in servers:
        server.stop()


def entry(server: FakeServer) -> HostEntry:
    return HostEntry(server.address, server.address)


#: As of a server without a lease, or whose sandbox dies often. It says that it is loading.
IN_TROUBLE = {"name": "reward", "kind": "reward", "function": "reward_fn", "trouble": "no lease", "ready": False}


def test_a_host_that_gets_into_trouble_is_asked_all_the_same(start: Start) -> None:
    server = start(heartbeat_ms=200)
    with Fleet.static([server.address]).sandbox() as sandbox:
        assert sandbox.score("a", timeout=PATIENCE).reward == 3
        server.state, server.modules = "loading", [IN_TROUBLE]
        pings = server.count("ping")
        until(lambda: server.count("ping") > pings + 1, "the client knows it")
        assert sandbox.score("ab", timeout=PATIENCE).reward == 4


@pytest.mark.parametrize("knows", ["ready", "restarted", "nothing"])
def test_so_is_a_server_without_a_fleet(start: Start, knows: str) -> None:
    server = start()
    with Sandbox(server.address) as sandbox:
        if knows != "nothing":
            assert sandbox.score("a", timeout=PATIENCE).reward == 3
        server.state, server.modules = "loading", [IN_TROUBLE]
        if knows == "restarted":
            server.names.clear()  # so the client says hello again
        assert sandbox.score("ab", timeout=PATIENCE).reward == 4


def test_a_server_that_has_loaded_and_is_in_trouble_at_once_is_asked(start: Start) -> None:
    server = start(state="loading", modules=[{**IN_TROUBLE, "function": None}])
    with Sandbox(server.address) as sandbox:
        future = sandbox.submit("a")
        until(lambda: server.count("ping") > 1, "the client waits until it has loaded")
        assert server.count("score") == 0
        server.modules = [IN_TROUBLE]
        assert future.result(PATIENCE).reward == 3


def test_a_call_that_is_not_waited_for_to_the_end_says_which_host_had_it(start: Start) -> None:
    server = start(hangs={b'"slow"'})
    with Fleet.static([server.address]).sandbox() as sandbox:
        wait_for_hosts(sandbox, 1)
        with pytest.raises(WaitTimeout, match=f"host {server.address}: the server has it"):
            sandbox.score("slow", timeout=0.3)
        server.state, server.modules = "loading", [IN_TROUBLE]
        server.names.clear()
        wait_for_hosts(sandbox, 0)  # at the next heartbeat it says hello again
        until(lambda: server.count("hello") > 1, "it is known again")
        with pytest.raises(WaitTimeout, match=f"no host of the fleet takes work. {server.address}: no lease"):
            sandbox.score("a", timeout=0.5)


def test_what_a_host_was_not_sent_goes_elsewhere_when_it_loads(start: Start) -> None:
    loads, other = start(credits=1, hangs={b'"slow"'}), start()
    table = _Changing(entry(loads))
    with Fleet(table).sandbox() as sandbox:
        wait_for_hosts(sandbox, 1)
        futures = [sandbox.submit("slow") for _ in range(2)]
        until(lambda: loads.count("score") == 1, "it has one of them, and the other waits for a credit")
        loads.state = "loading"
        loads.names.clear()  # so the client says hello again
        table.change(entry(loads), entry(other))
        assert futures[1].result(PATIENCE).attempt == 1
        assert not futures[0].done()
        loads.stop()
        assert futures[0].result(PATIENCE).attempt == 2


def test_what_a_host_was_not_sent_is_no_attempt_when_it_is_lost(start: Start) -> None:
    lost, other = start(credits=1, hangs={b'"slow"'}), start()
    table = _Changing(entry(lost))
    with Fleet(table).sandbox() as sandbox:
        wait_for_hosts(sandbox, 1)
        futures = [sandbox.submit("slow") for _ in range(2)]
        until(lambda: lost.count("score") == 1, "it has one of them, and the other waits for a credit")
        table.change(entry(lost), entry(other))
        wait_for_hosts(sandbox, 2)
        lost.stop()
        assert [future.result(PATIENCE).attempt for future in futures] == [2, 1]


def test_a_host_that_heard_a_former_connection_late_is_told_of_this_one(start: Start) -> None:
    seen: list[None] = []

    def replaced(header: dict[str, Any]) -> list[dict[str, Any]] | None:
        if header["type"] != "score" or seen:
            return None
        seen.append(None)
        return [{"type": "error", "code": "replaced"}]

    server = start(instead=replaced)
    with Fleet.static([server.address]).sandbox() as sandbox:
        outcome = sandbox.score("a", timeout=PATIENCE)
    assert (outcome.reward, outcome.attempt, server.count("hello")) == (3, 1, 2)


def test_a_host_that_was_replaced_is_heard_no_more(start: Start) -> None:
    former, latter = start(hangs={b'"slow"'}), start()
    table = _Changing(HostEntry("one", former.address, "first"))
    with Fleet(table).sandbox() as sandbox:
        future = sandbox.submit("slow")
        until(lambda: former.count("score") == 1, "it has the call")
        table.change(HostEntry("one", latter.address, "second"))
        outcome = future.result(PATIENCE)
        assert (outcome.attempt, latter.count("score")) == (2, 1)
        # The former comes back, and the table does not say so: nobody asks it.
        asked = len(former.headers)
        assert [outcome.reward for outcome in sandbox.map([("a",)] * 50)] == [3] * 50
        assert len(former.headers) == asked
        assert former.count("bye") == 1


class _Changing:
    """A table that tests change."""

    def __init__(self, *hosts: HostEntry) -> None:
        self._table = Table(0, hosts)

    def change(self, *hosts: HostEntry) -> None:
        self._table = Table(self._table.version + 1, hosts)

    def read(self, since: int, stop: threading.Event) -> Table:
        while self._table.version == since and not stop.wait(0.01):
            pass
        return self._table


def test_hosts_that_confine_differently_are_named_once(start: Start, caplog: pytest.LogCaptureFixture) -> None:
    servers = [start(level=level) for level in ("namespaces", "landlock", "namespaces")]
    one, other, third = (server.address for server in servers)
    with Fleet.static([one, other, third]).sandbox() as sandbox:
        wait_for_hosts(sandbox, 3)
        sandbox.map([{"completion": "a"}] * 6)
        servers[1].names.clear()  # it says what it is again
        until(lambda: servers[1].count("hello") > 1, "the client says hello again")
    told = [text for text in caplog.messages if "levels" in text]
    assert told in (
        [f"{TOLD} landlock on {other}; namespaces on {', '.join(each)}"] for each in ([one, third], [one], [third])
    )


def test_hosts_of_one_level_are_not(start: Start, caplog: pytest.LogCaptureFixture) -> None:
    with Fleet.static([start(level="landlock").address for _ in range(2)]).sandbox() as sandbox:
        wait_for_hosts(sandbox, 2)
    assert caplog.messages == []


TOLD = "the hosts of this fleet have different levels of the sandbox:"
