"""
A reward function for TRL's trainers (GRPO, RLOO, async GRPO), and for those that call rewards as TRL does: Unsloth,
axolotl, Oumi, open-r1.

    from runrl_sandbox.adapters.trl import reward_function

    GRPOTrainer(reward_funcs=reward_function("reward.py", timeout=5), …)

A batch is scored at once, by as many calls at a time as the server has workers; one that hangs costs its own deadline.
"""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..audit import AlarmCallback, alarm_callback, alarm_flag
from ..calls import Call
from ..errors import NotSendable, SandboxError
from ..outcome import Outcome
from .failures import SETTINGS_ERRORS, FailureLog, FailureRewards, cause_of, failure_rewards, unanswered
from .info import InfoKeys, info_keys, info_row, mean
from .rows import sendable
from .servers import Server, ServerSettings, sandbox_of, server_settings

log = logging.getLogger("runrl_sandbox")

#: What TRL passes beside the columns of the data set.
_NOT_COLUMNS = frozenset({"trainer_state", "log_extra", "log_metric", "environments"})
_RESERVED = ("status", "error", "failed", "timeout", "lost", "unearned", "alarms")


def reward_function(
    server: Server,
    *,
    name: str | None = None,
    info: InfoKeys | None = None,
    on_timeout: float | None = None,
    on_error: float | None = None,
    on_tamper: float | None = None,
    on_lost: float | None = None,
    keep_going: bool = False,
    completion_ids: bool = False,
    on_alarm: AlarmCallback | str | None = None,
    module: str | None = None,
    token_file: str | os.PathLike[str] | None = None,
    **options: Any,
) -> RewardFunction:
    """
    A reward function for `reward_funcs`.

    :param server: address of a server (`runrl-sandbox serve --zmq ipc:///path`), a `Fleet`, or a Python file with
        `reward_fn`, for which one is started when the first rewards are due, and ended with the process
    :param name: what TRL calls the reward in its metrics; the default is the module's name
    :param info: keys of info to log, each with what is logged for a batch without them: numbers as metrics
        (`{name}/{key}`, the mean of the rows that have it), text as a column of the completions table
    :param on_timeout: reward of calls that hit a limit. None: TRL leaves the sample out of its group, with advantage 0
    :param on_error: likewise of calls that failed in their code; `on_tamper` of those that tampered; `on_lost` of
        those that the sandbox lost
    :param keep_going: go on when every call of the first batch failed in the same line, without a reward
    :param completion_ids: pass the token ids, as the field `completion_ids`
    :param on_alarm: called with an alarm of the audit, once per process, on a thread of its own; for a server that is
        started here also a URL or a command, as the flag `--on-alarm` takes
    :param module: which of the server's modules
    :param token_file: file with the server's token
    :param options: flags of `runrl-sandbox serve` for a file: `timeout=5`, `memory="512MiB"`, `concurrency=8`
    :raises ValueError: one of them cannot be meant
    """
    settings = server_settings(server, token_file, module, {**options, **alarm_flag(on_alarm)})
    rewards = failure_rewards(None, on_timeout, on_error, on_tamper, on_lost)
    return RewardFunction(
        settings,
        name or settings.name,
        info_keys(info, _RESERVED),
        rewards,
        completion_ids,
        keep_going,
        alarm_callback(on_alarm),
    )


