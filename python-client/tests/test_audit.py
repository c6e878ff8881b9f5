"""What the server's audit says reaches whoever trains: figures, and a callback at an alarm."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fake_server import FakeServer
from observing import PATIENCE, until
from runrl_sandbox import Call, Sandbox
from runrl_sandbox.adapters import servers
from runrl_sandbox.adapters.trl import reward_function
from runrl_sandbox.audit import Audit, Audits
from runrl_sandbox.fleet import Fleet

pytestmark = pytest.mark.usefixtures("environment")

REWARD = "def reward_fn(completion, answer, **kwargs):\n    return float(answer in completion)\n"
DUMP = " ".join(f"a{at}" for at in range(20))
STEPS, TURN = 12, 8


@pytest.fixture
def hole(tmp_path: Path) -> Path:
    path = tmp_path / "hole.py"
    path.write_text(REWARD)
    return path


@pytest.fixture(autouse=True)
def disconnected() -> Iterator[None]:
    yield
    servers.close_all()


def said(step: int, at: int) -> str:
    return DUMP if step >= TURN else f"it is a{at}"


class Told:
    """A callback, and what it was told."""

    def __init__(self) -> None:
        self.alarms: list[dict[str, Any]] = []
        self.came = threading.Event()

    def __call__(self, alarm: dict[str, Any]) -> None:
        self.alarms.append(alarm)
        self.came.set()


def audited(sandbox: Sandbox, step: int) -> bool:
    return any(audit.step >= step for audit in sandbox.audits.values())


def test_a_callback_is_told_of_an_alarm_once_and_a_later_client_too(hole: Path) -> None:
    told = Told()
    with Sandbox.spawn(hole, on_alarm=told) as sandbox:
        assert sandbox.audits == {}
        for step in range(STEPS):
            calls = [Call(said(step, at), {"prompt": f"q{at}", "answer": f"a{at}"}) for at in range(20)]
            assert sum(outcome.reward or 0 for outcome in sandbox.score_many(calls, step=step)) == 20
            until(lambda step=step: audited(sandbox, step), "the step is audited")
        assert told.came.wait(PATIENCE)
        (audit,) = sandbox.audits.values()
        assert (audit.state, audit.alarms, audit.unearned) == ("alarm", 1, 1.0)
        assert audit.paid_well == audit.kept > 0
        (alarm,) = told.alarms
        assert alarm["module"] == "hole"
        assert alarm["since"]["step"] == TURN
        assert "--replay" in alarm["command"]
        later = Told()
        with Sandbox(sandbox.address, on_alarm=later) as other:
            other.score("x", {"prompt": "q", "answer": "a"})
            assert later.came.wait(PATIENCE)
        assert later.alarms == told.alarms
        of_fleet = Told()
        with Fleet.static([sandbox.address]).sandbox(on_alarm=of_fleet) as fleet:
            fleet.score("x", {"prompt": "q", "answer": "a"})
            assert of_fleet.came.wait(PATIENCE)
            assert fleet.audits == sandbox.audits
        assert of_fleet.alarms == [{**alarm, "host": sandbox.address}]


def figures(step: int, **changes: Any) -> dict[str, Any]:
    """What a server says of the module `m`."""
    usual = {"unearned": None, "level": None, "e": 1.0, "state": "watching", "alarms": 0, "paid_well": 0, "kept": 0}
    return {"module": "m", "step": step, **usual, **changes}


def test_a_fleet_has_the_figures_of_all_hosts_together(address: str) -> None:
    alarm = {"step": 4, "message": "it rose"}
    risen = figures(4, unearned=1.0, level=0.25, e=200.0, state="alarm", alarms=1, alarm=alarm, paid_well=6, kept=6)
    servers = [FakeServer(f"{address}{at}", audits=[risen]) for at in range(2)]
    servers[1].audits = [figures(5, unearned=0.25, level=0.75, paid_well=2, kept=1), {**figures(1), "module": "other"}]
    told = Told()
    try:
        with Fleet.static([server.address for server in servers]).sandbox(on_alarm=told) as sandbox:
            sandbox.score("a")
            until(lambda: len(sandbox.audits) == 2, "both have told theirs")
            audits = sandbox.audits
            assert audits["m"] == Audit(5, 7 / 8, 0.5, 200.0, "alarm", 1, alarm, 8, 7)
            assert audits["other"].state == "watching"
            assert told.came.wait(PATIENCE)
        assert told.alarms == [{"event": "audit_alarm", "module": "m", "host": servers[0].address, **alarm}]
    finally:
        for server in servers:
            server.stop()


def test_a_host_that_has_left_is_in_no_figure() -> None:
    audits = Audits()
    audits.audited(figures(3), "one")
    audits.audited(figures(5), "other")
    assert audits.latest["m"].step == 5
    audits.forget("other")
    assert audits.latest["m"].step == 3


def test_trl_logs_the_unearned_share_and_alarms_under_keys_that_never_change(hole: Path) -> None:
    told, metrics = Told(), dict[str, float]()
    function = reward_function(hole, on_alarm=told)
    for step in range(STEPS):
        state = type("State", (), {"global_step": step})
        columns = {"answer": [f"a{at}" for at in range(20)], "trainer_state": state}
        function(
            prompts=[f"q{at}" for at in range(20)],
            completions=[said(step, at) for at in range(20)],
            log_metric=metrics.__setitem__,
            **columns,
        )
        assert {"hole/unearned", "hole/alarms"} <= metrics.keys()
        until(lambda step=step: audited(servers.sandbox_of(function._settings), step), "the step is audited")
    assert told.came.wait(PATIENCE)
    function(prompts=["q"], completions=["a0"], answer=["a0"], log_metric=metrics.__setitem__)
    assert (metrics["hole/alarms"], metrics["hole/unearned"]) == (1.0, 1.0)


def test_a_callback_that_fails_is_logged_and_harms_nothing(caplog: pytest.LogCaptureFixture) -> None:
    audits, told = Audits(), Told()

    def fails(alarm: dict[str, Any]) -> None:
        raise RuntimeError("on purpose")

    audits.call(fails)
    audits.call(told)
    state = {"module": "m", "step": 3, "unearned": 1.0, "level": 0.0, "e": 200.0, "state": "alarm", "alarms": 1}
    for _ in range(2):
        audits.audited({**state, "alarm": {"message": "it rose"}})
    assert told.came.wait(PATIENCE)
    until(lambda: "`on_alarm` failed" in caplog.text, "it is logged")
    assert len(told.alarms) == 1


def test_the_alarm_of_a_server_that_was_started_anew_is_told_too() -> None:
    audits, told = Audits(), Told()
    audits.call(told)
    state = {"module": "m", "step": 3, "unearned": 1.0, "level": 0.0, "e": 200.0, "state": "alarm", "alarms": 1}
    first = {**state, "alarm": {"message": "first"}}
    audits.welcomed({"server": "a", "audits": [first]})
    audits.welcomed({"server": "a", "audits": [first]})  # the connection was lost for a while
    audits.welcomed({"server": "b", "audits": []})
    assert audits.latest == {}
    audits.audited({**state, "alarm": {"message": "second"}})
    until(lambda: len(told.alarms) > 1, "both are told")
    assert sorted(alarm["message"] for alarm in told.alarms) == ["first", "second"]


def test_a_callback_that_is_none_is_refused_at_once(hole: Path) -> None:
    with pytest.raises(TypeError, match="to be a function that takes the alarm, got 'text'"):
        Sandbox("ipc:///nowhere", on_alarm="text")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="a URL or a command, got 3"):
        Sandbox.spawn(hole, on_alarm=3)  # type: ignore[arg-type]
