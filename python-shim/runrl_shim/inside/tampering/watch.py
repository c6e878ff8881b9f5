"""Watches for acts that could leave a trace in a worker (`reuse: auto` retires it), and for evidence of tampering.

One audit hook, installed before the module is imported, silent until a call runs. An act is reported to the
agent before it happens, over the worker's socket: once the bytes are in the kernel nothing can take them back.
"""

from __future__ import annotations

import json
import os
import sys
from _thread import get_ident as _ident

# Names of this module, not looked up anew: what is executed may replace the builtin ones.
from builtins import any, frozenset, len, type  # noqa: A004
from contextlib import contextmanager

from runrl_shim.inside.results.blocked import BLOCKABLE, ONLY_NOTED, Blocked
from runrl_shim.inside.reuse import fingerprint
from runrl_shim.inside.reuse.read_only_imports import is_import, remember_roots
from runrl_shim.inside.tampering import formulas
from runrl_shim.inside.tampering.acts import ACTS, OTHER_INTERPRETERS, SETS_ATTRIBUTES, TRACES
from runrl_shim.inside.tampering.evidence import CallEvidence
from runrl_shim.inside.tampering.given_names import exact, file_of, leads_to_memory

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import FrameType
    from typing import Any, TypeAlias

    from runrl_shim.inside.held.holdings import ImportLines

    #: kind, message, `file:line` of the user's, source
    Item: TypeAlias = tuple[str, str, str | None, str | None]

_getframe = sys._getframe

_WRITE_FLAGS = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND

# Watched only while completion code is there to do them.
_EVIDENCE_ONLY = frozenset(ACTS) - TRACES - {"import", "open"}
_MAKES_CODE = frozenset({"code.__new__", "function.__new__", "marshal.loads"})
_WATCHED = ONLY_NOTED | TRACES | _EVIDENCE_ONLY | {"compile", "exec", "import", "open"}
_NAMES = {"open": "open for writing", "import": "another interpreter"}
_OURS = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep
_JSON = os.path.dirname(json.__file__) + os.sep


class Watched:
    """What a thread that serves calls is doing; one object for all calls of the thread.

    Args:
        trace: called before the first act of each call that could leave a trace.
        tell: takes each item of evidence, before the act.
    """

    __slots__ = ("blocked", "call", "completion", "evidence", "form", "on", "tell", "trace", "traced")

    def __init__(self, trace: Callable[[str], None] | None, tell: Callable[[int, Item], None]) -> None:
        self.trace = trace
        self.tell = tell
        self.call = 0
        self.completion = b""
        self.form = 0
        self.traced = False
        self.evidence: CallEvidence | None = None
        self.blocked: Blocked | None = None
        self.on = False

    def knows_code(self) -> bool:
        """Whether code of a completion is known: of this call, or left behind by an earlier one."""
        return self.evidence is not None and bool(self.evidence.codes)

    def begin(self, call: int, completion: bytes, form: int) -> None:
        """Watches the next call; its completion is there to be compared with what is executed."""
        self.call = call
        self.completion = completion
        self.form = form
        self.traced = False
        codes = None if self.evidence is None else self.evidence.left_behind()
        self.evidence = None
        if codes:
            self.gather().codes = codes
        self.blocked = None
        self.on = True

    def gather(self) -> CallEvidence:
        """The evidence of the call, begun when something happens."""
        if self.evidence is None:
            call, tell = self.call, self.tell
            self.evidence = CallEvidence(self.completion, self.form, lambda *item: tell(call, item))
        return self.evidence

    def see(self, event: str, arguments: tuple[Any, ...], frame: FrameType) -> None:
        """Reports an act, before it happens."""
        imports = event != "import" and is_import(frame)
        if event == "compile":
            if _is_parser(frame):
                self.gather().on_parse(arguments[0])
                return
            if imports:
                return
            if formulas.may_compile(arguments[0], frame):
                self.gather().on_compile(*arguments)
                return
        if event == "exec" and not imports and formulas.may_execute(arguments[0], frame):
            if self.evidence is not None:
                self.evidence.on_formula(arguments[0])
            return
        if not self.traced and not imports and event not in _EVIDENCE_ONLY:
            self.leave_trace(_NAMES.get(event, event))
        if event == "compile":
            self.gather().on_compile(*arguments)
        elif event == "exec":
            if self.evidence is not None or not imports:
                self.gather().on_exec(arguments[0], frame, is_import=imports)
        elif event in _MAKES_CODE:
            if not imports:
                self.gather().on_code_made(event, arguments, frame)
        elif self.evidence is not None and event in ACTS:
            self.evidence.on_act(event, arguments, frame)

    def leave_trace(self, act: str) -> None:
        """Says, once for each call, that the worker will not be as it was."""
        if self.trace is not None:
            self.trace(act)
        self.traced = True

    def fail(self, error: Exception) -> None:
        """The watch itself failed at an act: the worst is assumed of it."""
        if not self.traced:
            self.leave_trace("unwatched")
        self.gather().on_failure(error)


