"""Where answers are waited for in an event loop. Each loop is woken once for all answers of a moment."""

from __future__ import annotations

import asyncio
import weakref
from collections.abc import AsyncIterable, AsyncIterator, Iterable
from typing import Any

from .calls import CallLike
from .errors import SandboxError
from .mapping import CallMap, Result
from .request import Answer, Io, Request
from .waiting import check_timeout, waited_too_long


class _LoopFutures:
    """The sink of all futures of one loop: their own tags."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = weakref.ref(loop)

    def deliver(self, answers: list[tuple[Any, Answer]]) -> None:
        _call_soon(self._loop(), _settle, answers)

    def deliver_after_fork(self, answers: list[tuple[Any, Answer]]) -> None:
        """A child does not go on with the loop of its parent."""


_sinks: weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, _LoopFutures] = weakref.WeakKeyDictionary()


def new_future() -> tuple[_LoopFutures, asyncio.Future[Answer]]:
    """A future of the running loop, and the sink that settles it."""
    loop = asyncio.get_running_loop()
    sink = _sinks.get(loop)
    if sink is None:
        sink = _sinks[loop] = _LoopFutures(loop)
    return sink, loop.create_future()


class LoopInbox:
    """Answers in the order in which they come, with their tags."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._answers: list[tuple[Any, Answer]] = []
        self._event = asyncio.Event()

    def begin(self) -> None:
        """Called in the loop that it is for, before anything is asked."""
        self._loop = asyncio.get_running_loop()

    def deliver(self, answers: list[tuple[Any, Answer]]) -> None:
        """Called by the I/O thread."""
        _call_soon(self._loop, self._put, answers)

    def deliver_after_fork(self, answers: list[tuple[Any, Answer]]) -> None:
        """A child does not go on with the loop of its parent."""

    def _put(self, answers: list[tuple[Any, Answer]]) -> None:
        self._answers.extend(answers)
        self._event.set()

    def take(self) -> list[tuple[Any, Answer]]:
        """Those that are there."""
        answers, self._answers = self._answers, []
        self._event.clear()
        return answers

    async def wait(self) -> None:
        """Until there are some."""
        await self._event.wait()


def _call_soon(loop: asyncio.AbstractEventLoop | None, function: Any, answers: list[tuple[Any, Answer]]) -> None:
    if loop is None:
        return
    try:
        loop.call_soon_threadsafe(function, answers)
    except RuntimeError:
        pass  # the loop was closed: nobody waits any more


def _settle(answers: list[tuple[asyncio.Future[Answer], Answer]]) -> None:
    for future, answer in answers:
        if not future.done():
            future.set_result(answer)


async def wait_for(io: Io, request: Request, future: asyncio.Future[Answer], timeout: float | None) -> Answer:
    """
    Asks, and waits for the answer. Who does not wait to the end ends the request.

    :raises SandboxError: what was answered instead of an outcome
    """
    check_timeout(timeout)
    io.ask([request])
    try:
        answer = await (future if timeout is None else asyncio.wait_for(future, timeout))
    except asyncio.TimeoutError:
        raise waited_too_long(io, request, timeout) from None
    except BaseException:
        io.cancel([request.number])
        raise
    if isinstance(answer, SandboxError):
        raise answer
    return answer


async def run_map(
    io: Io,
    inbox: LoopInbox,
    plan: CallMap,
    calls: Iterable[CallLike] | AsyncIterable[CallLike],
    return_exceptions: bool,
) -> AsyncIterator[Result]:
    """Gives out what a `map` comes to. Whoever stops early ends the calls that still run."""
    inbox.begin()
    source = calls.__aiter__() if isinstance(calls, AsyncIterable) else iter(calls)
    pulling: asyncio.Task[CallLike] | None = None
    try:
        while not plan.finished:
            requests: list[Request] = []
            if isinstance(source, AsyncIterator):
                if pulling is not None and pulling.done():
                    _pulled(pulling, plan, requests)
                    pulling = None
                if pulling is None and plan.wants() > 0:
                    pulling = _task(source.__anext__())
            elif plan.wants() > 0:
                requests = plan.pull(source)
            if requests:
                io.ask(requests)
            plan.put(inbox.take())
            gave = False
            for result in plan.ready():
                if isinstance(result, SandboxError) and not return_exceptions:
                    raise result
                gave = True
                yield result
            if pulling is None and plan.wants() > 0:
                await asyncio.sleep(0)  # others have their turn between two chunks
            elif not gave and not plan.finished:
                await _first(inbox, pulling)
    finally:
        if pulling is not None:
            pulling.cancel()
        if plan.unanswered:
            io.cancel([request.number for request in plan.unanswered.values()])


def _pulled(pulling: asyncio.Task[CallLike], plan: CallMap, requests: list[Request]) -> None:
    try:
        call = pulling.result()
    except StopAsyncIteration:
        plan.exhaust()
    else:
        plan.add(call, requests)


async def _first(inbox: LoopInbox, pulling: asyncio.Task[CallLike] | None) -> None:
    """Until there are answers, or a further call."""
    if pulling is None:
        await inbox.wait()
        return
    waiting = _task(inbox.wait())
    try:
        await asyncio.wait({waiting, pulling}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        waiting.cancel()


def _task(awaitable: Any) -> asyncio.Task[Any]:
    async def run() -> Any:
        return await awaitable

    return asyncio.ensure_future(run())
