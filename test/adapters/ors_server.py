# requirements: ors.txt
"""The server of the Open Reward Standard's own package with the environment of docs/trainers/ors.md, and its client."""

import asyncio
import importlib.metadata
import json
import logging
import os
import time

import structlog
import uvicorn
from ors.client import AsyncORS
from runrl_sandbox.adapters import servers
from trainer_page import REPLIES, copied

PROMPT = {"prompt": [{"role": "user", "content": "2 + 2 = ?"}], "answer": "4"}


async def play(environment, task, reply):
    async with environment.session(task=task) as session:
        [block] = await session.get_prompt()
        assert block.text == "2 + 2 = ?"
        return await session.call_tool("answer", {"text": reply})


async def main():
    os.environ["ORS_API_KEY"] = "none"
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))  # it tells each request
    with copied("ors") as folder:
        (folder / "prompts.jsonl").write_text(json.dumps(PROMPT) + "\n")
        import my_ors

        uvicorn_server = uvicorn.Server(
            uvicorn.Config(my_ors.Server([my_ors.Sums]).app, host="127.0.0.1", port=0, log_level="error")
        )
        serving = asyncio.ensure_future(uvicorn_server.serve())
        while not uvicorn_server.started:
            await asyncio.sleep(0.01)
        port = uvicorn_server.servers[0].sockets[0].getsockname()[1]
        client = AsyncORS(base_url=f"http://127.0.0.1:{port}")
        environment = client.environment("sums")
        [task] = await environment.list_tasks(split="train")
        for reply, status in REPLIES.items():
            if status == "ok":
                output = await play(environment, task, reply)
                assert (output.reward, output.finished) == (float(reply == "4"), True), output
                assert output.metadata["sandbox_status"] == "ok"
                continue
            # A failure is no reward 0: the client has an error that says why.
            [said] = await asyncio.gather(play(environment, task, reply), return_exceptions=True)
            assert isinstance(said, Exception), said
            assert f"ended as `{status}`" in str(said), said
        my_ors.rewards = my_ors.Scorer("reward.py", timeout=5, on_failure=-1.0)
        began = time.monotonic()
        outputs = await asyncio.gather(*(play(environment, task, reply) for reply in ["hang", *["4"] * 19]))
        assert [output.reward for output in outputs] == [-1.0, *[1.0] * 19]
        assert outputs[0].metadata["sandbox_status"] == "timeout"
        print(f"20 sessions, one of which hangs: {time.monotonic() - began:.1f} s")
        uvicorn_server.should_exit = True
        await serving
        servers.close_all()
    print(f"ors-sdk {importlib.metadata.version('ors-sdk')}: plays the page's environment")


if __name__ == "__main__":
    asyncio.run(main())
