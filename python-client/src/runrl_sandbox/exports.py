"""
What a run came to, logged with the trackers that people use: each through its own package, which has to be installed.

    from runrl_sandbox.exports import to_wandb

    to_wandb("data", project="maths")

A path is a folder of `runrl-sandbox serve --data`, or a result file of `runrl-sandbox run -o`. It is read by
`runrl-sandbox export`, found as `Sandbox.spawn` finds it.
"""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from .command import find_command

__all__ = ["Exported", "read_run", "to_mlflow", "to_trackio", "to_wandb"]

_COLUMNS = ["step", "module", "views", "prompt", "completion", "info", "reward", "status", "duration_ms", "line", "id"]
#: Of a step these are metrics; the rest of its figures are in `runrl-sandbox export`.
_FIGURES = (".mean", ".sd", ".min", ".max")


class Exported(NamedTuple):
    """A run, read."""

    #: Metrics by step, ascending.
    steps: dict[int, dict[str, float]]
    #: The calls that were kept, as rows of a table.
    samples: list[dict[str, Any]]


def read_run(path: str | os.PathLike[str], **files: str | os.PathLike[str] | None) -> Exported:
    """
    The numbers and samples of a run. With several modules, names of metrics begin with the module's.

    :param path: data folder, `steps.jsonl` or result file
    :param files: `prompts`, `completions` of a result file, `key`, `step_field`: as the flags of `export`
    :raises NotStarted: there is no command `runrl-sandbox`
    :raises ValueError: the path is nothing that can be read; the message is that of the command
    """
    flags = [f"--{name.replace('_', '-')}={os.fspath(value)}" for name, value in files.items() if value is not None]
    with tempfile.TemporaryDirectory(prefix="runrl-export-") as folder:
        words = [*find_command(), "export", os.fspath(path), "--to", "jsonl", "-o", folder, *flags]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise ValueError(done.stderr.strip() or f"runrl-sandbox export ended with {done.returncode}")
        rows = list(_lines(Path(folder, "steps.jsonl")))
        samples = list(_lines(Path(folder, "samples.jsonl")))
    modules = {row["module"] for row in rows}
    steps: dict[int, dict[str, float]] = {}
    for row in sorted(rows, key=lambda row: int(row["step"])):
        prefix = f"{row['module']}/" if len(modules) > 1 else ""
        steps.setdefault(row["step"], {}).update(
            {prefix + name: value for name, value in _metrics(row) if value is not None}
        )
    return Exported(steps, samples)


def to_wandb(path: str | os.PathLike[str], *, project: str = "runrl-sandbox", **options: Any) -> Any:
    """
    Logs a run with Weights & Biases: a metric for each number, a table `samples` of the calls that were kept.

    `WANDB_MODE=offline` keeps it on disk, for `wandb sync`.

    :param path: as that of `read_run`
    :param project: name of the project
    :param options: those of `read_run`, and any of `wandb.init`
    :returns: the run, finished
    :raises ImportError: `wandb` is not installed
    :raises NotStarted, ValueError: as `read_run`
    """
    import wandb

    files, rest = _split(options)
    run = read_run(path, **files)
    tracked = wandb.init(project=project, **rest)
    try:
        for step, metrics in run.steps.items():
            tracked.log(metrics, step=step)
        if run.samples:
            table = wandb.Table(columns=_COLUMNS, data=[[row.get(name) for name in _COLUMNS] for row in run.samples])
            tracked.log({"samples": table})
    finally:
        tracked.finish()
    return tracked


def to_trackio(path: str | os.PathLike[str], *, project: str = "runrl-sandbox", **options: Any) -> Any:
    """
    Logs a run with trackio: a metric for each number, a table `samples` of the calls that were kept.

    :param path: as that of `read_run`
    :param project: name of the project
    :param options: those of `read_run`, and any of `trackio.init`
    :returns: the run, finished
    :raises ImportError: `trackio` is not installed
    :raises NotStarted, ValueError: as `read_run`
    """
    import trackio

    files, rest = _split(options)
    run = read_run(path, **files)
    tracked = trackio.init(project=project, **rest)
    try:
        for step, metrics in run.steps.items():
            trackio.log(metrics, step=step)
        if run.samples:
            rows = [{name: row.get(name) for name in _COLUMNS} for row in run.samples]
            trackio.log({"samples": trackio.Table(columns=_COLUMNS, data=[list(row.values()) for row in rows])})
    finally:
        trackio.finish()
    return tracked


def to_mlflow(path: str | os.PathLike[str], *, experiment: str = "runrl-sandbox", **options: Any) -> str:
    """
    Logs a run with MLflow: a metric for each number, an artifact `samples.json` of the calls that were kept.

    :param path: as that of `read_run`
    :param experiment: name of the experiment
    :param options: those of `read_run`, and any of `mlflow.start_run`
    :returns: the id of the run
    :raises ImportError: `mlflow` is not installed
    :raises NotStarted, ValueError: as `read_run`
    """
    import mlflow

    files, rest = _split(options)
    run = read_run(path, **files)
    mlflow.set_experiment(experiment)
    with mlflow.start_run(**rest) as tracked:
        for step, metrics in run.steps.items():
            mlflow.log_metrics({_mlflow_name(name): value for name, value in metrics.items()}, step=step)
        if run.samples:
            data = [[row.get(name) for name in _COLUMNS] for row in run.samples]
            mlflow.log_dict({"columns": _COLUMNS, "data": data}, "samples.json")
        return str(tracked.info.run_id)


_FILES = ("prompts", "completions", "key", "step_field")


def _split(options: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Options of `read_run`, and those of the tracker."""
    files = {name: options.pop(name) for name in _FILES if name in options}
    return files, options


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8") as file:
        for line in file:
            yield json.loads(line)


def _metrics(row: dict[str, Any]) -> Iterator[tuple[str, float | None]]:
    """Means under the name itself: `reward`, `reward.sd`."""
    for column, value in row.items():
        if column in ("module", "step", "until"):
            continue
        key, dot, figure = column.rpartition(".")
        if dot + figure in _FIGURES:
            name = "@" + key[2:] if key.startswith("@@") else key.removeprefix("@")
            yield (name if figure == "mean" else f"{name}.{figure}"), value
        elif ("/" in column or column == "calls") and not column.endswith((".n", ".missing", ".nan")):
            yield column, value


def _mlflow_name(name: str) -> str:
    """MLflow takes letters, digits, and some signs."""
    return "".join(each if each.isalnum() or each in "_-./ :" else "_" for each in name)
