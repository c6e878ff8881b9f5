# requirements: slime.txt
"""
slime's scoring of a group with the address of docs/trainers/slime.md. slime is not on PyPI: a stand-in for it, or the
checkout that $SLIME_SOURCE names.
"""

import asyncio
import json
import os
import sys
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import MagicMock

from trainer_page import REPLIES, served

SOURCE = os.environ.get("SLIME_SOURCE")
sys.path.insert(0, SOURCE or str(Path(__file__).parent / "stand-ins"))
# Its types are annotated with tensors. None is made here.
sys.modules.setdefault("torch", MagicMock())

from slime.rollout.rm_hub import batched_async_rm  # noqa: E402
from slime.utils.types import Sample  # noqa: E402

LABEL = json.dumps({"answer": "4"})


async def scored(flags):
    """A group of samples with the rewards that slime gets for them."""
    chat = [{"role": "user", "content": "2 + 2 = ?"}]
    samples = [Sample(prompt=chat, response=f"{reply}<|im_end|>", label=LABEL) for reply in REPLIES]
    args = SimpleNamespace(**{"custom_rm_path": None, "reward_key": None, **flags})
    for sample, reward in zip(samples, await batched_async_rm(args, samples), strict=True):
        sample.reward = reward
    return [sample.get_reward_value(args) for sample in samples], samples


async def check(server):
    expected = [float(reply == "4") if status == "ok" else -1.0 for reply, status in REPLIES.items()]
    flags = {name.replace("-", "_"): value for name, value in server.flags("train.py").items()}
    rewards, _ = await scored(flags)
    assert rewards == expected, rewards
    assert all(type(reward) is float for reward in rewards), rewards
    # What the page says of `--reward-key`.
    rewards, samples = await scored({**flags, "rm_url": f"{flags['rm_url']}?key=score", "reward_key": "score"})
    assert rewards == expected, rewards
    assert [sample.reward["sandbox_status"] for sample in samples] == [*REPLIES.values()], samples


def main():
    with served("slime") as server:
        asyncio.run(check(server))
    print(f"slime, {'its source' if SOURCE else 'a stand-in for it'}: gets its rewards from the page's address")


if __name__ == "__main__":
    main()
