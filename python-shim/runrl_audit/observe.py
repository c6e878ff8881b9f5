"""Calls the user's reward function with strings that note what becomes of them, and prints what was heard."""

from __future__ import annotations

from runrl_audit import heard_patterns, heard_source
from runrl_audit.beside import Beside, answer
from runrl_audit.heard import Heard, Log, heard_fields
from runrl_audit.invert import invert
from runrl_audit.own import Own

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def observer(path: str, function: str | None, completion_format: str, columns: str = "auto") -> Callable[..., float]:
    """Returns the reward function of the program: it prints, of one call, the reward and what was heard.

    Args:
        path: The user's file.
        function: Name of its function; None: as the sandbox chooses.
        completion_format: `str`, `messages` or `auto`.
        columns: `list`, `value` or `auto`.
    """
    own = Own(path)
    heard_source.install(own)
    heard_patterns.install(own)
    beside = Beside(path, function, completion_format, columns)

    def reward_fn(completion: str, /, **row: Any) -> float:
        plain = beside.call(row, completion)
        log = Log()
        fields = {name: heard_fields(value, name, log) for name, value in row.items()}
        reward = beside.call(fields, Heard(completion, "completion", log))
        templates = {pattern: invert(pattern, flags, method) for pattern, flags, method in log.patterns}
        answer({"plain": plain, "reward": reward, "entries": list(log.entries), "templates": templates})
        return 0.0

    return reward_fn
