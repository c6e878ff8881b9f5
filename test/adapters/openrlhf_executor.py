# requirements: torch.txt
# beside: openrlhf.txt
"""OpenRLHF's executor of single turns with the address of docs/trainers/openrlhf.md, and a scripted engine."""

import asyncio
import importlib.metadata
import json
from types import SimpleNamespace

from openrlhf.utils.agent import SingleTurnAgentExecutor
from tokenizers import Tokenizer, models, pre_tokenizers
from trainer_page import REPLIES, served
from transformers import PreTrainedTokenizerFast

PROMPT = "2 + 2 = ?"
LABEL = json.dumps({"answer": "4"})
END = "<|im_end|>"


def tokenizer():
    """Words are tokens. As with those of models, the end of a reply is one, and decoding keeps it."""
    words = ["[UNK]", *PROMPT.split(), *REPLIES, END]
    made = Tokenizer(models.WordLevel({word: at for at, word in enumerate(dict.fromkeys(words))}, unk_token="[UNK]"))
    made.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    return PreTrainedTokenizerFast(tokenizer_object=made, unk_token="[UNK]", eos_token=END)


async def score(executor, tokens, reply):
    async def generate(prompt_ids, params, multi_modal_data=None):
        said = tokens(f"{reply} {END}", add_special_tokens=False)["input_ids"]
        return SimpleNamespace(outputs=[SimpleNamespace(token_ids=said, finish_reason="stop", logprobs=None)])

    params = SimpleNamespace(max_tokens=8, logprobs=None)
    return await executor.execute(PROMPT, LABEL, params, 64, tokens, SimpleNamespace(generate=generate))


async def score_all(url):
    # As `train_ppo_ray` reads the flag.
    executor, tokens = SingleTurnAgentExecutor(url.split(",")), tokenizer()
    return dict(zip(REPLIES, await asyncio.gather(*(score(executor, tokens, reply) for reply in REPLIES)), strict=True))


def main():
    with served("openrlhf") as server:
        url = server.flags("train_ppo_ray")["reward.remote_url"]
        before = server.outcomes()
        outputs = asyncio.run(score_all(f"{url}?info=length"))
        for reply, status in REPLIES.items():
            output = outputs[reply]
            reward = -1.0 if status != "ok" else float(reply == "4")
            assert output["reward"] == output["scores"] == [reward], (reply, output)
            logs = output["extra_logs"]
            assert logs["sandbox_failed"] == [float(status != "ok")], (reply, logs)
            assert logs["sandbox_timeout"] == [float(status == "timeout")], (reply, logs)
            # The completion has the token that ends it.
            assert logs["length"] == [0.0 if status != "ok" else float(len(f" 4 {END}"))], (reply, logs)
        counted = {status: count - before.get(status, 0) for status, count in server.outcomes().items()}
        assert counted == {"ok": 2, "timeout": 1, "raised": 1, "crashed": 1}, counted
        # What the page says of several addresses.
        outputs = asyncio.run(score_all(f"{url},{url}"))
        assert outputs["4"]["reward"] == [1.0], outputs
    print(f"openrlhf {importlib.metadata.version('openrlhf')}: its executor is content with the page's address")


if __name__ == "__main__":
    main()
