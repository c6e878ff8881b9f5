"""Scoring at a real server: one call, many, futures, and what callers get when something is wrong."""

from __future__ import annotations

import _thread
import concurrent.futures
import itertools
import json
import math
import threading
import time
from pathlib import Path

import pytest
from observing import PATIENCE, until
from runrl_sandbox import Call, CallFuture, NotSendable, Outcome, Sandbox, UnknownModule, WaitTimeout


def test_a_call_comes_to_an_outcome_with_all_its_fields(sandbox: Sandbox) -> None:
    outcome = sandbox.score("four", {"expected": 18.0})
    assert (outcome.status, outcome.ok, outcome.family, outcome.reward) == ("ok", True, "ok", 4.0)
    assert outcome.duration_ms > 0
    assert outcome.max_rss_bytes > 0
    assert outcome.level in ("namespaces", "landlock")
    assert list(outcome.to_dict())[:3] == ["status", "reward", "info"]


def test_rows_reach_python_as_they_were(sandbox: Sandbox) -> None:
    row = {
        "a": 18.0,
        "b": 2**70,
        "c": [math.nan, 1e400],
        "d": "é\ud800",
        "e": None,
        "module": "m",
        "step": 3,
        "seed": 1,
    }
    outcome = sandbox.score("info", row)
    assert outcome.info["row"] == repr(row)
    assert outcome.info["length"] == 4.0
    assert isinstance(outcome.info["length"], float)
    assert sandbox.score("info", b=2**70).info["row"] == repr({"b": 2**70})


@pytest.mark.parametrize("value", [2**53, 2**53 + 1, -(2**63) - 1, 2**64 + 1, 10**300 + 7])
def test_integers_keep_all_their_digits_as_field_info_and_reward(sandbox: Sandbox, value: int) -> None:
    for outcome in (sandbox.score("exact", value=value), *sandbox.score_many([("exact", {"value": value})])):
        assert outcome.reward == value
        assert (outcome.info["value"], outcome.info["next"]) == (value, value + 1)
        assert outcome.info["row"] == repr({"value": value})


def test_failures_are_outcomes_with_no_reward(sandbox: Sandbox) -> None:
    raised = sandbox.score("raise")
    assert (raised.status, raised.reward, raised.family) == ("raised", None, "module")
    assert raised.error is not None
    assert raised.error.type == "ValueError"
    assert "on purpose" in (raised.error.traceback or "")
    assert sandbox.score("crash").status == "crashed"


def test_what_cannot_be_asked_raises(sandbox: Sandbox) -> None:
    with pytest.raises(NotSendable, match="`tests` is a set"):
        sandbox.score("x", tests={1})
    with pytest.raises(NotSendable, match="completion must be text"):
        sandbox.score(b"x")  # type: ignore[arg-type]
    with pytest.raises(UnknownModule) as raised:
        sandbox.score("x", module="other")
    assert raised.value.kind == "unknown-module"
    assert sandbox.score("x", module="reward").ok


@pytest.mark.parametrize("seed", [-1, 2**60, 1.5, True, "1"])
def test_a_seed_is_a_whole_number(sandbox: Sandbox, seed: object) -> None:
    with pytest.raises(NotSendable, match="`seed`"):
        sandbox.score("x", seed=seed)  # type: ignore[arg-type]


def test_messages_are_completions_too(sandbox: Sandbox) -> None:
    assert sandbox.score([{"role": "assistant", "content": "four"}]).reward == 4.0


def test_waiting_ends_with_its_timeout_and_so_does_the_call(sandbox: Sandbox) -> None:
    before = time.monotonic()
    with pytest.raises(WaitTimeout, match=r"within 0\.2 s"):
        sandbox.score("sleep 300", timeout=0.2)
    assert time.monotonic() - before < 100
    for wrong in (0, "5"):
        with pytest.raises(ValueError, match="`timeout`"):
            sandbox.score("x", timeout=wrong)  # type: ignore[arg-type]


def test_an_interrupt_that_wakes_nobody_is_seen(sandbox: Sandbox) -> None:
    # As a signal between Python's last look for signals and its wait: it is pending, and no system call ends early.
    def interrupt() -> None:
        until(lambda: task.read_text().rpartition(")")[2].split()[0] == "S", "the call is waited for")
        _thread.interrupt_main()

    sandbox.score("x")
    task = Path(f"/proc/self/task/{threading.get_native_id()}/stat")
    interrupter = threading.Thread(target=interrupt)
    interrupter.start()
    before = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        sandbox.score("sleep 300", timeout=PATIENCE)
    assert time.monotonic() - before < PATIENCE / 2  # not only when the wait ends
    interrupter.join()


def test_ten_thousand_calls_come_back_in_order(sandbox: Sandbox) -> None:
    outcomes = sandbox.map(("x" * (index % 5), {"value": float(index)}) for index in range(10_000))
    assert [outcome.reward for outcome in outcomes] == [float(index) for index in range(10_000)]


def test_ten_thousand_calls_come_back_as_they_finish(sandbox: Sandbox) -> None:
    outcomes = list(sandbox.map((("x", {"value": index}) for index in range(10_000)), ordered=False))
    assert sorted(outcome.reward or 0 for outcome in outcomes) == [float(index) for index in range(10_000)]


