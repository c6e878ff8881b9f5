# requirements: skyrl.txt
"""SkyRL-gym makes and steps the environment of docs/trainers/skyrl.md, in the threads of its generator."""

import importlib.metadata
import time
from concurrent.futures import ThreadPoolExecutor

import skyrl_gym
from page import REPLIES, copied
from runrl_sandbox.adapters import servers

#: As `max_env_workers`.
THREADS = 32


def play(reply):
    """As `SkyRLGymGenerator.agent_loop`."""
    extras = {"reward_spec": {"method": "rule", "ground_truth": "4"}, "answer": "4", "data_source": "sums"}
    env = skyrl_gym.make("sandboxed", env_config={}, extras=extras)
    prompt, _ = env.init([{"role": "user", "content": "2 + 2 = ?"}])
    assert prompt[0]["content"] == "2 + 2 = ?"
    output = env.step(reply)
    env.close()
    assert output["observations"] == [], output
    assert output["done"] is True, output
    return output["reward"], output["metadata"]["sandbox_status"]


def main():
    with copied("skyrl"):
        import my_envs  # noqa: F401

        expected = {reply: (float(reply == "4") if status == "ok" else -1.0, status) for reply, status in REPLIES.items()}
        assert {reply: play(reply) for reply in REPLIES} == expected
        began = time.monotonic()
        with ThreadPoolExecutor(THREADS) as threads:
            played = list(threads.map(play, ["hang", *["4"] * 39]))
        assert played == [(-1.0, "timeout"), *[(1.0, "ok")] * 39]
        print(f"40 environments in {THREADS} threads, one of which hangs: {time.monotonic() - began:.1f} s")
        servers.close_all()
    print(f"skyrl-gym {importlib.metadata.version('skyrl-gym')}: makes and steps the environment of the page")


if __name__ == "__main__":
    main()
