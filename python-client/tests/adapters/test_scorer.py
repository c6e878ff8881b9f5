"""What trainers share that call a method: one completion, one number, and never a number that nobody chose."""

from __future__ import annotations

import asyncio
import pickle
from pathlib import Path

import pytest
from runrl_sandbox import Sandbox, Unavailable, UnknownModule
from runrl_sandbox.adapters import servers
from runrl_sandbox.adapters.failures import CallFailed
from runrl_sandbox.adapters.scorer import Scored, Scorer

KEYS = ["sandbox_status", "sandbox_ms", "sandbox_failed", "length"]


def scored(scorer: Scorer, completion: str, how: str) -> Scored:
    if how == "async":
        return asyncio.run(scorer.score_async(completion, {"value": 8.0}))
    return scorer.score(completion, {"value": 8.0})


@pytest.mark.parametrize("how", ["sync", "async"])
def test_a_failure_has_no_number_unless_one_was_chosen(served: str, how: str) -> None:
    none, some = Scorer(served, info={"length": 0.0}), Scorer(served, on_failure=-1.0, on_timeout=-2.0)
    for completion, status, number in [
        ("abc", "ok", 8.0),
        ("hang", "timeout", -2.0),
        ("raise", "raised", -1.0),
        ("zero", "invalid", -1.0),
        ("exit", "crashed", -1.0),
    ]:
        assert scored(some, completion, how).number() == number
        result = scored(none, completion, how)
        assert [*result.metrics] == KEYS
        assert result.metrics["sandbox_status"] == status
        assert [*result.numbers] == KEYS[1:]
        if status == "ok":
            assert (result.reward, result.why, result.metrics["sandbox_failed"]) == (8.0, "", 0.0)
            continue
        assert (result.reward, result.metrics["sandbox_failed"]) == (None, 1.0)
        assert result.why
        with pytest.raises(CallFailed, match=f"ended as `{status}`"):
            result.number()


def test_a_trainer_that_needs_numbers_is_refused_at_once(reward_file: Path) -> None:
    with pytest.raises(ValueError, match=r"SkyRL needs a number .*\(`on_error`, `on_tamper`, `on_lost`\)"):
        Scorer(reward_file, on_timeout=0.0, required_by="SkyRL")


def test_columns_become_rows(served: str) -> None:
    async def score() -> list[float]:
        scorer = Scorer(served, on_failure=-1.0)
        columns = {"value": [1.0, 2.0, 3.0], "state": object(), "other": [1.0], "text": "abc"}
        results = await scorer.score_batch(["a", "raise", "b"], columns)
        assert [eval(str(result.outcome.info.get("row", "{}"))).keys() for result in results] == [
            {"value"},
            set(),
            {"value"},
        ]
        group = await scorer.score_group(["a", "b"], {"value": 5.0, "socket": object()})
        return [result.number() for result in [*results, *group]]

    assert asyncio.run(score()) == [1.0, -1.0, 3.0, 5.0, 5.0]


def test_messages_of_any_class_and_fields_by_name(served: str) -> None:
    class Message:
        def model_dump(self, mode: str, exclude_none: bool) -> dict[str, str]:
            return {"role": "assistant", "content": "abc"}

    result = Scorer(served, info={"row": ""}).score([Message()], {"value": 1.0}, prompt=[Message()], value=2.0)
    assert result.number() == 2.0
    expected = {"value": 2.0, "prompt": [{"role": "assistant", "content": "abc"}]}
    assert eval(str(result.metrics["row"])) == expected


def test_it_can_be_pickled(served: str) -> None:
    copy = pickle.loads(pickle.dumps(Scorer(served, on_failure=0.0)))
    assert copy.score("abc").number() == 3.0


def test_what_every_call_would_meet_is_raised(
    environment: None, reward_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(servers, "RECONNECT_TIMEOUT", 1.0)
    with Sandbox.spawn(reward_file) as server:
        with pytest.raises(UnknownModule):
            Scorer(server.address, on_failure=0.0, module="another").score("abc")
        scorer = Scorer(server.address, on_failure=0.0, on_lost=-5.0)
        assert scorer.score("abc").number() == 3.0
    # It has answered before: this is one lost call, not a wrong address.
    assert scorer.score("abc").metrics["sandbox_status"] == "lost"
    assert scorer.score("abc").number() == -5.0
    with pytest.raises(Unavailable):
        Scorer(server.address, on_failure=0.0).score("abc")
