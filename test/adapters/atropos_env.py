# requirements: atropos.txt
"""The environment of docs/trainers/atropos.md fills the queue of Atropos' own API server, asked by a scripted model."""

import asyncio
import importlib.metadata
import json
import os

import aiohttp
import uvicorn
from model import scripted_model
from runrl_sandbox.adapters import servers
from tokenizers import Tokenizer, models, pre_tokenizers
from trainer_page import copied
from transformers import PreTrainedTokenizerFast

REPLIES = ["4", "hang", "5", "raise"]
SCORES = [1.0, -1.0, 0.0, -1.0]
TEMPLATE = "{% for message in messages %}{{ message.role }} {{ message.content }} {% endfor %}"
TRAINER = {
    "wandb_group": "none",
    "wandb_project": "none",
    "batch_size": len(REPLIES),
    "max_token_len": 64,
    "checkpoint_dir": "",
    "save_checkpoint_interval": 0,
    "starting_step": 0,
    "num_steps": 1,
}


def save_tokenizer(folder):
    vocabulary = {
        word: number for number, word in enumerate(["[PAD]", "[EOS]", "[UNK]", "user", "assistant", *REPLIES])
    }
    words = Tokenizer(models.WordLevel(vocabulary, unk_token="[UNK]"))
    words.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer = PreTrainedTokenizerFast(tokenizer_object=words, pad_token="[PAD]", eos_token="[EOS]", unk_token="[UNK]")
    tokenizer.chat_template = TEMPLATE
    tokenizer.save_pretrained(folder)


async def fill(folder, model, api):
    """Has the environment collect a group. Returns what the trainer is given for it."""
    import sums_env
    from atroposlib.envs.base import APIServerConfig, BaseEnvConfig

    config = BaseEnvConfig(
        group_size=len(REPLIES),
        tokenizer_name=str(folder / "tokenizer"),
        rollout_server_url=api,
        use_wandb=False,
        wandb_name="sums",
        max_token_length=64,
    )
    asked = APIServerConfig(model_name="scripted", base_url=model, api_key="none", health_check=False)
    async with aiohttp.ClientSession() as session:
        async with session.post(f"{api}/register", json=TRAINER) as answer:
            assert answer.status == 200, await answer.text()
        async with session.get(f"{api}/batch") as answer:
            assert (await answer.json())["batch"] is None
        env = sums_env.SumsEnv(config, [asked])
        await env.setup()
        await env.register_env()
        await env.get_server_info()
        rewards = sums_env.rewards
        sums_env.rewards = sums_env.Scorer("reward.py", timeout=5)  # no number for failures: no group, and not zeros
        env.running_items["first"] = {"item": await env.get_next_item()}
        assert await env.handle_env("first") is None
        sums_env.rewards = rewards
        env.running_items["second"] = {"item": await env.get_next_item()}
        assert (await env.handle_env("second"))["scores"] == SCORES
        async with session.get(f"{api}/batch") as answer:
            return (await answer.json())["batch"]


async def main():
    os.environ["WANDB_MODE"] = "disabled"
    with copied("atropos") as folder, scripted_model(REPLIES) as model:
        row = {"prompt": [{"role": "user", "content": "2 + 2 = ?"}], "answer": "4"}
        (folder / "prompts.jsonl").write_text(json.dumps(row) + "\n")
        save_tokenizer(folder / "tokenizer")
        from atroposlib.api.server import app

        server = uvicorn.Server(uvicorn.Config(app, host="127.0.0.1", port=0, log_level="error"))
        serving = asyncio.ensure_future(server.serve())
        while not server.started:
            await asyncio.sleep(0.01)
        try:
            port = server.servers[0].sockets[0].getsockname()[1]
            [group] = await fill(folder, model, f"http://127.0.0.1:{port}")
            assert group["scores"] == SCORES, group
            assert len(group["tokens"]) == len(group["masks"]) == len(REPLIES), group
        finally:
            server.should_exit = True
            await serving
            servers.close_all()
    print(
        f"atroposlib {importlib.metadata.version('atroposlib')}: the trainer gets the groups of the page's environment"
    )


if __name__ == "__main__":
    asyncio.run(main())
