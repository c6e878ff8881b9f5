# requirements: verifiers-v0.txt
"""
A rubric of verifiers v0 with our function, scored by verifiers itself, in groups and in a burst:
`python verifiers_v0.py`, by scripts/test-adapters.sh.
"""

import asyncio
import importlib.metadata
import logging
import tempfile
import time
from pathlib import Path

import verifiers.legacy as vf
from runrl_sandbox import Sandbox
from runrl_sandbox.adapters import servers
from runrl_sandbox.adapters.verifiers import rubric_function
from trainer_page import copied
from verifiers.legacy.types import AssistantMessage, State, UserMessage

DEADLINE = 2.0
BURST = 960
REWARD = """
import time

def reward_fn(completion, answer, prompt, info, level, **kwargs):
    assert isinstance(completion, str) and prompt[0]["content"] == "2 + 2 = ?"
    assert info == {"source": "test"} and level == 3, (info, level)
    if completion == "hang":
        while True:
            pass
    if completion == "raise":
        raise ValueError("on purpose")
    if completion == "work":
        until = time.perf_counter() + 0.005
        while time.perf_counter() < until:
            pass
        return 1.0
    return float(completion == answer), {"length": float(len(completion))}
"""


def state(reply):
    """As an environment leaves one: messages are objects of verifiers' own."""
    prompt = [UserMessage(content="2 + 2 = ?")]
    row = {"prompt": prompt, "answer": "4", "info": {"source": "test"}, "example_id": 0, "level": 3}
    return State(input=row, completion=[AssistantMessage(content=reply)], trajectory=[], timing=None)


async def check_page():
    """The lines of docs/trainers/verifiers.md for version 0."""
    with copied("verifiers"):
        from my_rubric import rubric

        states = [state(reply) for reply in ["4", "hang", "5"]]
        await rubric.score_group(states)
        assert [one["reward"] for one in states] == [1.0, -1.0, 0.0], states
        assert states[1]["sandbox"]["right"]["status"] == "timeout", states
        servers.close_all()


async def main():
    logging.basicConfig(level=logging.ERROR)
    await check_page()
    with tempfile.TemporaryDirectory() as folder:
        reward = Path(folder, "reward.py")
        reward.write_text(REWARD)
        with Sandbox.spawn(reward, timeout=DEADLINE) as server:
            function = rubric_function(server.address, name="right", on_failure=-1.0, on_timeout=-2.0)
            rubric = vf.Rubric(funcs=[function], weights=[2.0])
            assert not rubric.has_group_rewards

            states = [state(reply) for reply in ["4", "hang", "5", "raise"]]
            await rubric.score_group(states)
            assert [one["reward"] for one in states] == [2.0, -4.0, 0.0, -2.0]
            assert [one["metrics"] for one in states] == [{"right": value} for value in [1.0, -2.0, 0.0, -1.0]]
            details = [one["sandbox"]["right"] for one in states]
            assert [one["status"] for one in details] == ["ok", "timeout", "ok", "raised"]
            assert [one["reward"] for one in details] == [1.0, None, 0.0, None]
            assert details[0]["info"] == {"length": 1.0}
            assert details[3]["error"] == "ValueError: on purpose"

            alone = state("4")
            await rubric.score_rollout(alone)
            assert (alone["reward"], alone["metrics"]) == (2.0, {"right": 1.0})

            # All at once, as rollouts end: together they take longer than the deadline, and none is late for it.
            burst = [state("work") for _ in range(BURST)]
            began = time.monotonic()
            await rubric.score_group(burst)
            seconds = time.monotonic() - began
            statuses = {one["sandbox"]["right"]["status"] for one in burst}
            assert statuses == {"ok"}, statuses
            print(f"{BURST} at once, of 5 ms each, with a deadline of {DEADLINE:g} s: {seconds:.1f} s, none late")
            servers.close_all()
    print(f"verifiers {importlib.metadata.version('verifiers')}: rubrics, in groups and alone")


if __name__ == "__main__":
    asyncio.run(main())
