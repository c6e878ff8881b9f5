"""`compute_score` for verl: how verl loads it, and rows whose keys never change."""

from __future__ import annotations

import asyncio
import importlib.util
import inspect
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import runrl_sandbox
from runrl_sandbox import Refused, Sandbox, Unavailable, UnknownModule
from runrl_sandbox.adapters import servers

KEYS = ["score", "acc", "sandbox_status", "sandbox_ms", "length", "row"]
PATH = Path(runrl_sandbox.__file__).parent / "adapters/verl.py"
COMPLETIONS = ["hang", "abc", "raise", "zero", "exit", "more"]

Score = Callable[..., dict[str, Any]]


def load() -> Any:
    """As verl loads a file by its path: the module is not in `sys.modules`."""
    spec = importlib.util.spec_from_file_location("custom_module_1", PATH)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert "custom_module_1" not in sys.modules
    return module


@pytest.fixture(params=["compute_score", "compute_score_async"])
def compute_score(request: pytest.FixtureRequest) -> Score:
    """Both forms, called as a manager calls them."""
    function = getattr(load(), request.param)
    assert inspect.iscoroutinefunction(function) == (request.param == "compute_score_async")

    def call(solution: str, **settings: Any) -> dict[str, Any]:
        extra = settings.pop("extra_info", {"index": 1})
        arguments = {"data_source": "maths", "solution_str": solution, "ground_truth": "4", "extra_info": extra}
        result = function(**arguments, **settings)
        return asyncio.run(result) if inspect.isawaitable(result) else result

    return call


def test_the_file_has_nothing_but_its_functions() -> None:
    # Ray sends functions of such a module by value, with all globals that they use: these are imported by name there.
    own = {name for name in vars(load()) if not name.startswith("__")}
    assert own == {"Any", "compute_score", "compute_score_async", "score", "score_async"}


def test_every_row_has_the_same_keys_and_types(served: str, compute_score: Score) -> None:
    settings = {"server": served, "on_failure": -1.0, "on_timeout": -2, "info": {"length": 0.0, "row": ""}}
    rows = [compute_score(completion, **settings) for completion in COMPLETIONS]
    assert all([*row] == KEYS for row in rows)
    assert [row["sandbox_status"] for row in rows] == ["timeout", "ok", "raised", "invalid", "crashed", "ok"]
    assert [row["score"] for row in rows] == [row["acc"] for row in rows] == [-2.0, 3.0, -1.0, -1.0, -1.0, 4.0]
    assert [row["length"] for row in rows] == [0.0, 3.0, 0.0, 0.0, 0.0, 4.0]
    for row in rows:
        assert [type(row[key]) for key in KEYS] == [float, float, str, float, float, str]


def test_the_row_has_what_verl_gives(served: str, compute_score: Score) -> None:
    settings = {"server": served, "on_failure": 0, "info": {"row": ""}}
    extra = {"index": 7, "level": 2.0, "ground_truth": "of the row"}
    # As a manager with a reward model calls it.
    row = compute_score("a", extra_info=extra, reward_router_address="x:1", reward_model_tokenizer=object(), **settings)
    fields = eval(row["row"])
    assert fields == {"index": 7, "level": 2.0, "data_source": "maths", "ground_truth": "4", "extra_info": extra}
    assert isinstance(fields["level"], float)
    assert eval(compute_score("a", extra_info=None, **settings)["row"])["extra_info"] is None


def test_what_cannot_be_sent_is_left_out(served: str, compute_score: Score) -> None:
    settings = {"server": served, "on_failure": 0, "info": {"row": ""}}
    row = compute_score("a", extra_info={"index": 1, "image": b"\x00"}, **settings)
    assert eval(row["row"])["extra_info"] == {"index": 1}
    assert row["sandbox_status"] == "ok"


