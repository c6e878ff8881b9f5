# requirements: exports.txt
"""
What `runrl-sandbox export` and `runrl_sandbox.exports` write, read back by the readers of others: pyarrow, TensorBoard,
W&B offline, trackio, MLflow. `python exports.py [READER...]`, by scripts/test-adapters.sh.
"""

import json
import os
import struct
import subprocess
import sys
import tempfile
import time
from pathlib import Path

STEPS = 5
HOSTILE = "</script> | `x` \n\U0001f600 \u202e"
ROW = {"hash": 1, "prompt": "two?", "prompt_chars": 4, "completion": HOSTILE, "completion_chars": len(HOSTILE)} | {
    "reward": 0.5,
    "status": "ok",
    "duration_ms": 1.5,
    "line": None,
    "completion_line": None,
    "id": None,
    "info": {"a/b": 0.5, "why": HOSTILE},
    "at": None,
    "error": None,
}
AUDIT = {
    "audited": 16,
    "level": 0.0,
    "e": 1.5,
    "alarms": [],
    "controls": {"policy": 0.5, "empty": 0.0, "echo": 0.1, "frequent": None},
}


def record(step, place):
    figures = {"n": 2, "mean": step / 10, "min": 0, "max": 1, "sd": 0.5}
    return {
        "v": 2,
        "module": "maths",
        "step": step,
        "calls": 2,
        "statuses": {"ok": 2},
        "reward": figures,
        "info_numbers": {"a/b": figures},
        "not_finite": 0,
        "names_left_out": 0,
        "since": "2026-01-01T00:00:00.000Z",
        "until": "2026-01-01T00:00:01.000Z",
        "audit": {**AUDIT, "unearned": step / 20},
        "rows": [place],
        "views": {"random": [0]},
        "info_strings": {"why": {"n": 1, "views": {"random": [0]}}},
    }


def write(folder):
    """A folder as `serve --data` leaves it."""
    folder.mkdir()
    offset = 0
    with open(folder / "rows.jsonl", "wb") as rows, open(folder / "steps.jsonl", "w") as steps:
        for step in range(STEPS):
            line = json.dumps(ROW).encode()
            rows.write(line + b"\n")
            steps.write(json.dumps(record(step, [offset, len(line)])) + "\n")
            offset += len(line) + 1
    return folder


def export(data, form, out):
    command = os.environ["RUNRL_SANDBOX_COMMAND"].split()
    subprocess.run([*command, "export", str(data), "--to", form, "-o", str(out)], check=True)
    return out


def check_pyarrow(data, folder):
    import pyarrow.parquet as parquet

    out = export(data, "parquet", folder / "parquet")
    steps = parquet.read_table(out / "steps.parquet").to_pylist()
    assert [row["step"] for row in steps] == list(range(STEPS))
    assert [row["@reward.mean"] for row in steps] == [step / 10 for step in range(STEPS)]
    assert [row["audit/unearned"] for row in steps] == [step / 20 for step in range(STEPS)]
    assert [row["audit/alarms"] for row in steps] == [0] * STEPS
    assert steps[0]["audit/control_frequent"] is None
    samples = parquet.read_table(out / "samples.parquet").to_pylist()
    assert [row["completion"] for row in samples] == [HOSTILE] * STEPS
    assert json.loads(samples[0]["info"]) == ROW["info"]


def check_tensorboard(data, folder):
    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator
    from tensorboard.util import tensor_util

    out = export(data, "tensorboard", folder / "tensorboard")
    events = EventAccumulator(str(out / "maths"), size_guidance={"tensors": 0, "scalars": 0})
    events.Reload()

    def values(tag):
        # A scalar is written as a tensor or in the old form.
        if tag in events.Tags()["scalars"]:
            return [(each.step, each.value) for each in events.Scalars(tag)]
        return [(each.step, tensor_util.make_ndarray(each.tensor_proto).item()) for each in events.Tensors(tag)]

    for tag, part in (("a/b", 10), ("runrl/reward", 10), ("audit/unearned", 20)):
        assert [step for step, _ in values(tag)] == list(range(STEPS)), tag
        assert all(abs(value - step / part) < 1e-6 for step, value in values(tag)), tag
    [text, *rest] = [each.tensor_proto.string_val[0].decode() for each in events.Tensors("samples/why")]
    assert len(rest) == STEPS - 1
    assert "two?" in text
    assert "</script>" not in text


