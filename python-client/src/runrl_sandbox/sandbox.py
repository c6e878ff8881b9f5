"""The sandbox and its episodes, for code without an event loop."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from types import TracebackType
from typing import Any, Literal, overload

from .audit import AlarmCallback, alarm_callback, alarm_flag
from .base import RECONNECT_TIMEOUT, START_TIMEOUT, Files, SandboxBase, start_server
from .calls import CallLike, Completion, Row, parts_of, score_request, start_request
from .command import Kind
from .episodes import EpisodeBase, step_answer
from .errors import SandboxError
from .mapping import MAX_IN_FLIGHT, CallMap
from .outcome import Outcome, StepOutcome
from .request import Request
from .waiting import FUTURES, CallFuture, Inbox, run_map, wait_for

_CLOSE_SECONDS = 10.0


class Sandbox(SandboxBase):
    """
    Scores completions and plays episodes at a server. May be used by many threads at once, after a fork, and pickled.

    What user code does is an `Outcome` with its status, and never raises; what raises is in `runrl_sandbox.errors`.
    """

    @classmethod
    def spawn(
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
    ) -> Sandbox:
        """
        Starts a server for these files, which ends with `close()`, with this object, or with this process.

        :param files: a Python file, or several by the name of their module
        :param kind: what they are: `reward` or `environment`
        :param module: name of the module for calls that name none
        :param start_timeout: seconds that the start may take, imports of the modules included
        :param reconnect_timeout: seconds that a call waits for a server that is gone, before it raises `Unavailable`
        :param log_file: file that the server's log is added to, a JSON object per line; without, nothing keeps it
        :param on_alarm: called with an alarm of the audit, on a thread of its own; or what the flag `--on-alarm` takes
        :param options: flags of `runrl-sandbox serve`, as Python names them: `timeout=5`, `on_timeout=0`
        :raises NotStarted: there is no `runrl-sandbox`, or it did not become ready; what it said is in the message
        :raises TypeError: an option is not of a kind that a flag has, or `on_alarm` cannot be called
        """
        server = start_server(files, kind, start_timeout, log_file, {**options, **alarm_flag(on_alarm)})
        sandbox = cls.__new__(cls)
        sandbox._setup(server.address, None, module, reconnect_timeout, server, alarm_callback(on_alarm))
        return sandbox

    def close(self) -> None:
        """Ends the session: what is unanswered raises `Closed`. Ends the server, if it was started for this."""
        self._connection.close()

    def __enter__(self) -> Sandbox:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def score(
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
        """
        Scores one completion.

        :param completion: text, or a list of messages
        :param row: fields of the prompt row, as keyword arguments of the function. Needed for fields called as a
            parameter here; others can also be given by name
        :param module: name of the module; without, that of the sandbox, or the only one that the server has
        :param step: training step that it belongs to, from 0; without, it is in no figures by step
        :param seed: from 0; same seed and same row give the same random numbers. Without, the module's
        :param timeout: seconds to wait for the answer, queues included; without, as long as it takes. The time that the
            call itself may run is the server's `--timeout`
        :param fields: further fields of the row
        :raises NotSendable, Refused, Unavailable, WaitTimeout, Closed: there is no outcome
        :raises TypeError, ValueError: an argument is of a wrong type, or out of its range
        """
        io = self._connection.io()
        inbox = Inbox()
        parts = (completion, row, None, None, seed)
        request = score_request(io, parts, fields, inbox, None, self._module if module is None else module, step)
        answer = wait_for(io, request, inbox, timeout)
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
    ) -> CallFuture:
        """
        As `score`, without waiting. `cancel()` of the future ends the call, also while it runs.

        :raises NotSendable, Closed: it was not sent; what else `score` raises comes from `result()` of the future
        """
        io = self._connection.io()
        parts = (completion, row, None, None, seed)
        request = score_request(io, parts, fields, FUTURES, None, self._module if module is None else module, step)
        request.tag = future = CallFuture(io, request.number, self._connection)
        io.ask([request])
        return future

    @overload
    def map(
        self,
        calls: Iterable[CallLike],
        *,
        ordered: bool = True,
        return_exceptions: Literal[False] = False,
        module: str | None = None,
        step: int | None = None,
        max_in_flight: int = MAX_IN_FLIGHT,
    ) -> Iterator[Outcome]: ...

    @overload
    def map(
        self,
        calls: Iterable[CallLike],
        *,
        ordered: bool = True,
        return_exceptions: bool,
        module: str | None = None,
        step: int | None = None,
        max_in_flight: int = MAX_IN_FLIGHT,
    ) -> Iterator[Outcome | SandboxError]: ...

    def map(
        self,
        calls: Iterable[CallLike],
        *,
        ordered: bool = True,
        return_exceptions: bool = False,
        module: str | None = None,
        step: int | None = None,
        max_in_flight: int = MAX_IN_FLIGHT,
    ) -> Iterator[Any]:
        """
        Scores many completions: an iterator of outcomes, as they come. Reads `calls` no faster than they are scored.
        Outcomes that are there are yielded before the next call is read; while `calls` makes it, none is.

        :param calls: each a `Call`, a dict with its fields, or (completion, kwargs)
        :param ordered: outcomes in the order of the calls; else as they finish
        :param return_exceptions: gives an exception in the place of an outcome that there is none of; else it is
            raised, and the calls that still run are ended
        :param module: name of the module for calls that name none
        :param step: training step for calls that name none
        :param max_in_flight: calls under way, or answered and not yet taken, at most
        :raises NotSendable, Refused, Unavailable, Closed: a call has no outcome, unless `return_exceptions`
        :raises TypeError, ValueError: a call is none, or an argument is out of its range
        """
        io = self._connection.io()
        inbox = Inbox()
        module = self._module if module is None else module

        def make(call: CallLike, index: int) -> Request:
            return score_request(io, parts_of(call), {}, inbox, index, module, step)

        return run_map(io, inbox, CallMap(make, ordered, max_in_flight), iter(calls), return_exceptions)

    @overload
    def score_many(
        self,
        calls: Iterable[CallLike],
        *,
        return_exceptions: Literal[False] = False,
        module: str | None = None,
        step: int | None = None,
    ) -> list[Outcome]: ...

    @overload
    def score_many(
        self,
        calls: Iterable[CallLike],
        *,
        return_exceptions: bool,
        module: str | None = None,
        step: int | None = None,
    ) -> list[Outcome | SandboxError]: ...

    def score_many(
        self,
        calls: Iterable[CallLike],
        *,
        return_exceptions: bool = False,
        module: str | None = None,
        step: int | None = None,
    ) -> list[Any]:
        """
        As `map`, all at once: a list of outcomes in the order of the calls.

        :raises NotSendable, Refused, Unavailable, Closed: unless `return_exceptions`; the other calls are ended
        """
        return list(self.map(calls, return_exceptions=return_exceptions, module=module, step=step))

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
    ) -> Episode:
        """
        Starts an episode: `setup` is called with the fields of the row. What it came to is in `outcome`.

        :param row: fields of the prompt row; others can be given by name
        :param module: name of the module; without, that of the sandbox, or the only one that the server has
        :param step: training step that its steps belong to, from 0; without, they are in no figures by step
        :param seed: from 0; same seed, row and actions give the same episode. Without, the module's
        :param timeout: seconds to wait for the answer, queues included; without, as long as it takes
        :param fields: further fields of the row
        :raises NotSendable, Refused, Unavailable, WaitTimeout, Closed: none was started
        """
        io = self._connection.io()
        inbox = Inbox()
        request = start_request(io, inbox, None, row, fields, self._module if module is None else module, step, seed)
        outcome, given = step_answer(wait_for(io, request, inbox, timeout))
        return Episode(io, given.get("episode_id"), outcome)


class Episode(EpisodeBase):
    """One play of an environment. Leaving its `with` block closes it."""

    def step(self, action: str, *, timeout: float | None = None) -> StepOutcome:
        """
        Takes a step. A step that fails is an outcome, and ends the episode.

        :param action: what the model wrote
        :param timeout: seconds to wait for the answer; without, as long as it takes. A step that is not waited for is
            cancelled, and ends the episode
        :raises EpisodeEnded: it takes none any more
        :raises Refused, Unavailable, WaitTimeout, Closed: there is no outcome
        """
        inbox = Inbox()
        return self._stepped(wait_for(self._io, self._step_request(action, inbox, None), inbox, timeout))

    def branch(self, n: int, *, same_random: bool = False, timeout: float | None = None) -> list[Episode]:
        """
        Makes live copies, each of which goes on for itself.

        :param n: how many, from 1
        :param same_random: copies draw the same random numbers as the original; by default each draws its own
        :param timeout: seconds to wait for them, and for room among `--max-episodes`; without, as long as it takes
        :raises CannotBranch: something keeps it from being copied, such as threads and open files
        :raises EpisodeEnded, Refused, Unavailable, WaitTimeout, Closed: there are no copies
        """
        inbox = Inbox()
        answer = wait_for(self._io, self._branch_request(n, same_random, inbox, None), inbox, timeout)
        return [Episode(self._io, name, self.outcome) for name in self._names_of_copies(answer)]

    def close(self) -> None:
        """Ends it, and waits until it has ended. Idempotent; raises nothing where the server is gone."""
        if not self._mark_closed():
            return
        inbox = Inbox()
        try:
            wait_for(self._io, self._request("close", inbox, None), inbox, _CLOSE_SECONDS)
        except SandboxError:
            pass  # without the server, or the session, there is no episode

    def __enter__(self) -> Episode:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
