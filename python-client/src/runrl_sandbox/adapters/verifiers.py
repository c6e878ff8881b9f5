"""
Reward functions for PrimeIntellect's verifiers, and so for prime-rl.

v0, in an environment's rubric:

    from runrl_sandbox.adapters.verifiers import rubric_function

    rubric = vf.Rubric(funcs=[rubric_function("reward.py", on_failure=0.0)])

v1, as a function that a configuration plugs in (`rewards.score.fn = "my_rewards:score"`), or that a task calls:

    from runrl_sandbox.adapters.verifiers import task_reward

    score = task_reward("reward.py")

Both are coroutine functions: verifiers runs others on its event loop, where one that hangs stops the whole server.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from ..calls import Completion
from ..errors import NotSendable, SandboxError
from ..outcome import Outcome
from .failures import SETTINGS_ERRORS, failure_rewards, require_numbers, unanswered
from .info import InfoKeys, info_keys, info_row
from .rows import plain, sendable
from .servers import ServerSettings, async_sandbox_of, server_settings

log = logging.getLogger("runrl_sandbox")

#: What a rubric passes beside the fields of the row.
_NOT_FIELDS = frozenset({"parser", "state", "resources", "client", "model"})


class CallFailed(Exception):
    """A call failed, and no number was chosen for it. verifiers records it as the error of its task."""

    def __init__(self, outcome: Outcome) -> None:
        why = f": {outcome.error.type}: {outcome.error.message}" if outcome.error is not None else ""
        super().__init__(f"the reward call ended as `{outcome.status}`{why}")
        self.outcome = outcome

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.outcome,)


def rubric_function(
    server: str | os.PathLike[str],
    *,
    name: str | None = None,
    on_failure: float | None = None,
    on_timeout: float | None = None,
    on_error: float | None = None,
    on_tamper: float | None = None,
    on_lost: float | None = None,
    module: str | None = None,
    token_file: str | os.PathLike[str] | None = None,
    **options: Any,
) -> Callable[..., Awaitable[float]]:
    """
    A function for `vf.Rubric(funcs=[…])` of verifiers v0. The outcome is in `state["sandbox"][name]`.

    :param server: address of a server, or a Python file for which one is started
    :param name: what metrics call it; the default is the module's name
    :param on_failure: reward of calls that fail: the rubric needs a number, and takes 0 for an exception. For single
        kinds `on_timeout`, `on_error`, `on_tamper`, `on_lost`
    :param module: which of the server's modules
    :param token_file: file with the server's token
    :param options: flags of `runrl-sandbox serve` for a file
    :raises ValueError: one of them cannot be meant
    """
    settings = server_settings(server, token_file, module, options)
    rewards = failure_rewards(on_failure, on_timeout, on_error, on_tamper, on_lost)
    require_numbers(rewards, "A rubric", "`on_failure=0.0`")
    key = name or settings.name

    async def reward(
        completion: Any, prompt: Any = None, answer: Any = "", info: Any = None, state: Any = None, **fields: Any
    ) -> float:
        row = {field: plain(value) for field, value in fields.items() if field not in _NOT_FIELDS}
        row |= {"prompt": plain(prompt), "answer": answer, "info": info}
        outcome = await _outcome(settings, plain(completion), row)
        number = rewards.of(outcome)
        assert number is not None  # each has one: `require_numbers`
        if state is not None:
            summary = {"status": outcome.status, "reward": outcome.reward, "info": dict(outcome.info)}
            error = None if outcome.error is None else f"{outcome.error.type}: {outcome.error.message}"
            state.setdefault("sandbox", {})[key] = {**summary, "error": error}
        return number

    reward.__name__ = reward.__qualname__ = key
    return reward


def task_reward(
    server: str | os.PathLike[str],
    *,
    name: str | None = None,
    info: InfoKeys | None = None,
    on_timeout: float | None = None,
    on_error: float | None = None,
    on_tamper: float | None = None,
    on_lost: float | None = None,
    module: str | None = None,
    token_file: str | os.PathLike[str] | None = None,
    **options: Any,
) -> Callable[..., Awaitable[float]]:
    """
    A function for rewards of verifiers v1. The row is the task's data; the completion the trace's last reply.

    :param info: keys of info to record as metrics of the trace, each with the number that it has where there is none
    :param on_timeout: reward of calls that hit a limit, likewise the others. None: the task's scoring fails with
        `CallFailed`, and its reward stays None
    :raises ValueError: one of them cannot be meant
    """
    settings = server_settings(server, token_file, module, options)
    rewards = failure_rewards(None, on_timeout, on_error, on_tamper, on_lost)
    keys = info_keys(info)
    for key, default in keys.items():
        if isinstance(default, str):
            raise ValueError(f"metrics of verifiers are numbers, and `info[{key!r}]` is text")
    called = name or settings.name

    async def reward(task: Any, trace: Any) -> float:
        # As a method of a `Task` it gets the task itself; its data, a model, may have a field `data`.
        data = plain(task if hasattr(task, "model_dump") else getattr(task, "data", task))
        row = data if isinstance(data, Mapping) else {}
        outcome = await _outcome(settings, trace.last_reply, row, raised=SETTINGS_ERRORS)
        trace.record_metrics({f"{called}_failed": float(not outcome.ok), **info_row(keys, outcome)})
        number = rewards.of(outcome)
        if number is None:
            raise CallFailed(outcome)
        return number

    reward.__name__ = reward.__qualname__ = called
    return reward


async def _outcome(
    settings: ServerSettings,
    completion: Completion,
    row: Mapping[str, Any],
    *,
    raised: tuple[type[SandboxError], ...] = (),
) -> Outcome:
    """What came of a completion. Errors that are not `raised` are outcomes: a rubric makes 0.0 of what is raised."""
    try:
        sandbox = await async_sandbox_of(settings)
        try:
            return await sandbox.score(completion, row, module=settings.module)
        except NotSendable:
            return await sandbox.score(completion, sendable(row), module=settings.module)
    except raised:
        raise
    except SandboxError as error:
        log.error("A reward call went unanswered: %s", error)
        return unanswered(error)
