"""Where an asynchronous call waits: the stack of its thread shows only the event loop then.

faulthandler knows nothing of coroutines. So a call that still waits when its stack has been asked for writes the
stacks of its tasks behind it, in the same form.
"""

from __future__ import annotations

import os
from contextlib import suppress

from runrl_shim.wire.signals import stack_asked_before

TYPE_CHECKING = False
if TYPE_CHECKING:
    from asyncio import AbstractEventLoop, Task
    from collections.abc import Coroutine
    from typing import Any

_MOST_TASKS, _MOST_FRAMES = 8, 64
_HEAD = "Thread 0x0 (asyncio task) (most recent call first):\n"
# As each stack of a worker ends; it is no frame of the user's.
_BOTTOM = f'  File "{os.path.dirname(os.path.dirname(__file__))}/launcher.py", line 1 in <module>\n'


def run_and_tell(
    loop: AbstractEventLoop, coroutine: Coroutine[Any, Any, object], seconds: float, descriptor: int
) -> object:
    """Runs the coroutine of a call, and writes where its tasks wait shortly before it has taken `seconds`."""
    # After the agent has asked: what comes then is known to be no output of the call.
    telling = loop.call_later(seconds - stack_asked_before(seconds) * 0.9, _tell, loop, descriptor)
    try:
        return loop.run_until_complete(coroutine)
    finally:
        telling.cancel()


def _tell(loop: AbstractEventLoop, descriptor: int) -> None:
    import asyncio

    with suppress(Exception):  # of code that has replaced what is used here
        stacks = [_HEAD + _stack_of(task) + _BOTTOM for task in list(asyncio.all_tasks(loop))[:_MOST_TASKS]]
        os.write(descriptor, "".join(stacks).encode("utf-8", "backslashreplace"))


def _stack_of(task: Task[Any]) -> str:
    lines: list[str] = []
    awaited: Any = task.get_coro()
    while awaited is not None and len(lines) < _MOST_FRAMES:
        for kind in ("cr", "gi", "ag"):
            frame = getattr(awaited, f"{kind}_frame", None)
            if frame is not None:
                lines.append(f'  File "{frame.f_code.co_filename}", line {frame.f_lineno} in {frame.f_code.co_name}\n')
                break
        else:
            break
        awaited = getattr(awaited, "gi_yieldfrom" if kind == "gi" else f"{kind}_await", None)
    return "".join(reversed(lines))
