# requirements: verifiers-v1.txt
"""
verifiers' environment server with the taskset of docs/trainers/prime-rl.md, and its client, as prime-rl asks it. The
harness, which asks the model once, is this file's: those of verifiers need a container, or packages from PyPI.
"""

import asyncio
import importlib.metadata
import json
import time

from model import scripted_model
from runrl_sandbox.adapters import servers
from trainer_page import REPLIES, copied
from verifiers.v1.configs.client import EvalClientConfig
from verifiers.v1.serve import EnvClient, EnvServer
from verifiers.v1.types import SamplingConfig
from verifiers.v1.utils.loaders import load_taskset, resolve_env_config

HARNESS = """
import httpx
import verifiers.v1 as vf
from verifiers.v1.configs.harness import HarnessConfig
from verifiers.v1.harness import Harness
from verifiers.v1.runtimes import ProgramResult


class OnceConfig(HarnessConfig):
    pass


class Once(Harness[OnceConfig]):
    NEEDS_CONTAINER = False
    EXECUTES_CODE = False

    async def launch(self, ctx, trace, runtime, endpoint, secret, mcp_urls, data, tool_interception_url=None):
        body = {"model": ctx.model, "messages": [{"role": "user", "content": data.prompt_text}]}
        async with httpx.AsyncClient(timeout=60) as client:
            answer = await client.post(
                f"{endpoint}/chat/completions", json=body, headers={"Authorization": f"Bearer {secret}"}
            )
        return ProgramResult(0 if answer.is_success else 1, answer.text, answer.text)


__all__ = ["Once"]
"""


async def main():
    with copied("prime-rl") as folder, scripted_model([*REPLIES]) as model:
        (folder / "prompts.jsonl").write_text(json.dumps({"prompt": "2 + 2 = ?", "answer": "4"}) + "\n")
        (folder / "once.py").write_text(HARNESS)
        agent = {"harness": {"id": "once"}, "runtime": {"type": "subprocess"}}
        config = resolve_env_config({"taskset": {"id": "sums"}, "agent": agent})
        [task] = load_taskset(config.taskset)
        server = EnvServer(config, "tcp://127.0.0.1:0")
        serving = asyncio.ensure_future(server.run())
        client = EnvClient(server.address)
        asked = EvalClientConfig(base_url=model, api_key_var="NO_SUCH_KEY")

        async def run():
            episode = await client.run(asked, "scripted", SamplingConfig(), task.data.model_dump(mode="json"))
            [trace] = episode.traces
            return trace

        for reply, status in REPLIES.items():
            trace = await run()
            assert trace.last_reply == reply, trace
            assert trace.metrics["right_failed"] == float(status != "ok"), trace.metrics
            if status == "ok":
                assert trace.rewards["right"].score == float(reply == "4"), trace.rewards
            else:
                # A failure is no reward 0: the rollout has an error, and its reward is unscored.
                assert trace.rewards == {"right": None}, trace.rewards
                assert f"ended as `{status}`" in str(trace.errors), trace.errors
        began = time.monotonic()
        traces = await asyncio.gather(*(run() for _ in range(4 * len(REPLIES))))
        scored = [trace.rewards["right"].score for trace in traces if trace.rewards["right"] is not None]
        assert sorted(scored) == [0.0] * 4 + [1.0] * 4, scored
        print(f"{len(traces)} rollouts, four of which hang: {time.monotonic() - began:.1f} s")
        await client.close()
        serving.cancel()
        await asyncio.gather(serving, return_exceptions=True)
        servers.close_all()
    print(f"verifiers {importlib.metadata.version('verifiers')}: its environment server runs the taskset of the page")


if __name__ == "__main__":
    asyncio.run(main())
