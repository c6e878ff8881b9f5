"""What `verl.py` does: one sample as a call, its outcome as a row whose keys never change."""

from __future__ import annotations

import difflib
import logging
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from ..errors import NotSendable, SandboxError, Unavailable
from ..outcome import Outcome
from .failures import SETTINGS_ERRORS, FailureLog, FailureRewards, failure_rewards, require_numbers, unanswered
from .info import InfoKeys, info_keys, info_row
from .rows import sendable
from .servers import ServerSettings, async_sandbox_of, sandbox_of, server_settings

log = logging.getLogger("runrl_sandbox")

_KEYS: Final = ("score", "acc", "sandbox_status", "sandbox_ms")
#: What managers pass beside the four arguments.
_OF_VERL: Final = frozenset({"reward_router_address", "reward_model_tokenizer"})
_SETTINGS: Final = (
    "server",
    "on_failure",
    "on_timeout",
    "on_error",
    "on_tamper",
    "on_lost",
    "info",
    "module",
    "token_file",
    "options",
    "wait",
)
_HOW: Final = "`+reward.custom_reward_function.reward_kwargs.on_failure=0.0`"

#: Servers that have answered this process.
_answered: set[str] = set()
_said: set[str] = set()
_failures = FailureLog("verl", keep_going=True)  # every sample has a number: what failed is told in the log


@dataclass(frozen=True)
class ScoreSettings:
    """`reward_kwargs`, checked."""

    #: `server` (address or file), `module`, `token_file`, `options` (flags of a server for a file).
    server: ServerSettings
    #: `on_failure`, or `on_timeout`, `on_error`, `on_tamper`, `on_lost`: numbers, because verl needs one per sample.
    rewards: FailureRewards
    #: `info`: keys of info, each with what a row has that lacks it.
    info: InfoKeys
    #: `wait`: seconds to wait for an answer, queues included, after which the call is lost. None: as long as it takes.
    wait: float | None


def score(
    data_source: Any, solution_str: str, ground_truth: Any, extra_info: Any, settings: Mapping[str, Any]
) -> dict[str, Any]:
    """
    Scores one sample.

    :raises ValueError: settings are wrong
    :raises SandboxError: the server never could answer; later failures are rows, with `sandbox_status` `lost`
    """
    chosen = score_settings(settings)
    row = _row(data_source, ground_truth, extra_info)
    sandbox = sandbox_of(chosen.server)
    module = chosen.server.module
    try:
        try:
            outcome = sandbox.score(solution_str, row, module=module, timeout=chosen.wait)
        except NotSendable:
            outcome = sandbox.score(solution_str, sendable(row), module=module, timeout=chosen.wait)
        _answered.add(chosen.server.server)
    except SandboxError as error:
        outcome = _failed(error, chosen)
    return _result(outcome, chosen)


async def score_async(
    data_source: Any, solution_str: str, ground_truth: Any, extra_info: Any, settings: Mapping[str, Any]
) -> dict[str, Any]:
    """As `score`."""
    chosen = score_settings(settings)
    row = _row(data_source, ground_truth, extra_info)
    sandbox = await async_sandbox_of(chosen.server)
    module = chosen.server.module
    try:
        try:
            outcome = await sandbox.score(solution_str, row, module=module, timeout=chosen.wait)
        except NotSendable:
            outcome = await sandbox.score(solution_str, sendable(row), module=module, timeout=chosen.wait)
        _answered.add(chosen.server.server)
    except SandboxError as error:
        outcome = _failed(error, chosen)
    return _result(outcome, chosen)


def score_settings(given: Mapping[str, Any]) -> ScoreSettings:
    """
    Checks `reward_kwargs`. It is done for each sample, and so at the first: before a failure needs what is missing.

    :raises ValueError: says which, and what to write
    """
    values = {name: value for name, value in given.items() if name not in _OF_VERL}
    for name in values:
        if name not in _SETTINGS:
            if near := difflib.get_close_matches(name, _SETTINGS, 1):
                raise ValueError(f"`reward_kwargs` has no `{name}`; did you mean `{near[0]}`?")
            if name not in _said:
                _said.add(name)
                log.warning("`%s` is no setting of this adapter, and is not passed to the reward function", name)
    if values.get("server") is None:
        raise ValueError(
            "`reward_kwargs.server` is missing: the address of `runrl-sandbox serve --zmq`, or a Python file with "
            "`reward_fn`"
        )
    rewards = failure_rewards(*(values.get(name) for name in _SETTINGS[1:6]))
    require_numbers(rewards, "verl", _HOW)
    server = server_settings(values["server"], values.get("token_file"), values.get("module"), values.get("options"))
    return ScoreSettings(server, rewards, info_keys(values.get("info"), _KEYS), values.get("wait"))


def _row(data_source: Any, ground_truth: Any, extra_info: Any) -> dict[str, Any]:
    extra = dict(extra_info) if isinstance(extra_info, Mapping) else {}
    # The two of verl win over fields of the same name, which are still in `extra_info`.
    return {**extra, "data_source": data_source, "ground_truth": ground_truth, "extra_info": extra_info}


def _failed(error: SandboxError, chosen: ScoreSettings) -> Outcome:
    # An address may have been wrong until it answers. A server that was started here does not come back.
    server = chosen.server
    gone = isinstance(error, Unavailable) and not (server.is_address and server.server in _answered)
    if gone or isinstance(error, SETTINGS_ERRORS):
        raise error
    log.error("A sample went unanswered, and scores `on_lost` (%g): %s", chosen.rewards.on_lost, error)
    return unanswered(error)


def _result(outcome: Outcome, chosen: ScoreSettings) -> dict[str, Any]:
    reward = chosen.rewards.of(outcome)
    _failures.note([outcome], [reward])
    own = {"score": reward, "acc": reward, "sandbox_status": outcome.status, "sandbox_ms": outcome.duration_ms}
    return {**own, **info_row(chosen.info, outcome)}
