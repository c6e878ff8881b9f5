# requirements: torch.txt
# beside: ms-swift.txt
"""ms-swift loads the plugin of docs/trainers/ms-swift.md, and computes rewards and advantages with it."""

import importlib.metadata
import time

import torch
from runrl_sandbox.adapters import servers
from swift.rewards import orms
from swift.rl_core.advantage import compute_advantages
from swift.rl_core.data import GRPOSample
from swift.rl_core.grpo_algorithm import compute_rewards_per_func
from swift.utils import import_external_file
from trainer_page import REPLIES, copied


def sample(number, reply):
    messages = [{"role": "user", "content": "2 + 2 = ?"}, {"role": "assistant", "content": reply}]
    return GRPOSample(messages=messages, prompt_id="p", request_id=str(number), extra={"answer": "4"})


def main():
    with copied("ms-swift"):
        import_external_file("plugin.py")
        function = orms["sandboxed"](args=None)
        samples = [sample(*numbered) for numbered in enumerate(REPLIES)]
        state = object()  # a TrainerState, which no reward function gets
        began = time.monotonic()
        for _ in range(2):  # ms-swift makes an event loop for each batch
            rewards = compute_rewards_per_func(samples, [function], [None], torch.device("cpu"), trainer_state=state)
        print(f"two batches, each with one that hangs: {time.monotonic() - began:.1f} s")
        assert rewards.flatten().tolist() == [1.0, 0.0, -1.0, -1.0, -1.0], rewards
        advantages, _ = compute_advantages(rewards, torch.ones(1), num_generations=len(REPLIES))
        by_reply = dict(zip(REPLIES, advantages.tolist(), strict=True))
        # A wrong answer is better than one that hangs: with None for 0 it would not be.
        assert by_reply["4"] > by_reply["5"] > by_reply["hang"] == by_reply["raise"], by_reply
        servers.close_all()
    print(f"ms-swift {importlib.metadata.version('ms-swift')}: computes rewards with the plugin of the page")


if __name__ == "__main__":
    main()
