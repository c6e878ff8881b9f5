"""How the session stands what goes wrong between client and server; the server is one that does it on purpose."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from fake_server import FakeServer
from observing import PATIENCE, Program, until
from runrl_sandbox import (
    Busy,
    Closed,
    Invalid,
    Refused,
    Sandbox,
    TooLarge,
    Unauthorized,
    Unavailable,
    WaitTimeout,
)

Start = Callable[..., FakeServer]


@pytest.fixture
def start(address: str) -> Iterator[Start]:
    """Starts servers at `address`, one after the other."""
    servers: list[FakeServer] = []

    def start_one(**changes: Any) -> FakeServer:
        for server in servers:
            server.stop()
        servers.append(FakeServer(address, **changes))
        return servers[-1]

    yield start_one
    for server in servers:
        server.stop()


@pytest.fixture
def sandbox(address: str) -> Iterator[Sandbox]:
    with Sandbox(address) as sandbox:
        yield sandbox


def error(code: str, **fields: Any) -> list[dict[str, Any]]:
    return [{"type": "error", "code": code, **fields}]


def once(kind: str, answer: Callable[[dict[str, Any]], list[dict[str, Any]]]) -> Callable[[dict[str, Any]], Any]:
    """Answers the first message of a kind, and no other."""
    seen: list[None] = []

    def instead(header: dict[str, Any]) -> list[dict[str, Any]] | None:
        if header["type"] != kind or seen:
            return None
        seen.append(None)
        return answer(header)

    return instead


def test_a_connection_that_the_server_has_forgotten_is_made_again(start: Start, sandbox: Sandbox) -> None:
    server = start()
    assert sandbox.score("a").reward == 3
    server.names.clear()
    assert sandbox.score("ab").reward == 4
    assert server.count("hello") == 2
    assert {header["session"] for header in server.headers if header["type"] == "hello"} == set(server.sessions)


def test_outcomes_that_got_lost_are_had_again_and_nothing_runs_twice(start: Start, sandbox: Sandbox) -> None:
    server = start(loses=lambda seq: seq in (2, 5))
    outcomes = list(sandbox.map([("x" * (index % 9),) for index in range(3_000)]))
    assert [outcome.reward for outcome in outcomes] == [index % 9 + 2 for index in range(3_000)]
    assert len(server.runs) == len(set(server.runs)) == 3_000
    assert server.count("hello") >= 2


def test_a_gap_between_outcomes_is_noticed_when_the_next_comes(start: Start, sandbox: Sandbox) -> None:
    server = start(loses=lambda seq: seq == 2, heartbeat_ms=3_600_000)
    assert sandbox.score("a").reward == 3
    lost = sandbox.submit("ab")
    until(lambda: len(server.runs) == 2, "its outcome gets lost")
    assert sandbox.score("abc", timeout=PATIENCE).reward == 5
    assert lost.result(PATIENCE).reward == 4
    assert server.runs == [1, 2, 3]


def test_the_last_outcome_that_got_lost_is_noticed_by_a_heartbeat(start: Start, sandbox: Sandbox) -> None:
    server = start(loses=lambda seq: seq == 1, heartbeat_ms=200)
    assert sandbox.score("a", timeout=PATIENCE).reward == 3
    assert server.count("ping") >= 1
    assert len(server.runs) == 1


def test_what_was_unanswered_is_asked_of_the_next_server(start: Start, sandbox: Sandbox) -> None:
    first = start(hangs={b'"slow"'})
    future = sandbox.submit("slow")
    until(lambda: first.count("score") == 1, "the call is under way")
    second = start()
    assert future.result(PATIENCE).reward == 6
    assert second.headers[0]["session"] == first.headers[0]["session"]


def test_a_session_that_was_forgotten_begins_to_count_anew(start: Start, sandbox: Sandbox) -> None:
    server = start()
    assert sandbox.score("a").reward == 3
    server.forgets_sessions = True
    server.names.clear()
    assert sandbox.score("ab", timeout=PATIENCE).reward == 4
    assert sandbox.score("abc", timeout=PATIENCE).reward == 5


def test_a_server_that_is_silent_is_asked_anew(start: Start, sandbox: Sandbox) -> None:
    server = start(heartbeat_ms=200)
    assert sandbox.score("a").reward == 3
    hellos = server.count("hello")
    server.instead = lambda header: None if header["type"] == "hello" else []
    until(lambda: server.count("hello") > hellos, "another hello")
    server.instead = lambda header: None
    assert sandbox.score("ab", timeout=PATIENCE).reward == 4


def test_without_a_server_calls_fail_and_do_not_hang(address: str) -> None:
    with Sandbox(address, reconnect_timeout=0.2) as sandbox:
        with pytest.raises(Unavailable, match=r"No server answered within 0\.2 s"):
            sandbox.score("a")
        results = list(sandbox.map([("a",), ("b",)], return_exceptions=True))
        assert [type(result) for result in results] == [Unavailable, Unavailable]


def test_a_server_that_does_not_come_back_fails_what_waits(start: Start, address: str) -> None:
    server = start(hangs={b'"slow"'})
    with Sandbox(address, reconnect_timeout=3) as sandbox:
        future = sandbox.submit("slow")
        until(lambda: server.count("score") == 1, "the call is under way")
        server.stop()
        with pytest.raises(Unavailable, match="went away"):
            future.result(PATIENCE)


def test_a_token_that_is_refused_is_said_and_later_calls_ask_again(start: Start, address: str) -> None:
    server = start(instead=lambda header: error("unauthorized", id=header["id"]) if header["type"] == "hello" else None)
    with Sandbox(address, token="wrong") as sandbox:
        with pytest.raises(Unauthorized, match="unauthorized"):
            sandbox.score("a")
        assert server.headers[0]["token"] == "wrong"
        server.instead = lambda header: None
        assert sandbox.score("a").reward == 3


def test_busy_is_asked_again_and_told_when_it_lasts(start: Start, address: str) -> None:
    def busy(header: dict[str, Any]) -> list[dict[str, Any]]:
        return error("busy", retryable=True, retry_ms=10, id=header["id"])

    server = start(instead=once("score", busy))
    with Sandbox(address, reconnect_timeout=3) as sandbox:
        assert sandbox.score("a").reward == 3
        assert server.count("score") == 2
        server.instead = lambda header: busy(header) if header["type"] == "score" else None
        with pytest.raises(Busy) as raised:
            sandbox.score("a")
        assert raised.value.retryable


def test_a_refusal_names_its_calls_and_leaves_the_others_alone(start: Start, sandbox: Sandbox) -> None:
    server = start()
    assert sandbox.score("first").reward == 7

    def refuse(header: dict[str, Any]) -> list[dict[str, Any]]:
        return error("invalid", calls=[2], help="try another")

    server.instead = once("score", refuse)
    with pytest.raises(Invalid) as raised:
        sandbox.score("second")
    assert (raised.value.kind, raised.value.help, raised.value.retryable) == ("invalid", "try another", False)
    assert sandbox.score("third").reward == 7


def test_no_more_is_under_way_than_there_are_credits(start: Start, sandbox: Sandbox) -> None:
    server = start(credits=7)
    counts: list[int] = []

    def note(header: dict[str, Any]) -> None:
        if header["type"] == "score":
            counts.append(header["count"])

    server.instead = note  # type: ignore[assignment]
    assert len(list(sandbox.map([("x",)] * 500))) == 500
    assert max(counts) <= 7
    assert sum(counts) == 500


def test_calls_wait_while_modules_are_loaded(start: Start, sandbox: Sandbox) -> None:
    server = start(state="loading")
    future = sandbox.submit("a")
    until(lambda: server.count("ping") >= 2, "the client asks whether it is ready")
    assert server.count("score") == 0
    server.state = "ready"
    assert future.result(PATIENCE).reward == 3


def test_who_does_not_wait_to_the_end_is_told_what_for(start: Start, address: str) -> None:
    def waits_for(reason: str, text: str = "a") -> None:
        """Sooner or later: on a busy machine the wait may end before the request gets as far."""

        def is_told() -> bool:
            with pytest.raises(WaitTimeout) as raised:
                sandbox.score(text, timeout=0.3)
            return re.search(reason, str(raised.value)) is not None

        until(is_told, reason)

    def busy(header: dict[str, Any]) -> list[dict[str, Any]] | None:
        return error("busy", retryable=True, id=header["id"]) if header["type"] == "score" else None

    with Sandbox(address) as sandbox:
        waits_for(r"no server has welcomed this client for \d+\.\d s")
        server = start(state="loading", credits=1, hangs={b'"slow"'})
        waits_for(r"the server has been loading for \d+\.\d s")
        server.instead, server.state = busy, "ready"
        waits_for(r"the server has refused it for \d+\.\d s: said the test \(busy\)")
        server.instead = lambda header: None
        waits_for("the server has it", text="slow")
        waits_for("takes no more of this client at once")  # the one credit is that of the call before


def test_a_call_that_is_larger_than_any_message_fails_alone(start: Start, sandbox: Sandbox) -> None:
    start(message_limit=1000)
    results = list(sandbox.map([("a",), ("x" * 2000,), ("b",)], return_exceptions=True))
    assert isinstance(results[1], TooLarge)
    assert [getattr(result, "reward", None) for result in results] == [3, None, 3]


def test_a_session_that_another_took_over_is_an_error(start: Start, sandbox: Sandbox) -> None:
    server = start(instead=lambda header: error("replaced") if header["type"] == "score" else None)
    with pytest.raises(Refused, match="replaced"):
        sandbox.score("a")
    assert server.count("hello") == 1


@pytest.mark.parametrize("nonsense", [{"type": "outcomes", "seq": "x"}, {"type": "welcome"}, {"type": "error"}])
def test_nonsense_of_a_server_ends_nothing(start: Start, sandbox: Sandbox, nonsense: dict[str, Any]) -> None:
    start(instead=once("score", lambda header: [nonsense]))
    assert sandbox.score("a", timeout=PATIENCE).reward == 3


def test_close_fails_what_waits_and_says_goodbye(start: Start, address: str) -> None:
    server = start(hangs={b'"slow"'})
    sandbox = Sandbox(address)
    future = sandbox.submit("slow")
    until(lambda: server.count("score") == 1, "the call is under way")
    sandbox.close()
    with pytest.raises(Closed):
        future.result(PATIENCE)
    with pytest.raises(Closed):
        sandbox.score("a")
    assert server.count("bye") == 1
    assert "closed" in repr(sandbox)


def test_whoever_does_not_wait_to_the_end_ends_the_calls(start: Start, sandbox: Sandbox) -> None:
    server = start(hangs={b'"slow"'})

    def cancelled() -> set[int]:
        return {call for header in server.headers if header["type"] == "cancel" for call in header["calls"]}

    with pytest.raises(WaitTimeout):
        sandbox.score("slow", timeout=0.3)
    until(lambda: cancelled() == {1}, "the call is ended")
    future = sandbox.submit("slow")
    until(lambda: server.count("score") == 2, "the call is under way")
    assert future.cancel()
    until(lambda: cancelled() == {1, 2}, "the call is ended")
    # The fast one last: what is done is given out before the next call is read.
    outcomes = sandbox.map([("slow",), ("slow",), ("fast",)], ordered=False)
    assert next(outcomes).reward == 6
    outcomes.close()  # type: ignore[attr-defined]
    until(lambda: cancelled() == {1, 2, 3, 4}, "the calls are ended")

    def breaks() -> Iterator[tuple[str]]:
        yield ("slow",)
        time.sleep(0.05)
        yield ("slow",)
        raise KeyError("of the caller")

    with pytest.raises(KeyError, match="of the caller"):
        list(sandbox.map(breaks()))
    until(lambda: 6 in cancelled(), "the call is ended")


def test_calls_that_are_cancelled_before_they_are_sent_never_are(start: Start, sandbox: Sandbox) -> None:
    server = start(credits=1, hangs={b'"slow"'})
    first, second, third = (sandbox.submit(text) for text in ("slow", "fast", "fast"))
    until(lambda: server.count("score") == 1, "the first call is under way")
    assert second.cancel()
    # The first is answered by nobody: what is cancelled and not answered keeps its credit.
    assert first.cancel()
    assert third.cancel()
    until(lambda: server.count("cancel") == 1, "the first call is ended")
    assert server.runs == []


def test_a_program_that_ends_without_close_says_goodbye(start: Start, address: str) -> None:
    server = start(hangs={b'"slow"'})
    program = Program(
        "import sys\nfrom runrl_sandbox import Sandbox\nsandbox = Sandbox(sys.argv[1])\nsandbox.submit('slow')\n"
        "sandbox.score('x')",
        address,
    )
    out, err, code = program.end()
    assert (out, err, code) == ("", "", 0)
    until(lambda: server.count("bye") == 1, "it said goodbye")


def test_a_completion_travels_as_text_where_the_server_takes_it(start: Start, sandbox: Sandbox) -> None:
    start(forms=["text", "one of a later version"])
    said, messages = 'ü "so"\n', [{"role": "user", "content": "x"}]
    assert sandbox.score(said).reward == len(said.encode())
    assert sandbox.score("\ud800").reward == len(r'"\ud800"')  # no text could hold it
    assert sandbox.score(messages).reward == len('[{"role":"user","content":"x"}]')


@pytest.mark.parametrize("forms", [None, [], ["another"]])
def test_others_get_json(start: Start, sandbox: Sandbox, forms: list[str] | None) -> None:
    start(forms=forms)
    assert sandbox.score("x" * 10).reward == 12
    assert [outcome.reward for outcome in sandbox.map([("ü", None), ("\ud800", None)] * 40)] == [8, 8] * 40


def test_what_waits_is_written_for_the_server_that_comes_next(start: Start, sandbox: Sandbox) -> None:
    start(forms=["text"], hangs={b"hangs"})
    pending = sandbox.submit("hangs")
    assert sandbox.score("x").reward == 1  # and what was sent before it has come, too
    start()  # of an earlier version
    assert pending.result(timeout=PATIENCE).reward == len('"hangs"')
