"""What OpenEnv's own clients make of our sessions: `python openenv_clients.py URL TOKEN_URL`. See openenv.ts."""

import asyncio
import sys
from importlib.metadata import PackageNotFoundError, version

from openenv.core.client_types import StepResult
from openenv.core.env_client import EnvClient
from openenv.core.generic_client import GenericEnvClient

PLAYS, GUESSING = "/openenv/plays", "/openenv/guessing"


class Guess(EnvClient):
    """As people write one for their environment: typed at both ends."""

    def _step_payload(self, action):
        return {"action": str(action)}

    def _parse_result(self, payload):
        return StepResult(observation=payload["observation"]["text"], reward=payload["reward"], done=payload["done"])

    def _parse_state(self, payload):
        return payload["step_count"]


async def fails(awaitable, *words):
    said = None
    try:
        await awaitable
    except (RuntimeError, ConnectionError) as error:
        said = str(error)
    assert said is not None, f"nothing failed with {words}"
    assert all(word in said for word in words), said


async def one_episode(url):
    async with GenericEnvClient(base_url=url + PLAYS) as env:
        first = await env.reset(seed=7, greeting="hello", episode_id="mine")
        assert (first.observation, first.reward, first.done) == ({"text": "hello"}, None, False), first
        drawn = (await env.step({"action": "draw"})).observation["text"]
        state = await env.state()
        assert (state["episode_id"], state["step_count"], state["status"]) == ("mine", 1, "ok"), state
        result = await env.step({"action": "messages"})
        assert result.observation["messages"] == [{"role": "user", "content": 18.0}], result
        assert (result.reward, result.done) == (2, False), result
        await fails(env.step({"move": "up"}), "VALIDATION_ERROR", "`data.action` is missing")
        await fails(env.step({"action": "raise no such move"}), "EXECUTION_ERROR", "ValueError: no such move")
        await fails(env.step({"action": "look"}), "EXECUTION_ERROR", "ended")
        await env.reset(seed=7, greeting="hello", episode_id="another")
        assert (await env.step({"action": "draw"})).observation["text"] == drawn
        result = await env.step({"action": "end"})
        assert (result.reward, result.done) == (2, True), result


async def long_episodes(url):
    async def play(name):
        async with GenericEnvClient(base_url=url + PLAYS + "/") as env:
            await env.reset()
            for step in range(1, 201):
                result = await env.step({"action": name})
                assert (result.observation["text"], result.reward) == (f"{step}: {name}", step), result
            said = (await env.step({"action": "said"})).observation["text"]
            assert said == ",".join([name] * 200 + ["said"])

    await asyncio.gather(*(play(f"session-{n}") for n in range(8)))


async def typed(url):
    async with Guess(base_url=url + GUESSING) as env:
        first = await env.reset(low=1, high=100, secret=42, limit=8)
        assert first.observation is None, first
        result = await env.step(50)
        assert (result.observation, result.done) == ("Lower. Guesses left: 7.", False), result
        result = await env.step(42)
        assert (result.reward, result.done) == (0.9375, True), result
        assert await env.state() == 2


def synchronous(url):
    with GenericEnvClient(base_url=url + GUESSING).sync() as env:
        env.reset(low=1, high=100, secret=7, limit=8)
        result = env.step({"action": "7"})
        assert (result.reward, result.done) == (1, True), result
        assert env.state()["reward_info_dict"]["answer"] == "right", env.state()


async def too_many(url):
    """The server has two places for each environment."""
    one, two, three = (GenericEnvClient(base_url=url + GUESSING) for _ in range(3))
    async with one, two:
        await one.reset(low=1, high=2, secret=1, limit=8)
        await two.reset(low=1, high=2, secret=1, limit=8)
        await three.connect()
        await fails(three.reset(low=1, high=2, secret=1, limit=8), "CAPACITY_REACHED")
        await three.close()
    # Whoever waits for the end of a session has its place.
    async with GenericEnvClient(base_url=url + GUESSING) as env:
        await env.reset(low=1, high=2, secret=1, limit=8)


async def with_token(url, token_url):
    """In the URL; with newer versions in a header, too."""
    async with GenericEnvClient(base_url=token_url + PLAYS) as env:
        assert (await env.reset(greeting="let in")).observation["text"] == "let in"
    scheme, _, rest = token_url.partition("://")
    userinfo, _, host = rest.partition("@")
    bare = f"{scheme}://{host}{PLAYS}"
    await fails(GenericEnvClient(base_url=bare).connect(), "401")
    try:
        version("openenv")
    except PackageNotFoundError:
        return
    token = userinfo.partition(":")[2]
    async with GenericEnvClient(base_url=bare, headers={"Authorization": f"Bearer {token}"}) as env:
        result = await env.reset(greeting="let in")
        assert (result.observation, result.metadata["status"]) == ({"text": "let in"}, "ok"), result


def main():
    url, token_url = sys.argv[1:]
    for check in (one_episode, long_episodes, typed, too_many):
        asyncio.run(check(url))
    synchronous(url)
    asyncio.run(with_token(url, token_url))


main()
