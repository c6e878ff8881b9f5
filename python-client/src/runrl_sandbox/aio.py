"""The sandbox and its episodes, for code with an event loop: the same names, awaited."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterable, AsyncIterator, Generator, Iterable, Mapping
from types import TracebackType
from typing import Any, Literal, overload

from .aio_waiting import LoopInbox, new_future, run_map, wait_for
from .audit import AlarmCallback, alarm_callback, alarm_flag
from .base import RECONNECT_TIMEOUT, START_TIMEOUT, Files, SandboxBase, start_server
from .calls import CallLike, Completion, Row, parts_of, score_request, start_request
from .command import Kind
from .episodes import EpisodeBase, step_answer
from .errors import SandboxError
from .mapping import MAX_IN_FLIGHT, CallMap
from .outcome import Outcome, StepOutcome
from .request import Request

_CLOSE_SECONDS = 10.0


class AsyncSandbox(SandboxBase):
    """`Sandbox` for asyncio. One may be used from several event loops."""

    @classmethod
    async def spawn(
        cls,
        files: Files,
        *,
        kind: Kind = "reward",
        module: str | None = None,
        start_timeout: float = START_TIMEOUT,
        reconnect_timeout: float = RECONNECT_TIMEOUT,
        log_file: str | os.PathLike[str] | None = None,
        on_alarm: AlarmCallback | str | None = None,
        **options: Any,
    ) -> AsyncSandbox:
        """As `Sandbox.spawn`."""
        server = await asyncio.to_thread(
            start_server, files, kind, start_timeout, log_file, {**options, **alarm_flag(on_alarm)}
        )
        sandbox = cls.__new__(cls)
        sandbox._setup(server.address, None, module, reconnect_timeout, server, alarm_callback(on_alarm))
        return sandbox

    async def close(self) -> None:
        """As `Sandbox.close`."""
        await asyncio.to_thread(self._connection.close)

    async def __aenter__(self) -> AsyncSandbox:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def score(
        self,
        completion: Completion,
        row: Row | None = None,
        /,
        *,
        module: str | None = None,
        step: int | None = None,
        seed: int | None = None,
        timeout: float | None = None,
        **fields: Any,
    ) -> Outcome:
        """As `Sandbox.score`. Cancelling the task ends the call."""
        io = self._connection.io()
        parts = (completion, row, None, None, seed)
        sink, future = new_future()
        request = score_request(io, parts, fields, sink, future, self._module if module is None else module, step)
        answer = await wait_for(io, request, future, timeout)
        assert isinstance(answer, Outcome)
        return answer

    def submit(
        self,
        completion: Completion,
        row: Row | None = None,
        /,
        *,
        module: str | None = None,
        step: int | None = None,
        seed: int | None = None,
        **fields: Any,
    ) -> asyncio.Task[Outcome]:
        """As `Sandbox.submit`: a task. `cancel()` ends the call, also while it runs."""
        return asyncio.ensure_future(self.score(completion, row, module=module, step=step, seed=seed, **fields))

    @overload
    def map(
        self,
        calls: Iterable[CallLike] | AsyncIterable[CallLike],
        *,
        ordered: bool = True,
        return_exceptions: Literal[False] = False,
        module: str | None = None,
        step: int | None = None,
        max_in_flight: int = MAX_IN_FLIGHT,
    ) -> AsyncIterator[Outcome]: ...

    @overload
    def map(
        self,
        calls: Iterable[CallLike] | AsyncIterable[CallLike],
        *,
        ordered: bool = True,
        return_exceptions: bool,
        module: str | None = None,
        step: int | None = None,
        max_in_flight: int = MAX_IN_FLIGHT,
    ) -> AsyncIterator[Outcome | SandboxError]: ...

    def map(
        self,
        calls: Iterable[CallLike] | AsyncIterable[CallLike],
        *,
        ordered: bool = True,
        return_exceptions: bool = False,
        module: str | None = None,
        step: int | None = None,
        max_in_flight: int = MAX_IN_FLIGHT,
    ) -> AsyncIterator[Any]:
        """As `Sandbox.map`. `calls` may be an async iterable; outcomes do not wait for its next call."""
        io = self._connection.io()
        inbox = LoopInbox()
        module = self._module if module is None else module

        def make(call: CallLike, index: int) -> Request:
            return score_request(io, parts_of(call), {}, inbox, index, module, step)

        return run_map(io, inbox, CallMap(make, ordered, max_in_flight), calls, return_exceptions)

    @overload
    async def score_many(
        self,
        calls: Iterable[CallLike] | AsyncIterable[CallLike],
        *,
        return_exceptions: Literal[False] = False,
        module: str | None = None,
        step: int | None = None,
    ) -> list[Outcome]: ...

    @overload
    async def score_many(
        self,
        calls: Iterable[CallLike] | AsyncIterable[CallLike],
        *,
        return_exceptions: bool,
        module: str | None = None,
        step: int | None = None,
    ) -> list[Outcome | SandboxError]: ...

    async def score_many(
        self,
        calls: Iterable[CallLike] | AsyncIterable[CallLike],
        *,
        return_exceptions: bool = False,
        module: str | None = None,
        step: int | None = None,
    ) -> list[Any]:
        """As `Sandbox.score_many`."""
        outcomes = self.map(calls, return_exceptions=return_exceptions, module=module, step=step)
        return [outcome async for outcome in outcomes]

    def episode(
        self,
        row: Row | None = None,
        /,
        *,
        module: str | None = None,
        step: int | None = None,
        seed: int | None = None,
        timeout: float | None = None,
        **fields: Any,
    ) -> StartingEpisode:
        """As `Sandbox.episode`: to be awaited, or used by `async with`."""
        return StartingEpisode(self, row, self._module if module is None else module, step, seed, timeout, fields)


class StartingEpisode:
    """An episode that is started when it is awaited, or entered."""

    def __init__(
        self,
        sandbox: AsyncSandbox,
        row: Row | None,
        module: str | None,
        step: int | None,
        seed: int | None,
        timeout: float | None,
        fields: Mapping[str, Any],
    ) -> None:
        self._sandbox = sandbox
        self._row, self._module, self._step, self._seed = row, module, step, seed
        self._timeout, self._fields = timeout, fields
        self._episode: AsyncEpisode | None = None

    async def _start(self) -> AsyncEpisode:
        io = self._sandbox._connection.io()
        sink, future = new_future()
        request = start_request(io, sink, future, self._row, self._fields, self._module, self._step, self._seed)
        outcome, given = step_answer(await wait_for(io, request, future, self._timeout))
        return AsyncEpisode(io, given.get("episode_id"), outcome)

    def __await__(self) -> Generator[Any, None, AsyncEpisode]:
        return self._start().__await__()

    async def __aenter__(self) -> AsyncEpisode:
        self._episode = await self._start()
        return self._episode

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._episode is not None:
            await self._episode.close()


class AsyncEpisode(EpisodeBase):
    """`Episode` for asyncio. Leaving its `async with` block closes it."""

    async def step(self, action: str, *, timeout: float | None = None) -> StepOutcome:
        """As `Episode.step`."""
        sink, future = new_future()
        return self._stepped(await wait_for(self._io, self._step_request(action, sink, future), future, timeout))

    async def branch(self, n: int, *, same_random: bool = False, timeout: float | None = None) -> list[AsyncEpisode]:
        """As `Episode.branch`."""
        sink, future = new_future()
        answer = await wait_for(self._io, self._branch_request(n, same_random, sink, future), future, timeout)
        return [AsyncEpisode(self._io, name, self.outcome) for name in self._names_of_copies(answer)]

    async def close(self) -> None:
        """As `Episode.close`."""
        if not self._mark_closed():
            return
        sink, future = new_future()
        try:
            await wait_for(self._io, self._request("close", sink, future), future, _CLOSE_SECONDS)
        except SandboxError:
            pass  # without the server, or the session, there is no episode

    async def __aenter__(self) -> AsyncEpisode:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()
