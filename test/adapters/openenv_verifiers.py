"""The OpenEnv taskset of verifiers against our server, with a scripted model: `python openenv_verifiers.py URL`."""

import asyncio
import sys
from contextlib import asynccontextmanager
from types import SimpleNamespace

from verifiers.v1.tasksets.openenv.taskset import OpenEnvConfig, OpenEnvEnv, OpenEnvTaskset


class Model:
    """Stands where the agent does: hears each turn, says the next of its lines, and keeps what it is rewarded with."""

    def __init__(self, *lines):
        self.lines, self.heard, self.rewards = list(lines), [], {}

    @asynccontextmanager
    async def interaction(self, _task):
        trace = SimpleNamespace(record_reward=self.rewards.__setitem__, stop=self.stop)
        yield SimpleNamespace(turn=self.turn, trace=trace)

    async def turn(self, message):
        self.heard.append(message if isinstance(message, str) else str(message))
        return SimpleNamespace(terminated=False, last_reply=self.lines.pop(0))

    def stop(self, reason):
        raise AssertionError(f"stopped: {reason}")


async def play(url, reset, *lines):
    taskset = OpenEnvTaskset(OpenEnvConfig(base_url=url + "/openenv/guessing", resets=[reset]))
    [task] = taskset.load()
    model = Model(*lines)
    # Only `run` is of interest, and it looks at nothing of its own.
    await OpenEnvEnv.run(SimpleNamespace(taskset=taskset), task, SimpleNamespace(player=model))
    assert model.lines == [], model.lines
    return model


async def main(url):
    row = {"low": 1, "high": 100, "secret": 42, "limit": 8}
    # Plain text, a number, the same in quotes, an object that keeps to the schema.
    model = await play(url, row, "a guess", "50", '"25"', '{"action": "42"}')
    assert 0.5 < model.rewards["openenv_reward"] < 1, model.rewards
    shown = "".join(model.heard)
    for text in ("Lower", "Higher", "TextAction"):
        assert text in shown, shown
    # What only the trainer may know.
    for text in ("reward_info", "answer", "lower"):
        assert text not in shown, shown


asyncio.run(main(sys.argv[1]))