def leveldb_log(data):
    """Records of a file in the log format of LevelDB, which W&B's offline runs have; its package only writes it."""
    block, head, at, parts = 32_768, 7, 7, b""
    while at + head <= len(data):
        if block - at % block < head:
            at += block - at % block
            continue
        _crc, length, kind = struct.unpack_from("<IHB", data, at)
        parts += data[at + head : at + head + length]
        at += head + length
        if kind in (1, 4):  # whole, or the last part
            yield parts
            parts = b""


def check_wandb(data, folder):
    os.environ["WANDB_MODE"] = "offline"
    from runrl_sandbox.exports import to_wandb
    from wandb.proto import wandb_internal_pb2

    to_wandb(data, dir=str(folder))
    [file] = folder.glob("wandb/offline-run-*/*.wandb")
    until = time.monotonic() + 60
    kinds = []
    while "exit" not in kinds:  # its process writes on for a moment when the run is finished
        assert time.monotonic() < until, kinds
        read = [wandb_internal_pb2.Record.FromString(each) for each in leveldb_log(file.read_bytes())]
        kinds = [each.WhichOneof("record_type") for each in read]
        time.sleep(0.05)
    history = []
    for each, kind in zip(read, kinds, strict=True):
        if kind == "history":
            items = {item.key or "/".join(item.nested_key): json.loads(item.value_json) for item in each.history.item}
            history.append((each.history.step.num, items))
    rewards = [(step, items["reward"]) for step, items in history if "reward" in items]
    assert rewards == [(step, step / 10) for step in range(STEPS)], rewards
    assert [items["audit/unearned"] for _, items in history if "reward" in items][-1] == (STEPS - 1) / 20
    assert any(name.split("/")[0] == "samples" for _, items in history for name in items)


def check_trackio(data, folder):
    os.environ["TRACKIO_DIR"] = str(folder / "trackio")
    from runrl_sandbox.exports import to_trackio
    from trackio.sqlite_storage import SQLiteStorage

    to_trackio(data, project="read-back", name="one")
    rows = SQLiteStorage.get_logs("read-back", "one")
    rewards = sorted((row["step"], row["reward"]) for row in rows if row.get("reward") is not None)
    assert rewards == [(step, step / 10) for step in range(STEPS)], rewards


def check_mlflow(data, folder):
    import mlflow
    from runrl_sandbox.exports import to_mlflow

    mlflow.set_tracking_uri(f"sqlite:///{folder}/mlflow.db")
    mlflow.create_experiment("runrl-sandbox", artifact_location=f"file://{folder}/artifacts")
    run = to_mlflow(data)
    client = mlflow.MlflowClient()
    for name, part in (("reward", 10), ("audit/unearned", 20)):
        history = sorted((each.step, each.value) for each in client.get_metric_history(run, name))
        assert history == [(step, step / part) for step in range(STEPS)], history
    table = json.loads(Path(client.download_artifacts(run, "samples.json")).read_text())
    at = table["columns"].index("completion")
    assert [row[at] for row in table["data"]] == [HOSTILE] * STEPS


READERS = {
    "pyarrow": check_pyarrow,
    "tensorboard": check_tensorboard,
    "wandb": check_wandb,
    "trackio": check_trackio,
    "mlflow": check_mlflow,
}


def main():
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        data = write(folder / "data")
        for name in sys.argv[1:] or READERS:
            READERS[name](data, folder)
            print(f"{name} reads what was written")


if __name__ == "__main__":
    main()
