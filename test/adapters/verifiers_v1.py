# requirements: verifiers-v1.txt
"""
Tasks of verifiers v1 whose reward is ours, scored by verifiers itself: plugged in by configuration and by decorator.
`python verifiers_v1.py`, by scripts/test-adapters.sh.
"""

import asyncio
import importlib.metadata
import logging
import os
import sys
import tempfile
import time
from pathlib import Path

import verifiers.v1 as vf
from runrl_sandbox import Sandbox
from runrl_sandbox.adapters import servers
from runrl_sandbox.adapters.verifiers import task_reward
from trainer_page import copied
from verifiers.v1.configs.task import RewardFunctionConfig
from verifiers.v1.trace import AgentInfo, Trace, TraceTask

DEADLINE = 2.0
REWARD = """
def reward_fn(completion, answer, prompt, **kwargs):
    assert prompt == "2 + 2 = ?"
    if completion == "hang":
        while True:
            pass
    if completion == "raise":
        raise ValueError("on purpose")
    return float(completion == answer), {"length": float(len(completion))}
"""
#: What a user writes: a file that a configuration names.
PLUGGED = """
import os
from runrl_sandbox.adapters.verifiers import task_reward

score = task_reward(os.environ["ADDRESS"], info={"length": 0.0})
lenient = task_reward(os.environ["ADDRESS"], name="lenient", on_timeout=-1.0, on_error=-2.0)
"""


class Data(vf.TaskData):
    answer: str


def trace_of(task, reply):
    config = vf.AgentConfig()
    return Trace(
        task=TraceTask(type=type(task).__name__, data=task.data), agent=AgentInfo(config=config), root_reply=reply
    )


async def check_page():
    """The lines of docs/trainers/verifiers.md for version 1."""
    with copied("verifiers"):
        data = Data(prompt="2 + 2 = ?", answer="4")
        task = vf.Task(data, vf.TaskConfig(rewards={"score": RewardFunctionConfig(fn="my_rewards:score")}))
        trace, error = await scored(task, "4")
        assert (error, trace.rewards["score"].score) == (None, 1.0), (error, trace.rewards)
        assert trace.metrics == {"reward_failed": 0.0, "length": 1.0}, trace.metrics
        trace, error = await scored(task, "hang")
        assert trace.rewards == {"score": None}, trace.rewards
        assert "`timeout`" in str(error), error
        servers.close_all()


async def scored(task, reply):
    """What verifiers makes of a reply: the trace, and the error that it would record on it."""
    trace = trace_of(task, reply)
    try:
        await task.score(trace)
    except vf.TaskError as error:
        return trace, error
    return trace, None


async def main():
    logging.basicConfig(level=logging.ERROR)
    await check_page()
    with tempfile.TemporaryDirectory() as folder:
        reward = Path(folder, "reward.py")
        reward.write_text(REWARD)
        with Sandbox.spawn(reward, timeout=DEADLINE) as server:
            os.environ["ADDRESS"] = server.address
            Path(folder, "my_rewards.py").write_text(PLUGGED)
            sys.path.insert(0, folder)
            plugs = {"score": "my_rewards:score", "second": f"{folder}/my_rewards.py:lenient"}
            data = Data(idx=0, prompt="2 + 2 = ?", answer="4")

            def with_rewards(*names):
                rewards = {name: RewardFunctionConfig(fn=plugs[name]) for name in names}
                return vf.Task(data, vf.TaskConfig(rewards=rewards))

            trace, error = await scored(with_rewards("score"), "4")
            assert error is None
            assert trace.rewards["score"].score == 1.0
            assert trace.metrics == {"reward_failed": 0.0, "length": 1.0}

            for reply in ["hang", "raise"]:
                trace, error = await scored(with_rewards("score"), reply)
                # Failure is no reward 0: verifiers has an error, and the reward stays unscored.
                assert error is not None
                assert f"`{'timeout' if reply == 'hang' else 'raised'}`" in str(error), error
                assert trace.rewards == {"score": None}
                assert trace.metrics == {"reward_failed": 1.0, "length": 0.0}

            trace, error = await scored(with_rewards("second"), "hang")
            assert (error, trace.rewards["second"].score) == (None, -1.0)
            trace, error = await scored(with_rewards("second"), "raise")
            assert (error, trace.rewards["second"].score) == (None, -2.0)

            class Decorated(vf.Task):
                right = vf.reward(weight=0.5)(task_reward(server.address, name="right"))

            trace, error = await scored(Decorated(data), "5")
            assert error is None
            assert (trace.rewards["right"].score, trace.rewards["right"].weight) == (0.0, 0.5)

            # One that hangs does not hold up the event loop, nor the others.
            began = time.monotonic()
            beats = 0

            async def beat():
                nonlocal beats
                while True:
                    await asyncio.sleep(0.02)
                    beats += 1

            beating = asyncio.ensure_future(beat())
            replies = ["hang", *["4"] * 64]
            traces = await asyncio.gather(*(scored(with_rewards("second"), reply) for reply in replies))
            beating.cancel()
            assert [trace.rewards["second"].score for trace, _ in traces] == [-1.0, *[1.0] * 64]
            assert beats >= 10, beats
            print(f"64 replies beside one that hangs: {time.monotonic() - began:.1f} s")
            servers.close_all()
    print(f"verifiers {importlib.metadata.version('verifiers')}: rewards of tasks, plugged in and decorated")


if __name__ == "__main__":
    asyncio.run(main())