def test_a_slow_call_keeps_none_back_that_is_not_ordered(sandbox: Sandbox) -> None:
    calls = [("sleep 2",), *[("x",)] * 20]
    rewards = [outcome.reward for outcome in sandbox.map(calls, ordered=False)]
    assert rewards[0] == 1.0
    assert rewards.count(7.0) == 1
    in_order = list(sandbox.map(calls))
    assert in_order[0].reward == 7.0


def test_map_reads_no_faster_than_it_is_read(sandbox: Sandbox) -> None:
    read = itertools.count()
    outcomes = sandbox.map((("x", {"value": next(read)}) for _ in itertools.repeat(None)), max_in_flight=50)
    assert [next(outcomes).reward for _ in range(120)] == [float(index) for index in range(120)]
    assert next(read) <= 120 + 50
    outcomes.close()  # type: ignore[attr-defined]


def test_calls_have_three_forms(sandbox: Sandbox) -> None:
    forms = [
        Call("x", {"value": 2}, seed=1, step=3),
        {"completion": "x", "kwargs": {"value": 3}},
        ("x", {"value": 4}),
        ("x",),
    ]
    assert [outcome.reward for outcome in sandbox.map(forms)] == [2.0, 3.0, 4.0, 1.0]  # type: ignore[arg-type]


def test_an_exception_takes_the_place_of_its_outcome_or_is_raised(sandbox: Sandbox) -> None:
    calls = [
        ("x", {"value": 1}),
        ("x", {"bad": {1}}),
        {"complection": "x"},
        Call("x", module="other"),
        ("x", {"value": 5}),
    ]
    results = sandbox.score_many(calls, return_exceptions=True)  # type: ignore[arg-type]
    assert [getattr(result, "reward", type(result)) for result in results] == [
        1.0,
        NotSendable,
        NotSendable,
        UnknownModule,
        5.0,
    ]
    assert "did you mean `completion`?" in str(results[2])
    given = sandbox.map(calls)  # type: ignore[arg-type]
    assert next(given).reward == 1.0
    with pytest.raises(NotSendable, match="`bad`"):
        next(given)


def test_futures_are_those_of_the_standard_library(sandbox: Sandbox) -> None:
    futures = [sandbox.submit("x" * index) for index in range(50)]
    done, _ = concurrent.futures.wait(futures, timeout=PATIENCE)
    assert {future.result().reward for future in done} == {float(index) for index in range(50)}
    assert all(isinstance(future, CallFuture) for future in futures)


def test_a_future_that_is_cancelled_ends_its_call(sandbox: Sandbox) -> None:
    before = time.monotonic()
    futures = [sandbox.submit("sleep 300") for _ in range(4)]
    assert all(future.cancel() for future in futures)
    assert all(future.cancel() for future in futures)
    assert concurrent.futures.wait(futures, timeout=PATIENCE).not_done == set()
    with pytest.raises(concurrent.futures.CancelledError):
        futures[0].result()
    assert sandbox.score("x").ok
    assert time.monotonic() - before < 100
    done = sandbox.submit("x")
    assert done.result(PATIENCE).ok
    assert not done.cancel()


def test_a_future_outlives_the_sandbox_that_made_it(shared: Sandbox) -> None:
    future = Sandbox(shared.address).submit("sleep 0.3")
    assert future.result(PATIENCE).reward == 9.0


def test_many_threads_share_one_sandbox(sandbox: Sandbox) -> None:
    wrong: list[Outcome] = []

    def work(thread: int) -> None:
        for index in range(100):
            outcome = sandbox.score("x", value=thread * 1000 + index)
            if outcome.reward != thread * 1000 + index:
                wrong.append(outcome)

    workers = [threading.Thread(target=work, args=(thread,)) for thread in range(16)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(PATIENCE)
    assert not wrong
    assert not any(worker.is_alive() for worker in workers)


def test_calls_of_several_modules_go_side_by_side(environment: None, modules: Path) -> None:
    files = {"one": modules / "reward.py", "two": modules / "reward.py"}
    with Sandbox.spawn(files, module="one", on_error=-1) as sandbox:
        calls = [Call("x", {"value": index}, module=("one", "two")[index % 2], step=index // 3) for index in range(60)]
        assert [outcome.reward for outcome in sandbox.map(calls)] == [float(index) for index in range(60)]
        assert sandbox.score("raise").reward == -1


def test_a_sandbox_that_is_dropped_ends_its_thread(shared: Sandbox) -> None:
    before = threading.active_count()
    Sandbox(shared.address).score("x")
    until(lambda: threading.active_count() == before, "the thread ends")


def test_the_training_step_reaches_the_figures(environment: None, modules: Path, tmp_path: Path) -> None:
    with Sandbox.spawn(modules / "reward.py", data=tmp_path) as sandbox:
        assert all(outcome.ok for outcome in sandbox.map([("x",), Call("y", step=4)], step=3))
        assert sandbox.score("z", step=4).ok
    rows = [json.loads(line) for line in (tmp_path / "steps.jsonl").read_text().splitlines()]
    latest = {row["step"]: row["calls"] for row in rows if "step" in row}
    assert latest == {3: 1, 4: 2}