_main: Watched | None = None
_threads: dict[int, Watched] = {}
# Threads that are inside of the hook: what it does itself is none of its business.
_inside: set[int] = set()


def start(watched: Watched) -> None:
    """From now on all threads of this process belong to the call of this one."""
    global _main
    _main = watched


def start_thread(watched: Watched) -> None:
    """The calling thread serves calls of its own, beside others (`reuse: shared`)."""
    global _main
    _main = None
    _threads[_ident()] = watched


def _of_this_thread() -> Watched | None:
    """A thread that a call has started belongs to that call where only one runs; else nobody can tell."""
    watched = _threads.get(_ident())
    if watched is None:
        running = [each for each in _threads.values() if each.on]
        watched = running[0] if len(running) == 1 else None
    return watched


def install() -> None:
    """Installs the hook. It cannot be removed, by anybody."""
    remember_roots()
    sys.addaudithook(_hook)


@contextmanager
def during_import(lines: ImportLines) -> Iterator[None]:
    """Shows it the audit events of its kinds until the module is imported."""
    global _lines
    _lines = lines
    try:
        yield
    finally:
        _lines = None


_lines: ImportLines | None = None


def _hook(event: str, arguments: tuple[Any, ...]) -> None:
    if _lines is not None and event in _lines.events:
        _lines.see(event, _getframe(1))
    if event not in _WATCHED:
        return
    if event in SETS_ATTRIBUTES:
        fingerprint.functions_set = True  # whoever does it, and whenever: there is no event for names
    watched = _main if _main is not None else _of_this_thread() if _threads else None
    if watched is None or not watched.on:
        return
    if event in BLOCKABLE:
        _note_blocked(watched, event, arguments)
    if event in ONLY_NOTED or (event in _EVIDENCE_ONLY and watched.evidence is None):
        return
    if event == "import" and exact(arguments[0]) not in OTHER_INTERPRETERS:
        return
    if event == "open" and not (_is_notable(arguments) or _may_read_memory(watched, arguments)):
        return
    me = _ident()
    if me in _looking or (event == "object.__getattr__" and not _may_be_frame(arguments)):
        return
    nested = me in _inside
    _looking.add(me)
    try:
        frame = _getframe(1)
        if nested and not (watched is _main and _is_in_between(watched, frame)):
            return
    finally:
        _looking.discard(me)
    _inside.add(me)
    try:
        watched.see(event, arguments, frame)
    except (RecursionError, MemoryError):
        raise  # and so the act does not happen: it can be tried again where there is room to report it
    except Exception as error:
        if not _is_own(error):
            raise  # of a signal handler of the user's, which ran in here by chance
        watched.fail(error)
    finally:
        if not nested:
            _inside.discard(me)


def _is_in_between(watched: Watched, frame: FrameType | None) -> bool:
    """Whether completion code runs inside of the hook: a finalizer, or a handler of a signal.

    Not asked under `shared`, where the hook may hold the lock that it would need.
    """
    while frame is not None and watched.evidence is not None and not watched.evidence.is_completion(frame):
        if frame.f_globals is _globals:
            return False
        frame = frame.f_back
    return frame is not None and watched.evidence is not None


def _may_be_frame(arguments: tuple[Any, ...]) -> bool:
    """Whether it is another attribute than the code of a frame, which the hook itself asks for all the time."""
    return type(arguments[-1]) is not str or arguments[-1] != "f_code"


# Threads in which the hook takes a frame, which is an act too.
_looking: set[int] = set()
_globals = globals()


def _note_blocked(watched: Watched, event: str, arguments: tuple[Any, ...]) -> None:
    me = _ident()
    if me in _inside:
        return
    _inside.add(me)
    try:
        if watched.blocked is None:
            watched.blocked = Blocked()
        watched.blocked.note(event, arguments, watched.call)
    finally:
        _inside.discard(me)


def _is_own(error: Exception) -> bool:
    traceback = error.__traceback__
    while traceback is not None:
        if not file_of(traceback.tb_frame.f_code).startswith((_OURS, _JSON)):
            return False
        traceback = traceback.tb_next
    return True


def _is_notable(arguments: tuple[Any, ...]) -> bool:
    path, mode, flags = arguments
    if type(path) is str and path == "/dev/null":
        return False
    if type(flags) is int and flags & _WRITE_FLAGS:
        return True
    return type(mode) is str and any(letter in mode for letter in "wax+")


def _may_read_memory(watched: Watched, arguments: tuple[Any, ...]) -> bool:
    """Only where completion code is there to do it: links are followed."""
    return watched.evidence is not None and leads_to_memory(arguments[0])


def _is_parser(frame: FrameType) -> bool:
    """`ast.parse` (and so `ast.literal_eval`) compiles to a tree, never to code."""
    module = sys.modules.get("ast")
    return module is not None and frame.f_globals is module.__dict__ and frame.f_code.co_name == "parse"
