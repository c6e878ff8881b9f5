"""The order of `map`, with answers that come when the test wants."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any, cast

import pytest
from runrl_sandbox import NotSendable, Outcome, SandboxError
from runrl_sandbox.calls import CallLike
from runrl_sandbox.mapping import CallMap
from runrl_sandbox.request import Io, Request
from runrl_sandbox.waiting import Inbox, run_map


class Answers:
    """In the place of an I/O thread: answers at once, but those that are `held`."""

    def __init__(self, held: tuple[int, ...] = ()) -> None:
        self.inbox = Inbox()
        self.held = held
        self.asked: list[int] = []
        self.cancelled: list[int] = []

    def ask(self, requests: list[Request]) -> None:
        self.asked += [request.tag for request in requests]
        self.inbox.deliver(
            [(request.tag, Outcome("ok", float(request.tag))) for request in requests if request.tag not in self.held]
        )

    def cancel(self, numbers: list[int]) -> None:
        self.cancelled += numbers

    def map(self, calls: Iterator[Any], ordered: bool = True, most: int = 100, lenient: bool = False) -> Iterator[Any]:
        def make(call: CallLike, index: int) -> Request:
            if call == "bad":
                raise NotSendable("bad")
            return Request(index + 1, "score", b"", self.inbox, index)

        return run_map(cast(Io, self), self.inbox, CallMap(make, ordered, most), calls, lenient)


@pytest.mark.parametrize("ordered", [True, False])
def test_what_is_done_is_given_out_before_a_slow_caller_is_asked_for_more(ordered: bool) -> None:
    given: list[float | None] = []

    def calls() -> Iterator[str]:
        for index in range(5):
            assert len(given) == index
            time.sleep(0.02)
            yield "x"

    for outcome in Answers().map(calls(), ordered):
        given.append(outcome.reward)
    assert given == [0.0, 1.0, 2.0, 3.0, 4.0]


def test_a_call_that_is_held_holds_back_only_what_is_ordered() -> None:
    answers = Answers(held=(0,))
    outcomes = answers.map(iter("x" * 500), ordered=False, most=10)
    assert [next(outcomes).reward for _ in range(200)] == [float(index) for index in range(1, 201)]
    outcomes.close()  # type: ignore[attr-defined]
    assert answers.cancelled == [1]

    answers = Answers(held=(3,))
    outcomes = answers.map(iter("x" * 500), most=10)
    assert [next(outcomes).reward for _ in range(3)] == [0.0, 1.0, 2.0]
    answers.inbox.deliver([(3, Outcome("ok", 3.0))])
    assert next(outcomes).reward == 3.0
    outcomes.close()  # type: ignore[attr-defined]


def test_no_more_are_asked_ahead_than_is_wanted() -> None:
    answers = Answers()
    outcomes = answers.map(iter("x" * 500), most=10)
    for index in range(100):
        next(outcomes)
        assert len(answers.asked) <= index + 10
    assert [outcome.reward for outcome in outcomes] == [float(index) for index in range(100, 500)]
    assert answers.cancelled == []


def test_errors_are_at_their_places() -> None:
    calls = ["x", "bad", "x"]
    results = list(Answers().map(iter(calls), lenient=True))
    assert [isinstance(result, SandboxError) for result in results] == [False, True, False]
    strict = Answers(held=(2,)).map(iter(calls))
    assert next(strict).reward == 0.0
    with pytest.raises(NotSendable):
        next(strict)


def test_nothing_is_asked_before_something_is_wanted() -> None:
    answers = Answers()
    answers.map(iter("xxx"))
    assert answers.asked == []
    assert list(answers.map(iter(""))) == []


@pytest.mark.parametrize("most", [0, -1, 1.5])
def test_a_limit_is_a_whole_number(most: Any) -> None:
    with pytest.raises(ValueError, match="`max_in_flight`"):
        Answers().map(iter("x"), most=most)
