"""A thread that looks at slots closely, while the agent goes on serving calls.

What the kernel has to walk for an answer is as large as the slot makes it: its mappings, descriptors, page tables.
"""

from __future__ import annotations

import os
import sys
import threading
from collections import deque
from functools import partial
from queue import SimpleQueue

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import NoReturn, TypeAlias, TypeVar

    from runrl_shim.agent.loop import Loop

    Found = TypeVar("Found")
    Work: TypeAlias = Callable[[], Callable[[], None]]

_SWITCH = 0.0005  # seconds that the agent waits for the interpreter at most, where it would be ten times as long


class Inspector:
    """One thread, from the first look on, until it is closed."""

    def __init__(self, loop: Loop) -> None:
        self._loop = loop
        self._work: SimpleQueue[Work | None] = SimpleQueue()
        self._done: deque[Callable[[], None]] = deque()
        self._thread: threading.Thread | None = None
        # Made now, so that the descriptors of an agent are as many before its first slow call as after it.
        self._heard, self._tells = os.pipe2(os.O_CLOEXEC | os.O_NONBLOCK)
        loop.on_readable(self._heard, self._on_done)

    def look(self, work: Callable[[], Found], then: Callable[[Found], None]) -> None:
        """Has `work` done in the thread, in turn, and `then` called with what it found in the loop's."""

        def both() -> Callable[[], None]:
            try:
                found = work()
            except BaseException as error:
                return partial(_fail, error)
            return partial(then, found)

        if self._tells < 0:
            return  # it is closed, as all that it could look at
        if self._thread is None:
            sys.setswitchinterval(_SWITCH)
            self._thread = threading.Thread(target=self._run, name="inspector", daemon=True)
            self._thread.start()
        self._work.put(both)

    def close(self) -> None:
        """Waits for the look that is under way, and gives everything back."""
        if self._tells < 0:
            return
        if self._thread is not None:
            self._work.put(None)
            self._thread.join()
        self._loop.forget(self._heard)
        os.close(self._heard)
        os.close(self._tells)
        self._heard = self._tells = -1

    def _run(self) -> None:
        while (work := self._work.get()) is not None:
            self._done.append(work())
            os.write(self._tells, b"\n")  # as many as there are slots at most: there is room

    def _on_done(self) -> None:
        os.read(self._heard, 4096)
        while self._done:
            self._done.popleft()()


def _fail(error: BaseException) -> NoReturn:
    raise error
