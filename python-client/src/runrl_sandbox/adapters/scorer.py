"""
One completion, one number: what the trainers have in common that call a method of a class of yours. Each has a page in
docs/trainers/ with the lines to copy; all of them are about this.

    from runrl_sandbox.adapters.scorer import Scorer

    rewards = Scorer("reward.py", on_failure=0.0, timeout=5)
    scored = rewards.score(completion, row)  # or: await rewards.score_async(completion, row)
    return scored.number()
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..calls import Completion
from ..errors import NotSendable, SandboxError, Unavailable
from ..outcome import Outcome
from .failures import SETTINGS_ERRORS, CallFailed, FailureLog, cause_of, failure_rewards, require_numbers, unanswered
from .info import InfoKeys, info_keys, info_row
from .rows import plain, sendable
from .servers import Server, async_sandbox_of, sandbox_of, server_settings

log = logging.getLogger("runrl_sandbox")

_KEYS = ("sandbox_status", "sandbox_ms", "sandbox_failed")


@dataclass(frozen=True)
class Scored:
    """What came of a completion."""

    #: The number for the trainer; None where the call failed, and no number was chosen for that.
    reward: float | None
    outcome: Outcome
    #: The declared keys of info, and `sandbox_status`, `sandbox_ms`, `sandbox_failed` (0 or 1): the same on every call.
    metrics: dict[str, float | str]

    @property
    def why(self) -> str:
        """Why the call failed, with the line of the reward file; empty where it did not."""
        return cause_of(self.outcome)

    @property
    def numbers(self) -> dict[str, float]:
        """`metrics` without texts."""
        return {key: value for key, value in self.metrics.items() if not isinstance(value, str)}

    def number(self) -> float:
        """
        The reward, for trainers that have no word for "none".

        :raises CallFailed: there is none
        """
        if self.reward is None:
            raise CallFailed(self.outcome)
        return self.reward


class Scorer:
    """
    Scores with the module of a server. Small and picklable; a process connects, or starts its server, when it first
    scores. Threads and event loops share it.

    :param server: address of a server (`runrl-sandbox serve --zmq ipc:///path`), a `Fleet`, or a Python file with
        `reward_fn`, for which one is started, and ended with the process
    :param name: what logs call it; the default is the module's name
    :param info: keys of info that `metrics` have, each with its value for a call without it
    :param on_failure: reward of calls that fail. For single kinds `on_timeout`, `on_error`, `on_tamper`, `on_lost`
    :param required_by: a trainer that needs a number for every sample: failures that have none are refused here, and
        not when the first one comes
    :param module: which of the server's modules
    :param token_file: file with the server's token
    :param options: flags of `runrl-sandbox serve` for a file: `timeout=5`, `memory="512MiB"`, `concurrency=8`
    :raises ValueError: one of them cannot be meant
    """

    def __init__(
        self,
        server: Server,
        *,
        name: str | None = None,
        info: InfoKeys | None = None,
        on_failure: float | None = None,
        on_timeout: float | None = None,
        on_error: float | None = None,
        on_tamper: float | None = None,
        on_lost: float | None = None,
        required_by: str | None = None,
        module: str | None = None,
        token_file: str | os.PathLike[str] | None = None,
        **options: Any,
    ) -> None:
        self.settings = server_settings(server, token_file, module, options)
        self.name = name or self.settings.name
        self._rewards = failure_rewards(on_failure, on_timeout, on_error, on_tamper, on_lost)
        if required_by is not None:
            require_numbers(self._rewards, required_by, "`on_failure=0.0`")
        self._info = info_keys(info, _KEYS)
        self._failures = FailureLog(self.name, keep_going=True)
        self._has_answered = False

    def score(self, completion: Completion, row: Mapping[str, Any] | None = None, /, **fields: Any) -> Scored:
        """
        Scores one completion.

        :param completion: text, or messages
        :param row: fields of the prompt row, as keyword arguments of the function; so are `fields`
        :raises SandboxError: the server never could answer. Later failures are outcomes, `lost`
        """
        said, kwargs = _call(completion, row, fields)
        try:
            sandbox, module = sandbox_of(self.settings), self.settings.module
            try:
                return self._answered(sandbox.score(said, kwargs, module=module))
            except NotSendable:
                return self._answered(sandbox.score(said, sendable(kwargs), module=module))
        except SandboxError as error:
            return self._raise_or_unanswered(error)

    async def score_async(
        self, completion: Completion, row: Mapping[str, Any] | None = None, /, **fields: Any
    ) -> Scored:
        """As `score`, awaited: as many at the same time as are asked for, and the event loop goes on."""
        said, kwargs = _call(completion, row, fields)
        try:
            sandbox, module = await async_sandbox_of(self.settings), self.settings.module
            try:
                return self._answered(await sandbox.score(said, kwargs, module=module))
            except NotSendable:
                return self._answered(await sandbox.score(said, sendable(kwargs), module=module))
        except SandboxError as error:
            return self._raise_or_unanswered(error)

    async def score_group(
        self, completions: Sequence[Completion], row: Mapping[str, Any] | None = None
    ) -> list[Scored]:
        """Completions of one prompt, all at the same time."""
        return await asyncio.gather(*(self.score_async(completion, row) for completion in completions))

    async def score_batch(self, completions: Sequence[Completion], columns: Mapping[str, Any]) -> list[Scored]:
        """Completions of many prompts, all at the same time. Columns without a value for each are left out."""
        n = len(completions)
        lists = {name: values for name, values in columns.items() if isinstance(values, list) and len(values) == n}
        rows = [{name: values[index] for name, values in lists.items()} for index in range(n)]
        return await asyncio.gather(*map(self.score_async, completions, rows))

    def unanswered(self, error: SandboxError) -> Scored:
        """What a call comes to that the server did not answer: `lost`, and why."""
        log.error("%s: a call went unanswered: %s", self.name, error)
        return self._scored(unanswered(error))

    def _answered(self, outcome: Outcome) -> Scored:
        self._has_answered = True
        return self._scored(outcome)

    def _scored(self, outcome: Outcome) -> Scored:
        reward = self._rewards.of(outcome)
        self._failures.note([outcome], [reward])
        own = {"sandbox_status": outcome.status, "sandbox_ms": outcome.duration_ms}
        metrics = {**own, "sandbox_failed": float(not outcome.ok), **info_row(self._info, outcome)}
        return Scored(reward, outcome, metrics)

    def _raise_or_unanswered(self, error: SandboxError) -> Scored:
        # An address may have been wrong until it answers. A server that was started here does not come back.
        is_gone = isinstance(error, Unavailable) and not (self.settings.is_address and self._has_answered)
        if is_gone or isinstance(error, SETTINGS_ERRORS):
            raise error
        return self.unanswered(error)


def _call(completion: Any, row: Mapping[str, Any] | None, fields: Mapping[str, Any]) -> tuple[Any, dict[str, Any]]:
    """Both as plain data: trainers have classes for messages."""
    return plain(completion), {name: plain(value) for name, value in {**(row or {}), **fields}.items()}
