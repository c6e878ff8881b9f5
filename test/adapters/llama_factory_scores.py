# requirements: torch.txt
# beside: llama-factory.txt
"""LLaMA-Factory reads the settings of docs/trainers/llama-factory.md, and calls the reward server with them."""

import importlib
import importlib.metadata
import os
import sys
import types

import yaml
from trainer_page import REPLIES, served

# It wants other versions of what it does not use here.
os.environ["DISABLE_VERSION_CHECK"] = "1"
import llamafactory.train
from llamafactory.hparams import FinetuningArguments

# The package's own beginning imports the trainer, which needs TRL before 0.25.
ppo = types.ModuleType("llamafactory.train.ppo")
ppo.__path__ = [os.path.join(llamafactory.train.__path__[0], "ppo")]
sys.modules[ppo.__name__] = ppo
get_rewards_from_server = importlib.import_module("llamafactory.train.ppo.ppo_utils").get_rewards_from_server


def main():
    with served("llama-factory") as server:
        settings = FinetuningArguments(**yaml.safe_load(server.blocks("yaml")[0]))
        assert (settings.reward_model_type, settings.stage) == ("api", "ppo"), settings
        # As its PPO trainer decodes query and response: in one text, with special tokens.
        asked = "<|im_start|>user\n2 + 2 = ?<|im_end|>\n<|im_start|>assistant\n"
        messages = [f"{asked}{reply}<|im_end|>" for reply in REPLIES]
        rewards = get_rewards_from_server(settings.reward_model, messages)
        expected = [float(reply == "4") if status == "ok" else -1.0 for reply, status in REPLIES.items()]
        assert rewards.dtype.is_floating_point, rewards
        assert rewards.tolist() == expected, rewards
    print(f"llamafactory {importlib.metadata.version('llamafactory')}: gets its rewards by the settings of the page")


if __name__ == "__main__":
    main()
