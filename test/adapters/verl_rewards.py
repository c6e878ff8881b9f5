# requirements: torch.txt
"""
verl's own loader and reward managers with our `compute_score`, by path and as a package; the manager `remote` in real
Ray processes: `python verl_rewards.py`, by scripts/test-adapters.sh.
"""

import asyncio
import importlib.metadata
import logging
import math
import os
import shlex
import tempfile
import time
from pathlib import Path

import numpy as np
import ray
import runrl_sandbox
import torch
from omegaconf import OmegaConf
from runrl_sandbox import Sandbox
from runrl_sandbox.adapters import servers
from tensordict import TensorDict
from trainer_page import blocks
from verl import DataProto
from verl.trainer.ppo.metric_utils import process_validation_metrics
from verl.trainer.ppo.reward import load_reward_manager

DEADLINE = 2.0
REWARD = """
import os

def reward_fn(completion, ground_truth, data_source, index, extra_info, **kwargs):
    assert extra_info["index"] == index and data_source == "numbers"
    if completion == "hang":
        while True:
            pass
    if completion == "raise":
        raise ValueError("on purpose")
    if completion == "exit":
        os._exit(1)
    info = {"length": float(len(completion)), "said": completion}
    if completion == "more":
        info["only here"] = 1.0
    return float(completion == ground_truth), info
"""
# The first row fails: its keys become the columns.
SOLUTIONS = ["hang", "4", "raise", "5", "exit", "more", "4"]
STATUSES = ["timeout", "ok", "raised", "ok", "crashed", "ok", "ok"]
SCORES = [-2.0, 1.0, -1.0, 0.0, -1.0, 0.0, 1.0]
#: With the settings of the page, where failures score 0.
PAGE_SCORES = [0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0]
KEYS = ["score", "acc", "sandbox_status", "sandbox_ms", "length", "said"]
BY_PATH = str(Path(runrl_sandbox.__file__).parent / "adapters/verl.py")


class Tokenizer:
    """Token ids are characters."""

    def decode(self, ids, skip_special_tokens=True):
        return "".join(map(chr, ids.tolist()))


def batch():
    width = max(map(len, SOLUTIONS))
    responses = torch.zeros(len(SOLUTIONS), width, dtype=torch.long)
    attention = torch.ones(len(SOLUTIONS), 1 + width, dtype=torch.long)
    for row, text in enumerate(SOLUTIONS):
        responses[row, : len(text)] = torch.tensor([ord(letter) for letter in text])
        attention[row, 1 + len(text) :] = 0
    prompts = torch.ones(len(SOLUTIONS), 1, dtype=torch.long)
    tensors = {"prompts": prompts, "responses": responses, "attention_mask": attention}

    def column(values):
        array = np.empty(len(values), dtype=object)
        array[:] = values
        return array

    rows = range(len(SOLUTIONS))
    others = {
        "data_source": column(["numbers"] * len(SOLUTIONS)),
        "reward_model": column([{"ground_truth": "4", "style": "rule"} for _ in rows]),
        # As from parquet: scalars of numpy, and something that no reward needs and JSON cannot hold.
        "extra_info": column([{"index": np.int64(row), "image": b"\x00", "tools": np.array([1, 2])} for row in rows]),
    }
    return DataProto(batch=TensorDict(tensors, batch_size=len(SOLUTIONS)), non_tensor_batch=others)


def page_function(address):
    """`reward.custom_reward_function` as docs/trainers/verl.md sets it."""
    words = shlex.split(blocks("verl", "sh")[0].replace("\\\n", " "))
    settings = [word.lstrip("+") for word in words if "custom_reward_function" in word]
    given = OmegaConf.from_dotlist([setting.replace("ipc:///tmp/rewards.sock", address) for setting in settings])
    return OmegaConf.to_container(given)["reward"]["custom_reward_function"]


def config(path, name, manager, address):
    settings = {"server": address, "on_failure": -1.0, "on_timeout": -2.0, "info": {"length": 0.0, "said": ""}}
    function = {"path": path, "name": name, "reward_kwargs": settings} if path else page_function(address)
    managed = {"source": "register", "name": manager}
    reward = {"custom_reward_function": function, "reward_manager": managed, "num_workers": 1, "max_concurrent": 16}
    return OmegaConf.create({"reward": reward, "trainer": {"experiment_name": "none"}})


def score(path, name, manager, address):
    """Loads the function and scores a batch, as the workers of verl's reward loop do."""
    loop = asyncio.new_event_loop()
    asyncio.set_event_loop(loop)
    try:
        managing = load_reward_manager(config(path, name, manager, address), Tokenizer())
        data = batch()

        async def all_rows():
            return await asyncio.gather(*(managing.run_single(data[row : row + 1]) for row in range(len(data))))

        results = loop.run_until_complete(all_rows())
        scores = [result["reward_score"] for result in results]
        assert managing.assemble_rm_scores(data, scores).sum() == sum(scores)
        return results
    finally:
        asyncio.set_event_loop(None)
        loop.close()


def check(results, scores=SCORES):
    assert [result["reward_score"] for result in results] == scores, results
    infos = [result["reward_extra_info"] for result in results]
    # The columns, as verl makes them: KeyError where a row has not the keys of the first.
    columns = {key: np.array([info[key] for info in infos]) for key in infos[0]}
    assert all(list(info) == KEYS for info in infos), infos
    assert columns["sandbox_status"].tolist() == STATUSES
    assert columns["length"].tolist() == [0.0, 1.0, 0.0, 1.0, 0.0, 4.0, 1.0]
    assert columns["said"].tolist() == ["", "4", "", "5", "", "more", "4"]
    assert columns["score"].dtype == columns["length"].dtype == columns["sandbox_ms"].dtype == np.float64
    assert columns["sandbox_ms"][0] >= DEADLINE * 900
    uids = [str(row % 2) for row in range(len(infos))]
    metrics = process_validation_metrics(["numbers"] * len(infos), uids, {k: list(v) for k, v in columns.items()})
    values = [value for variable in metrics["numbers"].values() for value in variable.values()]
    assert values, metrics
    assert all(map(math.isfinite, values)), metrics


def main():
    logging.basicConfig(level=logging.ERROR)
    with tempfile.TemporaryDirectory() as folder:
        reward = Path(folder, "reward.py")
        reward.write_text(REWARD)
        with Sandbox.spawn(reward, timeout=DEADLINE) as server:
            for manager in ["naive", "dapo", "gdpo", "rate_limited"]:
                for name in ["compute_score", "compute_score_async"]:
                    for path in [BY_PATH, "pkg://runrl_sandbox.adapters.verl"]:
                        began = time.monotonic()
                        check(score(path, name, manager, server.address))
                        print(f"{manager}, {name}, {Path(path).name}: {time.monotonic() - began:.1f} s", flush=True)
            check(score(None, None, "naive", server.address), PAGE_SCORES)
            print("naive, the settings of the page")
            source = os.path.dirname(os.path.dirname(runrl_sandbox.__file__))
            os.environ["RAY_AUTH_MODE"] = "disabled"  # else Ray writes a token into the home folder
            environ = {"env_vars": {"PYTHONPATH": source}}
            ray.init(num_cpus=1, include_dashboard=False, runtime_env=environ, _temp_dir=f"{folder}/ray")
            try:
                check(score(BY_PATH, "compute_score", "remote", server.address))
                print("remote, compute_score, verl.py: in a Ray process")
            finally:
                ray.shutdown()
        servers.close_all()
    print(f"verl {importlib.metadata.version('verl')}: its loader and managers are content")


if __name__ == "__main__":
    main()
