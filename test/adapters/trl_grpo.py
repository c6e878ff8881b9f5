# requirements: torch.txt
"""
Two steps of TRL's GRPO on the CPU, with a tiny random model, rewards from our adapter, and completions that hang it:
`python trl_grpo.py`, by scripts/test-adapters.sh. No model is downloaded: its configuration and tokenizer are made
here.
"""

import logging
import tempfile
import time
from pathlib import Path

import torch
import trl
from datasets import Dataset
from runrl_sandbox.adapters import servers
from runrl_sandbox.adapters.trl import reward_function
from tokenizers import Tokenizer, models, pre_tokenizers
from trainer_page import copied
from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast

DEADLINE = 2.0
STEPS, PROMPTS, GENERATIONS = 2, 2, 4
WORDS = [f"word{number}" for number in range(60)]
REWARD = """
def reward_fn(completion, prompt, answer, **kwargs):
    text = completion if isinstance(completion, str) else completion[-1]["content"]
    if sum(map(ord, text)) % 3 == 0:
        while True:
            pass
    return len(text) / 10 + answer, {"length": float(len(text)), "begins": text[:5]}
"""
TEMPLATE = "{% for message in messages %}{{ message.role }} {{ message.content }} {% endfor %}"


def tiny():
    """A random model, and a tokenizer with a vocabulary of words."""
    special = ["[PAD]", "[EOS]", "[UNK]", "user", "assistant"]
    vocabulary = {word: number for number, word in enumerate([*special, *WORDS])}
    words = Tokenizer(models.WordLevel(vocabulary, unk_token="[UNK]"))
    words.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer = PreTrainedTokenizerFast(
        tokenizer_object=words, pad_token="[PAD]", eos_token="[EOS]", unk_token="[UNK]", padding_side="left"
    )
    tokenizer.chat_template = TEMPLATE
    torch.manual_seed(5)
    sizes = {"hidden_size": 16, "intermediate_size": 32, "num_hidden_layers": 2}
    heads = {"num_attention_heads": 2, "num_key_value_heads": 2, "max_position_embeddings": 256}
    model = LlamaForCausalLM(LlamaConfig(vocab_size=len(vocabulary), pad_token_id=0, eos_token_id=1, **sizes, **heads))
    return model, tokenizer


class Recorded:
    """A reward function, and what it was asked and answered."""

    def __init__(self, function):
        self.function, self.__name__, self.calls = function, function.__name__, []

    def __call__(self, **arguments):
        began = time.monotonic()
        rewards = self.function(**arguments)
        self.calls.append((arguments, rewards, time.monotonic() - began))
        return rewards


def texts(completions):
    return [one if isinstance(one, str) else one[-1]["content"] for one in completions]


def train(folder, conversational, function):
    """Two steps. Returns what the trainer logged."""
    words = ["word1 word2", "word3 word4", "word5 word6", "word7 word8"]
    prompts = [[{"role": "user", "content": text}] for text in words] if conversational else words
    model, tokenizer = tiny()
    trainer = trl.GRPOTrainer(
        model=model,
        processing_class=tokenizer,
        reward_funcs=function,
        train_dataset=Dataset.from_dict({"prompt": prompts, "answer": [0.5, 1.5, 2.5, 3.5]}),
        args=trl.GRPOConfig(
            output_dir=str(folder),
            per_device_train_batch_size=PROMPTS * GENERATIONS,
            num_generations=GENERATIONS,
            max_completion_length=6,
            max_steps=STEPS,
            logging_steps=1,
            use_cpu=True,
            bf16=False,
            report_to=[],
            save_strategy="no",
            disable_tqdm=True,
            seed=5,
        ),
    )
    trainer.train()
    return trainer.state.log_history


def check(name, log, function):
    assert len(function.calls) == STEPS, len(function.calls)
    hung = scored = 0
    for arguments, rewards, seconds in function.calls:
        completions = texts(arguments["completions"])
        assert len(rewards) == len(completions) == PROMPTS * GENERATIONS
        hanging = [sum(map(ord, text)) % 3 == 0 for text in completions]
        for text, hangs, reward, answer in zip(completions, hanging, rewards, arguments["answer"], strict=True):
            assert reward is None if hangs else abs(reward - (len(text) / 10 + answer)) < 1e-9, (text, reward)
        hung, scored = hung + sum(hanging), scored + len(hanging) - sum(hanging)
        # Two workers: so many rounds of the deadline, and the rest is free. The first batch also starts the server.
        rounds = -(-sum(hanging) // 2)
        assert seconds < rounds * DEADLINE + 60, seconds
        print(f"{name}: {sum(hanging)} of {len(hanging)} hung, {seconds:.1f} s for the batch")
    assert hung > 0, "no completion hung"
    assert scored > 0, "all completions hung"
    steps = [entry for entry in log if "reward" in entry]
    assert len(steps) == STEPS, log
    keys = ["reward/failed", "reward/timeout", "reward/lost", "reward/length", "rewards/reward/mean"]
    for entry in steps:
        assert all(key in entry for key in keys), sorted(entry)
    assert sum(entry["reward/timeout"] for entry in steps) * PROMPTS * GENERATIONS == hung
    assert all(entry["reward/lost"] == 0 for entry in steps)


def check_page():
    """The lines of docs/trainers/trl.md, as TRL calls them: a batch of which one hangs."""
    with copied("trl"):
        from my_rewards import reward

        metrics = {}
        prompts = [[{"role": "user", "content": "2 + 2 = ?"}]] * 3
        completions = [[{"role": "assistant", "content": text}] for text in ["4", "hang", "5"]]
        columns = {"answer": ["4"] * 3, "trainer_state": None, "log_metric": metrics.__setitem__}
        rewards = reward(prompts=prompts, completions=completions, completion_ids=[[1]] * 3, **columns)
        assert rewards == [1.0, None, 0.0], rewards
        assert (metrics["reward/timeout"], metrics["reward/length"]) == (1 / 3, 1.0), metrics
        servers.close_all()


def main():
    logging.basicConfig(level=logging.WARNING)
    check_page()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "reward.py")
        path.write_text(REWARD)
        function = reward_function(
            path, name="reward", info={"length": 0.0, "begins": ""}, timeout=DEADLINE, concurrency=2
        )
        for name, conversational in [("plain", False), ("conversational", True)]:
            recorded = Recorded(function)
            check(name, train(Path(folder, name), conversational, recorded), recorded)
    print(f"TRL {trl.__version__}: {STEPS} steps of GRPO with hanging rewards, twice")


if __name__ == "__main__":
    main()
