"""A fork without what Python does after each one, where none of that is needed.

Python calls what was given to `os.register_at_fork`. The standard library gives it what renews the locks that another
thread may have held, and forgets threads: in the fork of a process with one thread that changes nothing, and it copies
a hundred pages. Only the generator of `random` must draw anew.
"""

from __future__ import annotations

import _random
import ctypes
import gc
import os
import sys
from _thread import LockType, RLock

from runrl_shim.inside.confinement import confine

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

_LOCKS = (LockType, RLock)
_ONLY_FOR_THREADS = frozenset({"threading", "logging", "concurrent.futures.thread"})
# Forgets the event loop of the process that was forked, whose descriptors all of its forks would share.
_FORGETS_LOOPS = "asyncio.events"


def cheapest_fork() -> Callable[[], int]:
    """What forks this process as `os.fork` does; for one that gets no second thread, and runs no user code."""
    fork, needed = parts_of_fork()
    return fork if fork is os.fork else _bare_fork(fork, needed)


def parts_of_fork(*, is_first: bool = False) -> tuple[Any, Sequence[Callable[[], object]]]:
    """A function that forks, and what its child has to call.

    It is one of the C library, which tells by -1 that it failed, or `os.fork`, where something was registered that is
    not known to be needless.

    Args:
        is_first: whether the child is the first process of a pid namespace.
    """
    hooks = _registered()
    if hooks is None or confine.thread_count() != 1:
        return os.fork, ()
    before, in_parent, in_child = hooks
    drawing = [each for each in in_child if _draws_anew(each)]
    needed = [each for each in in_child if getattr(each, "__module__", None) == _FORGETS_LOOPS]
    if not all(_is_needless(each) for each in (*before, *in_parent, *in_child) if each not in (*drawing, *needed)):
        return os.fork, ()
    needed += map(_in_c, drawing)
    thread: Any = sys.modules["threading"].main_thread() if "threading" in sys.modules else None
    if hasattr(thread, "_set_native_id"):  # the kernel's number for it, which is another one in the child
        if is_first:
            thread._native_id = 1
        else:
            needed.append(thread._set_native_id)
    # It keeps the interpreter's lock, and so has none to take again.
    return ctypes.PyDLL(None, use_errno=True).fork, needed


def _bare_fork(fork: Callable[[], int], needed: Sequence[Callable[[], object]]) -> Callable[[], int]:
    def bare_fork() -> int:
        pid = fork()
        if pid == 0:
            for each in needed:
                each()
        elif pid < 0:
            number = ctypes.get_errno()
            raise OSError(number, os.strerror(number))
        return pid

    return bare_fork


def _registered() -> tuple[list[Callable[[], object]], ...] | None:
    """What Python calls before a fork, in the parent and in the child; None where it cannot be told.

    Python shows these lists to nobody: they are found by what is added to each of them.
    """
    found = []
    marks = [_Mark(), _Mark(), _Mark()]
    os.register_at_fork(before=marks[0], after_in_parent=marks[1], after_in_child=marks[2])
    for mark in marks:
        lists = [each for each in gc.get_referrers(mark) if type(each) is list and each is not marks]
        if len(lists) != 1:
            return None
        found.append([each for each in lists[0] if each is not mark])
    return tuple(found)


class _Mark:
    """Does nothing."""

    def __call__(self) -> None:
        pass


def _draws_anew(hook: Callable[[], object]) -> bool:
    owner: Any = getattr(hook, "__self__", None)
    random = sys.modules.get("random")
    return random is not None and type(owner) is random.Random and hook == owner.seed


def _in_c(seed: Any) -> Callable[[], object]:
    """What `seed` of a `random.Random` does in a fork, without Python: what it forgets is forgotten here, for all."""
    seed.__self__.gauss_next = None
    return _random.Random.seed.__get__(seed.__self__)  # type: ignore[no-any-return]


def _is_needless(hook: Callable[[], object]) -> bool:
    if type(hook) is _Mark or isinstance(getattr(hook, "__self__", None), _LOCKS):
        return True
    return getattr(hook, "__module__", None) in _ONLY_FOR_THREADS
