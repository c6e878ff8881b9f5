"""The async twin: the same names, and what only an event loop has."""

from __future__ import annotations

import asyncio
import inspect
import threading
import time
from collections.abc import AsyncIterator, Coroutine
from pathlib import Path
from typing import Any

import pytest
from observing import PATIENCE
from runrl_sandbox import (
    AsyncEpisode,
    AsyncSandbox,
    Call,
    CannotBranch,
    Closed,
    Episode,
    EpisodeEnded,
    NotSendable,
    Sandbox,
    Unavailable,
    UnknownModule,
    WaitTimeout,
)


def run(main: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(main, PATIENCE))


@pytest.mark.parametrize(("sync", "twin"), [(Sandbox, AsyncSandbox), (Episode, AsyncEpisode)])
def test_both_have_the_same_methods_with_the_same_parameters(sync: type, twin: type) -> None:
    def methods(kind: type) -> dict[str, list[str]]:
        functions = {name: getattr(kind, name) for name in dir(kind) if not name.startswith("_")}
        return {
            name: [str(one).split(":")[0] for one in inspect.signature(function).parameters.values()]
            for name, function in functions.items()
            if callable(function)
        }

    assert methods(twin) == methods(sync)


def test_a_call_comes_to_an_outcome(shared: Sandbox) -> None:
    async def main() -> None:
        async with AsyncSandbox(shared.address) as sandbox:
            assert (await sandbox.score("four")).reward == 4.0
            assert (await sandbox.score("raise")).status == "raised"
            row = {"seed": 2**70, "b": 18.0}
            assert (await sandbox.score("info", row)).info["row"] == repr(row)
            assert (await sandbox.submit("four")).reward == 4.0
            with pytest.raises(UnknownModule):
                await sandbox.score("x", module="other")
            with pytest.raises(NotSendable):
                await sandbox.score("x", bad={1})
            with pytest.raises(WaitTimeout):
                await sandbox.score("sleep 300", timeout=0.2)
        with pytest.raises(Closed):
            await sandbox.score("x")

    run(main())


def test_a_thousand_calls_are_gathered(shared: Sandbox) -> None:
    async def main() -> None:
        async with AsyncSandbox(shared.address) as sandbox:
            outcomes = await asyncio.gather(*[sandbox.score("x", value=index) for index in range(1_000)])
            assert [outcome.reward for outcome in outcomes] == [float(index) for index in range(1_000)]

    run(main())


@pytest.mark.parametrize("ordered", [True, False])
def test_ten_thousand_calls_are_mapped(shared: Sandbox, ordered: bool) -> None:
    async def main() -> None:
        async with AsyncSandbox(shared.address) as sandbox:
            calls = (("x", {"value": index}) for index in range(10_000))
            rewards = [outcome.reward or 0.0 async for outcome in sandbox.map(calls, ordered=ordered)]
            assert (rewards if ordered else sorted(rewards)) == [float(index) for index in range(10_000)]

    run(main())


def test_calls_that_come_one_by_one_hold_nothing_back(shared: Sandbox) -> None:
    async def main() -> None:
        came = asyncio.Event()

        async def calls() -> AsyncIterator[Call]:
            yield Call("one")
            await came.wait()  # until the first outcome is there
            yield Call("three")

        async with AsyncSandbox(shared.address) as sandbox:
            rewards = []
            async for outcome in sandbox.map(calls()):
                rewards.append(outcome.reward)
                came.set()
            assert rewards == [3.0, 5.0]

    run(main())


def test_map_gives_or_raises_exceptions_and_reads_no_faster_than_it_is_read(shared: Sandbox) -> None:
    async def main() -> None:
        async with AsyncSandbox(shared.address) as sandbox:
            results = await sandbox.score_many([("x",), Call("x", module="other")], return_exceptions=True)
            assert [type(result).__name__ for result in results] == ["Outcome", "UnknownModule"]
            with pytest.raises(UnknownModule):
                await sandbox.score_many([("x",), Call("x", module="other")])
            read = []

            def calls() -> Any:
                for index in range(10_000):
                    read.append(index)
                    yield ("x",)

            outcomes = sandbox.map(calls(), max_in_flight=20)
            for _ in range(50):
                assert (await outcomes.__anext__()).ok
            assert len(read) <= 50 + 20
            await outcomes.aclose()  # type: ignore[attr-defined]

    run(main())


def test_a_task_that_is_cancelled_ends_its_call(shared: Sandbox) -> None:
    async def main() -> None:
        async with AsyncSandbox(shared.address) as sandbox:
            tasks = [sandbox.submit("sleep 300") for _ in range(4)]
            await sandbox.score("sleep 0")
            for task in tasks:
                task.cancel()
            results = await asyncio.gather(*tasks, return_exceptions=True)
            assert all(isinstance(result, asyncio.CancelledError) for result in results)
            before = time.monotonic()
            assert (await sandbox.score("x")).ok
            assert time.monotonic() - before < 100

    run(main())


def test_one_sandbox_serves_several_loops(shared: Sandbox) -> None:
    sandbox = AsyncSandbox(shared.address)
    rewards: list[float | None] = []

    async def main() -> None:
        for index in range(50):
            rewards.append((await sandbox.score("x", value=index)).reward)

    loops = [threading.Thread(target=lambda: run(main())) for _ in range(4)]
    for loop in loops:
        loop.start()
    for loop in loops:
        loop.join(PATIENCE)
    assert sorted(reward or 0.0 for reward in rewards) == sorted([float(index) for index in range(50)] * 4)
    asyncio.run(sandbox.close())


def test_the_loop_is_free_while_calls_run(shared: Sandbox) -> None:
    async def main() -> None:
        async with AsyncSandbox(shared.address) as sandbox:
            call = sandbox.submit("sleep 1.5")
            turns = 0
            while not call.done():
                await asyncio.sleep(0.01)
                turns += 1
            assert turns > 5
            assert (await call).reward == 9.0

    run(main())


def test_an_episode_is_played_awaited_or_entered(environment_server: Sandbox) -> None:
    async def main() -> None:
        async with AsyncSandbox(environment_server.address) as sandbox:
            async with sandbox.episode({"start": 3}) as episode:
                assert episode.observation == "at 3"
                assert (await episode.step("2")).observation == "at 5"
                (copied,) = await episode.branch(1)
                assert (await copied.step("1")).observation == "at 6"
                await copied.close()
            assert episode.ended == "closed"
            other = await sandbox.episode(start=9)
            assert (await other.step("1")).done
            with pytest.raises(EpisodeEnded):
                await other.step("1")
            await other.close()
            async with sandbox.episode() as stuck:
                await stuck.step("thread")
                with pytest.raises(CannotBranch):
                    await stuck.branch(1)

    run(main())


def test_a_server_of_ones_own_is_awaited(environment: None, modules: Path) -> None:
    async def main() -> None:
        async with await AsyncSandbox.spawn(modules / "reward.py") as sandbox:
            assert (await sandbox.score("four")).reward == 4.0

    run(main())


def test_without_a_server_calls_fail_and_do_not_hang(address: str) -> None:
    async def main() -> None:
        async with AsyncSandbox(address, reconnect_timeout=0.2) as sandbox:
            with pytest.raises(Unavailable):
                await sandbox.score("x")

    run(main())