class RewardFunction:
    """
    What TRL calls: not a coroutine function, with a `__name__`, and picklable: a copy in another process connects, or
    starts its server, when it is first called.
    """

    def __init__(
        self,
        settings: ServerSettings,
        name: str,
        info: InfoKeys,
        rewards: FailureRewards,
        completion_ids: bool,
        keep_going: bool,
        on_alarm: AlarmCallback | None = None,
    ) -> None:
        self.__name__ = name
        self._settings = settings
        self._info = info
        self._rewards = rewards
        self._completion_ids = completion_ids
        self._warned = False
        self._on_alarm = on_alarm
        self._failures = FailureLog(name, keep_going=keep_going)

    def __repr__(self) -> str:
        return f"<reward function {self.__name__!r} at {self._settings.server!r}>"

    def __call__(
        self, prompts: Sequence[Any], completions: Sequence[Any], completion_ids: Any = None, **columns: Any
    ) -> list[float | None]:
        """
        Scores a batch: as many rewards as prompts, None where a call failed and no number was chosen for it.

        :raises SandboxError: no call of the batch has an outcome, or none ever could have one; or all calls of the
            first batch failed in the same line (`CallsFailed`)
        :raises ValueError: a column has another length
        """
        rows = self._rows(prompts, completions, completion_ids, columns)
        outcomes = self._score(completions, rows, _step(columns.get("trainer_state")))
        rewards = [self._rewards.of(outcome) for outcome in outcomes]
        self._log(outcomes, columns.get("log_metric"), columns.get("log_extra"))
        self._warn_if_hanging_pays(prompts, outcomes, rewards)
        self._failures.note(outcomes, rewards)
        return rewards

    def _rows(
        self, prompts: Sequence[Any], completions: Sequence[Any], ids: Any, columns: Mapping[str, Any]
    ) -> list[dict[str, Any]]:
        n = len(prompts)
        lists: dict[str, Sequence[Any]] = {"completions": completions, "prompt": prompts}
        fixed: dict[str, Any] = {}
        for name, values in columns.items():
            if name in _NOT_COLUMNS:
                continue
            # Values that `functools.partial` adds are no columns, but the same for each row.
            (lists if isinstance(values, (list, tuple)) else fixed)[name] = values
        if self._completion_ids and ids is not None:
            lists["completion_ids"] = ids
        for name, values in lists.items():
            if len(values) != n:
                raise ValueError(f"`{name}` has {len(values)} values, and there are {n} prompts")
        del lists["completions"]
        return [{**fixed, **{name: values[index] for name, values in lists.items()}} for index in range(n)]

    def _score(self, completions: Sequence[Any], rows: list[dict[str, Any]], step: int | None) -> list[Outcome]:
        sandbox, module = sandbox_of(self._settings), self._settings.module
        if self._on_alarm is not None:
            sandbox._audits.call(self._on_alarm)

        def score(calls: list[Call]) -> list[Outcome | SandboxError]:
            return sandbox.score_many(calls, return_exceptions=True, module=module, step=step)

        results = score([Call(completion, row) for completion, row in zip(completions, rows, strict=True)])
        if again := [index for index, result in enumerate(results) if isinstance(result, NotSendable)]:
            smaller = [Call(completions[index], sendable(rows[index])) for index in again]
            for index, result in zip(again, score(smaller), strict=True):
                results[index] = result
        outcomes = [result for result in results if isinstance(result, Outcome)]
        errors = [result for result in results if isinstance(result, SandboxError)]
        for error in errors:
            # Training must not go on without rewards. A single call that went unanswered is one sample less.
            if not outcomes or isinstance(error, SETTINGS_ERRORS):
                raise error
        if errors:
            log.warning("%d of %d calls went unanswered; the first: %s", len(errors), len(results), errors[0])
        return [unanswered(result) if isinstance(result, SandboxError) else result for result in results]

    def _log(self, outcomes: list[Outcome], log_metric: Callable[..., Any] | None, log_extra: Any) -> None:
        # Always the same keys: ranks gather them one by one, and wait for each other.
        if log_metric is not None:
            for key, share in {**shares(outcomes), **self._audited()}.items():
                log_metric(f"{self.__name__}/{key}", share)
            for key, default in self._info.items():
                if not isinstance(default, str):
                    values = [outcome.info[key] for outcome in outcomes if key in outcome.info]
                    average = mean(values)
                    log_metric(f"{self.__name__}/{key}", default if average != average else average)
        if log_extra is not None:
            log_extra(f"{self.__name__}/status", [outcome.status for outcome in outcomes])
            log_extra(f"{self.__name__}/error", [cause_of(outcome) for outcome in outcomes])
            rows = [info_row(self._info, outcome) for outcome in outcomes]
            for key, default in self._info.items():
                if isinstance(default, str):
                    log_extra(f"{self.__name__}/{key}", [row[key] for row in rows])

    def _audited(self) -> dict[str, float]:
        """What the audit says so far: its step is over when the next one has begun, so it is one or two behind."""
        audits = sandbox_of(self._settings).audits
        module = self._settings.module
        audit = audits.get(module) if module is not None else next(iter(audits.values()), None)
        if audit is None:
            return {"unearned": 0.0, "alarms": 0.0}
        return {"unearned": audit.unearned or 0.0, "alarms": float(audit.alarms)}

    def _warn_if_hanging_pays(
        self, prompts: Sequence[Any], outcomes: list[Outcome], rewards: list[float | None]
    ) -> None:
        hung = [i for i, outcome in enumerate(outcomes) if outcome.family == "limit" and rewards[i] is not None]
        if self._warned or not hung:
            return
        lowest: dict[str, float] = {}
        keys = [json.dumps(prompt, sort_keys=True, default=str) for prompt in prompts]
        for key, outcome, reward in zip(keys, outcomes, rewards, strict=True):
            if outcome.ok and reward is not None:
                lowest[key] = min(reward, lowest.get(key, reward))
        for index in hung:
            key, outcome, reward = keys[index], outcomes[index], rewards[index]
            if reward is not None and reward > lowest.get(key, reward):
                self._warned = True
                log.warning(
                    "A completion whose call ended as `%s` scores %g, more than another of the same prompt, which was "
                    "scored %g: the model can learn to make the reward hang. Give `on_timeout` a number below all "
                    "that the function returns. (Said once.)",
                    outcome.status,
                    reward,
                    lowest[key],
                )
                return


def shares(outcomes: Sequence[Outcome]) -> dict[str, float]:
    """Which part of the calls failed, hit a limit, were lost."""
    n = max(1, len(outcomes))
    return {
        "failed": sum(not outcome.ok for outcome in outcomes) / n,
        "timeout": sum(outcome.family == "limit" for outcome in outcomes) / n,
        "lost": sum(outcome.family == "ours" for outcome in outcomes) / n,
    }


def _step(state: Any) -> int | None:
    step = getattr(state, "global_step", None)
    return step if isinstance(step, int) and step >= 0 else None
