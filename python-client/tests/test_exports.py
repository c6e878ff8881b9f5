"""Runs, logged with trackers: through their packages offline, where they are installed, and a stand-in."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from runrl_sandbox.exports import read_run, to_mlflow, to_trackio, to_wandb

pytestmark = pytest.mark.usefixtures("environment")

FIGURES = {"n": 2, "mean": 0.5, "min": 0, "max": 1, "sd": 0.5}


def line(step: int, module: str = "maths") -> str:
    return json.dumps(
        {
            "v": 2,
            "module": module,
            "step": step,
            "calls": 2,
            "statuses": {"ok": 2},
            "reward": {**FIGURES, "mean": step / 10},
            "info_numbers": {"a/b": FIGURES, "@odd": FIGURES},
            "not_finite": 0,
            "names_left_out": 0,
            "since": "2026-01-01T00:00:00.000Z",
            "until": "2026-01-01T00:00:01.000Z",
            "info_strings": {"why": {"n": 1, "samples": [{"hash": 1, "prompt": "two?", "value": "because"}]}},
        }
    )


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    folder.mkdir()
    (folder / "steps.jsonl").write_text("".join(f"{line(step)}\n" for step in (2, 0, 1)))
    return folder


def test_reads_metrics_by_step_and_samples(data: Path) -> None:
    run = read_run(data)
    assert list(run.steps) == [0, 1, 2]
    assert run.steps[2]["reward"] == 0.2
    assert run.steps[2]["reward.sd"] == 0.5
    assert run.steps[2]["a/b"] == 0.5
    assert run.steps[2]["@odd"] == 0.5
    assert run.steps[2]["status/ok"] == 2
    assert not any(name.endswith((".n", ".missing")) for name in run.steps[2])
    assert {row["prompt"] for row in run.samples} == {"two?"}


def test_names_modules_where_there_are_several(data: Path) -> None:
    with (data / "steps.jsonl").open("a") as file:
        file.write(f"{line(1, 'code')}\n")
    run = read_run(data)
    assert run.steps[1]["maths/reward"] == run.steps[1]["code/reward"] == 0.1


def test_says_what_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="does not exist"):
        read_run(tmp_path / "nothing")


class Tracked:
    """A stand-in for a tracker's run."""

    def __init__(self) -> None:
        self.logged: list[tuple[dict[str, Any], int | None]] = []
        self.finished = False

    def log(self, values: dict[str, Any], step: int | None = None) -> None:
        self.logged.append((values, step))

    def finish(self) -> None:
        self.finished = True


def test_to_wandb_logs_each_step_once_and_in_order(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tracked = Tracked()
    table = SimpleNamespace
    monkeypatch.setitem(sys.modules, "wandb", SimpleNamespace(init=lambda **_: tracked, Table=table))
    assert to_wandb(data, project="maths") is tracked
    assert tracked.finished
    assert [step for _, step in tracked.logged] == [0, 1, 2, None]
    assert len(tracked.logged[-1][0]["samples"].data) == 3


def test_to_trackio_logs_each_step_once_and_in_order(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tracked = Tracked()
    module = SimpleNamespace(init=lambda **_: tracked, log=tracked.log, finish=tracked.finish, Table=SimpleNamespace)
    monkeypatch.setitem(sys.modules, "trackio", module)
    assert to_trackio(data) is tracked
    assert [step for _, step in tracked.logged] == [0, 1, 2, None]


def test_wandb_itself_takes_it(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("wandb")
    monkeypatch.setenv("WANDB_MODE", "offline")
    to_wandb(data, dir=str(tmp_path))
    assert list(tmp_path.glob("wandb/offline-run-*/*.wandb"))


def test_mlflow_itself_takes_it(data: Path, tmp_path: Path) -> None:
    mlflow = pytest.importorskip("mlflow")
    mlflow.set_tracking_uri(f"sqlite:///{tmp_path}/mlflow.db")
    mlflow.create_experiment("runrl-sandbox", artifact_location=f"file://{tmp_path}/artifacts")
    run_id = to_mlflow(data)
    history = mlflow.MlflowClient().get_metric_history(run_id, "reward")
    assert [(each.step, each.value) for each in history] == [(0, 0.0), (1, 0.1), (2, 0.2)]
    assert list(tmp_path.glob(f"artifacts/{run_id}/artifacts/samples.json"))
