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

import os
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from ..errors import SandboxError
from .failures import CallFailed as CallFailed
from .info import InfoKeys, info_keys, info_row
from .rows import plain
from .scorer import Scorer
from .servers import Server

#: What a rubric passes beside the fields of the row.
_NOT_FIELDS = frozenset({"parser", "state", "resources", "client", "model"})


def rubric_function(
    server: Server,
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

    :param server: address of a server, a `Fleet`, or a Python file for which a server is started
    :param name: what metrics call it; the default is the module's name
    :param on_failure: reward of calls that fail: the rubric needs a number, and takes 0 for an exception. For single
        kinds `on_timeout`, `on_error`, `on_tamper`, `on_lost`
    :param module: which of the server's modules
    :param token_file: file with the server's token
    :param options: flags of `runrl-sandbox serve` for a file
    :raises ValueError: one of them cannot be meant
    """
    scorer = Scorer(
        server,
        name=name,
        on_failure=on_failure,
        on_timeout=on_timeout,
        on_error=on_error,
        on_tamper=on_tamper,
        on_lost=on_lost,
        required_by="A rubric",
        module=module,
        token_file=token_file,
        **options,
    )
    key = scorer.name

    async def reward(
        completion: Any, prompt: Any = None, answer: Any = "", info: Any = None, state: Any = None, **fields: Any
    ) -> float:
        row = {field: plain(value) for field, value in fields.items() if field not in _NOT_FIELDS}
        row |= {"prompt": plain(prompt), "answer": answer, "info": info}
        try:
            scored = await scorer.score_async(completion, row)
        except SandboxError as error:
            scored = scorer.unanswered(error)  # a rubric makes 0.0 of what is raised
        outcome = scored.outcome
        if state is not None:
            summary = {"status": outcome.status, "reward": outcome.reward, "info": dict(outcome.info)}
            why = None if outcome.error is None else f"{outcome.error.type}: {outcome.error.message}"
            state.setdefault("sandbox", {})[key] = {**summary, "error": why}
        return scored.number()

    reward.__name__ = reward.__qualname__ = key
    return reward


def task_reward(
    server: Server,
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
    scorer = Scorer(
        server,
        name=name,
        on_timeout=on_timeout,
        on_error=on_error,
        on_tamper=on_tamper,
        on_lost=on_lost,
        module=module,
        token_file=token_file,
        **options,
    )
    keys = info_keys(info)
    for key, default in keys.items():
        if isinstance(default, str):
            raise ValueError(f"metrics of verifiers are numbers, and `info[{key!r}]` is text")

    async def reward(task: Any, trace: Any) -> float:
        # As a method of a `Task` it gets the task itself; its data, a model, may have a field `data`.
        data = plain(task if hasattr(task, "model_dump") else getattr(task, "data", task))
        scored = await scorer.score_async(trace.last_reply, data if isinstance(data, Mapping) else {})
        outcome = scored.outcome
        trace.record_metrics({f"{scorer.name}_failed": float(not outcome.ok), **info_row(keys, outcome)})
        return scored.number()

    reward.__name__ = reward.__qualname__ = scorer.name
    return reward
