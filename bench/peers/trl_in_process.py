"""
TRL's call of a reward function: in the trainer's own process, a batch at a time, nothing in parallel. By TRL's
`_calculate_rewards` where it is installed; else by a loop.
"""

import sys
from importlib.metadata import PackageNotFoundError, version
from types import SimpleNamespace

import peer

reward_fn = peer.load(sys.argv[2])


def reward(completions, **columns):
    """As people write one: the columns that the data set has, row by row."""
    names = [name for name in ("tests", "expected_result") if name in columns]
    return [
        reward_fn(completion, **{name: columns[name][at] for name in names})
        for at, completion in enumerate(completions)
    ]


def reproduced(rows):
    columns = {name: [row["kwargs"][name] for row in rows] for name in rows[0]["kwargs"]}
    return reward(completions=[row["completion"] for row in rows], **columns)


def by_trl():
    import torch
    from trl import GRPOTrainer

    trainer = SimpleNamespace(
        accelerator=SimpleNamespace(device=torch.device("cpu"), is_main_process=True),
        args=SimpleNamespace(report_to=[]),
        environments=None,
        reward_funcs=[reward],
        reward_func_names=["reward"],
        reward_processing_classes=[None],
        state=SimpleNamespace(global_step=0),
        _log_completion_extra=None,
        _log_metric=None,
    )

    def score(rows):
        completions = [row["completion"] for row in rows]
        inputs, prompts, ids = [row["kwargs"] for row in rows], [""] * len(rows), [[]] * len(rows)
        return GRPOTrainer._calculate_rewards(trainer, inputs, prompts, completions, ids)[:, 0].tolist()

    return score


try:
    name = f"TRL {version('trl')}, in process"
except PackageNotFoundError:
    peer.measure("TRL's call in process, reproduced", reproduced)
else:
    peer.measure(name, by_trl())
