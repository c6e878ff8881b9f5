# requirements: nemo-gym.txt
"""
NeMo Gym's `simple_agent` asks the resources server of docs/trainers/nemo-gym.md, over HTTP, with a scripted model. The
servers are NeMo Gym's classes; only its launcher, which needs a Ray cluster, is left out.
"""

import asyncio
import importlib.metadata
import sys
import time

import uvicorn
from model import scripted_model
from nemo_gym.config_types import AggregateMetricsRequest, BaseServerConfig
from nemo_gym.server_utils import (
    GlobalAIOHTTPAsyncClientConfig,
    ServerClient,
    get_response_json,
    set_global_aiohttp_client,
)
from omegaconf import OmegaConf
from responses_api_agents.simple_agent.app import SimpleAgent, SimpleAgentConfig
from runrl_sandbox.adapters import servers
from trainer_page import REPLIES, copied

#: Its `reward` is a field as others are.
ROW = {"responses_create_params": {"input": [{"role": "user", "content": "2 + 2 = ?"}]}, "answer": "4", "reward": 7.0}


def settings(name, port, kind):
    return {name: {kind: {name: {"name": name, "host": "127.0.0.1", "port": port, "entrypoint": "app.py"}}}}


async def started(server):
    """Serves as `run_webserver` does, on a free port."""
    app = server.setup_webserver()
    server.setup_exception_middleware(app)
    running = uvicorn.Server(uvicorn.Config(app, host="127.0.0.1", port=0, log_level="critical"))
    serving = asyncio.ensure_future(running.serve())
    while not running.started:
        await asyncio.sleep(0.01)
    return running, serving, running.servers[0].sockets[0].getsockname()[1]


async def main():
    sys.argv = sys.argv[:1]
    set_global_aiohttp_client(GlobalAIOHTTPAsyncClientConfig())
    with copied("nemo-gym"), scripted_model([*REPLIES]) as model:
        import app as page

        ports = OmegaConf.create(settings("model", int(model.rsplit(":", 1)[1].split("/")[0]), "responses_api_models"))
        client = ServerClient(head_server_config=BaseServerConfig(host="127.0.0.1", port=1), global_config_dict=ports)
        config = {"host": "127.0.0.1", "port": 0, "entrypoint": "app.py"}
        resources = page.Sandboxed(
            config=page.SimpleResourcesServer.model_fields["config"].annotation(name="sandboxed", **config),
            server_client=client,
        )
        refs = {
            "resources_server": {"type": "resources_servers", "name": "sandboxed"},
            "model_server": {"type": "responses_api_models", "name": "model"},
        }
        agent = SimpleAgent(config=SimpleAgentConfig(name="agent", **config, **refs), server_client=client)
        running = [await started(resources), await started(agent)]
        ports.update(settings("sandboxed", running[0][2], "resources_servers"))
        ports.update(settings("agent", running[1][2], "responses_api_agents"))

        async def run():
            answer = await client.post(server_name="agent", url_path="/run", json=ROW)
            body = await get_response_json(answer) if answer.status == 200 else (await answer.read()).decode()
            return answer.status, body

        for reply, status in REPLIES.items():
            http, body = await run()
            if status == "ok":
                assert (http, body["reward"], body["sandbox_failed"]) == (200, float(reply == "4"), 0.0), body
            else:
                # A failure is no reward 0: the rollout has an error that says why.
                assert http == 500, (reply, body)
                assert f"ended as `{status}`" in body, body
        page.rewards = page.Scorer("reward.py", timeout=5, on_failure=-1.0)
        began = time.monotonic()
        results = [body for _, body in await asyncio.gather(*(run() for _ in range(2 * len(REPLIES))))]
        assert sorted(body["reward"] for body in results) == [-1.0] * 6 + [0.0] * 2 + [1.0] * 2, results
        print(f"{len(results)} rollouts, two of which hang: {time.monotonic() - began:.1f} s")
        rows = [{**body, "_ng_task_index": 0, "_ng_rollout_index": index} for index, body in enumerate(results)]
        metrics = (await resources.aggregate_metrics(AggregateMetricsRequest(verify_responses=rows))).agent_metrics
        assert metrics["mean/sandbox_failed"] == 0.6, metrics
        for server, serving, _ in running:
            server.should_exit = True
            await serving
        servers.close_all()
    print(f"nemo-gym {importlib.metadata.version('nemo-gym')}: its agent asks the resources server of the page")


if __name__ == "__main__":
    asyncio.run(main())