def test_settings_are_checked_at_the_first_sample(served: str, compute_score: Score) -> None:
    for settings, message in [
        ({"on_failure": 0}, "`reward_kwargs.server` is missing"),
        ({"server": served}, r"verl needs a number .*\(`on_timeout`, `on_error`, `on_tamper`, `on_lost`\)"),
        ({"server": served, "on_timeout": 0, "on_error": 0, "on_lost": 0}, r"\(`on_tamper`\)"),
        ({"server": served, "on_failur": 0}, "no `on_failur`; did you mean `on_failure`"),
        ({"server": served, "on_failure": "0"}, "expected `on_timeout` to be a finite number"),
        ({"server": served, "on_failure": 0, "info": {"acc": 0.0}}, "cannot have the key `acc`"),
        ({"server": served, "on_failure": 0, "options": {"timeout": 1}}, "options are for a server that is started"),
    ]:
        with pytest.raises(ValueError, match=message):
            compute_score("abc", **settings)  # a good sample: failures are not waited for
    with pytest.raises(UnknownModule):
        compute_score("abc", server=served, on_failure=0, module="nonsense")


def test_it_starts_a_server_for_a_file(environment: None, reward_file: Path, compute_score: Score) -> None:
    row = compute_score("abc", server=str(reward_file), on_failure=0, options={"timeout": 30})
    assert (row["score"], row["sandbox_status"]) == (3.0, "ok")
    assert [*row] == KEYS[:4]


def test_a_server_that_never_was_there_is_an_error(
    address: str, compute_score: Score, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(servers, "RECONNECT_TIMEOUT", 1.0)
    with pytest.raises(Unavailable):
        compute_score("abc", server=address, on_failure=0)


def test_a_server_that_goes_is_lost_samples(
    environment: None, reward_file: Path, compute_score: Score, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(servers, "RECONNECT_TIMEOUT", 1.0)
    with Sandbox.spawn(reward_file) as server:
        settings = {"server": server.address, "on_failure": -1.0, "on_lost": -4.0}
        before = compute_score("abc", **settings)
    after = compute_score("abc", **settings)
    assert (before["score"], before["sandbox_status"]) == (3.0, "ok")
    assert (after["score"], after["sandbox_status"]) == (-4.0, "lost")
    assert [*before] == [*after]


def test_a_server_for_a_file_that_dies_is_an_error(environment: None, reward_file: Path, compute_score: Score) -> None:
    settings = {"server": str(reward_file), "on_failure": -1.0}
    assert compute_score("abc", **settings)["score"] == 3.0
    (sandbox,) = servers._sandboxes.values()
    server = sandbox._connection.server
    assert server is not None
    os.kill(server.ready["pid"], signal.SIGKILL)
    with pytest.raises(Unavailable):
        compute_score("abc", **settings)


def test_a_sample_is_waited_for_no_longer_than_wanted(served: str, compute_score: Score) -> None:
    row = compute_score("hang", server=served, on_failure=-1.0, on_lost=-4.0, wait=0.2)
    assert (row["score"], row["sandbox_status"]) == (-4.0, "lost")


def test_a_full_queue_is_a_lost_sample(served: str, compute_score: Score, monkeypatch: pytest.MonkeyPatch) -> None:
    def busy(self: Any, *arguments: Any, **options: Any) -> Any:
        raise Refused("busy", "the queue is full")

    monkeypatch.setattr("runrl_sandbox.Sandbox.score", busy)
    monkeypatch.setattr("runrl_sandbox.AsyncSandbox.score", busy)
    row = compute_score("abc", server=served, on_failure=0.0)
    assert (row["score"], row["sandbox_status"]) == (0.0, "lost")


def test_many_samples_at_once_share_a_connection(served: str) -> None:
    module = load()
    settings = {"server": served, "on_failure": 0.0}

    async def all_at_once() -> list[dict[str, Any]]:
        calls = [module.compute_score_async("d", "a" * n, "", {}, **settings) for n in range(200)]
        return await asyncio.gather(*calls)

    assert [row["score"] for row in asyncio.run(all_at_once())] == [float(n) for n in range(200)]
    assert len(servers._async_sandboxes) == 1


def test_nothing_of_verl_is_imported() -> None:
    program = (
        f"import runpy, sys; runpy.run_path({str(PATH)!r}); sys.exit('ray' in sys.modules or 'torch' in sys.modules)"
    )
    source = str(PATH.parents[2])
    subprocess.run([sys.executable, "-c", program], env={"PYTHONPATH": source}, check=True)
