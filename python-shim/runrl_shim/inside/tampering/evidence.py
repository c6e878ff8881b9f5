"""What a call did that speaks against its number: found in audit events, told before the act happens.

One `CallEvidence` per call, made at the first event that matters. It knows nothing of workers or sockets: `tell`
takes the items. Which kinds make a number worthless is the agent's to decide (agent/outcomes/evidence.py).

"Completion code" is code that was executed in this call, or in an earlier one that left it, and did not come from an
import: it is known by the identity of its code objects, never by its file name, which whoever compiles it chooses.
"""

from __future__ import annotations

import os

# Names of this module, not looked up anew: what is executed may replace the builtin ones.
from builtins import any, id, iter, len, next, str, type  # noqa: A004, UP029
from types import CodeType, FunctionType
from weakref import ref

from runrl_shim.inside.tampering.acts import ACTS, hands_frames_on
from runrl_shim.inside.tampering.formulas import is_arithmetic
from runrl_shim.inside.tampering.given_names import exact, file_of, leads_to_memory
from runrl_shim.inside.tampering.matching import Matcher, said_in, texts_of
from runrl_shim.wire.evidence import MAX_MESSAGE, MAX_SOURCE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType
    from typing import Any

    #: kind, message, `file:line` of the user's, source
    Tell = Callable[[str, str, str | None, str | None], None]

_PER_KIND = 3  # items of one kind; the same act again is none
_PER_KIND_SEEN = 20
_MOST_CODE = 50_000  # code objects that are remembered per call
_MOST_PENDING = 64
_PARSED = 4

#: Modules of the standard library that execute what they are given; all others execute only what they made up
#: themselves: the methods of dataclasses and named tuples, annotations.
_RUNNERS = frozenset(
    {"bdb.py", "code.py", "codeop.py", "cProfile.py", "doctest.py", "pdb.py", "profile.py", "runpy.py", "timeit.py"}
    | {"trace.py"}
)
_FRAME_ATTRIBUTES = frozenset({"tb_frame", "gi_frame", "cr_frame", "ag_frame"})
_CODE_ATTRIBUTES = frozenset({"__code__", "__defaults__", "__kwdefaults__"})
_STANDARD = os.path.dirname(os.__file__) + os.sep
_OURS = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep
_LIBRARIES = (f"{os.sep}site-packages{os.sep}", f"{os.sep}dist-packages{os.sep}")

user_file = ""
#: How many times completion code was executed in this process: whoever must know whether it was looks twice.
executions = [0]


def prepare(file: str) -> None:
    """Remembers which file is the user's; its folder holds the frames that are named."""
    global user_file
    user_file = file


class CallEvidence:
    """The evidence of one call so far.

    Args:
        completion: its text, as it came.
        form: what that is (`said_in`).
        tell: takes each item, before the act.
    """

    def __init__(self, completion: bytes, form: int, tell: Tell) -> None:
        self.completion = completion
        self.form = form
        self.tell = tell
        self.matcher: Matcher | None = None
        self.codes: dict[int, tuple[CodeType, bytes | None]] = {}  # by id; held, so that no id is used again
        self.pending: dict[Any, bytes | None] = {}  # file name → source that was compiled under it
        self.parsed: list[bytes] = []  # sources that became trees, which may be compiled later
        self.makes_code = False  # code objects came from elsewhere than `compile`
        self.counts: dict[str, tuple[int, int]] = {}  # by kind: items told, acts seen
        self.told: set[tuple[str, str, str | None, str | None]] = set()

    # --- events ------------------------------------------------------------------------------------------

    def on_parse(self, source: object) -> None:
        """Text becomes a syntax tree (`ast.parse`)."""
        if type(source) is bytes:
            self.parsed = [*self.parsed[1 - _PARSED :], source]

    def on_compile(self, source: object, filename: object) -> None:
        """Text, or a tree, becomes code. Nothing is executed yet."""
        if len(self.pending) >= _MOST_PENDING:
            self.pending.pop(next(iter(self.pending)))
        text: bytes | None = source if type(source) is bytes else None
        if text is None and self.parsed:
            text = b"\n".join(self.parsed)
        # A tree is announced without the name that its code will have.
        self.pending[exact(filename) or None] = text

    def on_exec(self, code: object, frame: FrameType, *, is_import: bool) -> None:
        """Code is about to be executed."""
        if type(code) is not CodeType or id(code) in self.codes:
            return
        if is_import and id(frame.f_code) not in self.codes:
            return
        file = file_of(code)
        known = file in self.pending or None in self.pending
        if not known and not self.makes_code and not self._runs_below(frame):
            return  # compiled before this call, so no text of this call
        name = file if file in self.pending else None
        source = self.pending.get(name)
        is_own = not is_arithmetic(code) and source is not None and self._matches(source)
        if not is_own and (is_arithmetic(code) or (id(frame.f_code) not in self.codes and _makes_up_code(frame))):
            self.pending.pop(name, None)
            return
        if source is not None and is_own:
            self._found("completion_executed", "text of the completion was executed", frame, _shown(source))
        else:
            what = "code that was not compiled from text" if source is None else "text made during the call"
            self._found("code_executed", f"{what} was executed", frame, None if source is None else _shown(source))
        # Only now: whoever makes the hook fail, for lack of stack, must not find it convinced the next time.
        self._add_code(code, source)
        self.pending.pop(name, None)

    def on_formula(self, code: CodeType) -> None:
        """Code is about to be executed that can only compute (`formulas.py`)."""
        name = file_of(code)
        self.pending.pop(name if name in self.pending else None, None)

    def on_act(self, event: str, arguments: tuple[Any, ...], frame: FrameType) -> None:
        """An act of `ACTS` comes next."""
        if not self.codes and not self.makes_code:
            return
        kind, message = ACTS[event]
        if not self._wants(kind):
            return
        if kind == "frame_walk":
            if event == "object.__getattr__":
                name = exact(arguments[1])
                if name not in _FRAME_ATTRIBUTES:
                    return
                message = message.format(name)
            doer = self._walker(frame) if event in ("object.__getattr__", "sys._getframe") else self._doer(frame)
        elif kind == "code_changed":
            target, name = arguments[0], exact(arguments[1])
            if name not in _CODE_ATTRIBUTES or type(target) is not FunctionType or id(target.__code__) in self.codes:
                return
            message = message.format(name) + f": `{exact(target.__name__)}`"
            # By itself: libraries do it to functions that they have just made (named tuples have defaults).
            doer = frame if self.is_completion(frame) else None
        else:
            if event == "open" and not leads_to_memory(arguments[0]):
                return
            message = message.format(exact(arguments[0])) if event in ("import", "open") else message
            doer = self._doer(frame)
        if doer is not None:
            self._found(kind, f"code of the completion {message}", frame, self._line(doer))

    def on_code_made(self, event: str, arguments: tuple[Any, ...], frame: FrameType) -> None:
        """Code comes from elsewhere than text: it will be executed, or become a function without an event."""
        self.makes_code = True
        if event == "function.__new__" and self._doer(frame) is not None and type(arguments[0]) is CodeType:
            self._add_code(arguments[0], None)

    def on_failure(self, error: BaseException) -> None:
        """The hook itself failed: what it would have seen is not known."""
        self._found("unwatched", f"the watch failed at an act ({type(error).__name__})", None, None)

    # --- whose code --------------------------------------------------------------------------------------

    def _add_code(self, code: CodeType, source: bytes | None) -> None:
        executions[0] += 1
        rest = [code]
        while rest and len(self.codes) < _MOST_CODE:
            code = rest.pop()
            self.codes[id(code)] = (code, source)
            rest.extend([constant for constant in code.co_consts if type(constant) is CodeType])

    def left_behind(self) -> dict[int, tuple[CodeType, bytes | None]]:
        """What something else still holds of this call's code: functions that were kept, threads, handlers."""
        held = [(ref(code), source) for code, source in self.codes.values()]
        self.codes.clear()
        found = [(code(), source) for code, source in held]
        return {id(code): (code, source) for code, source in found if code is not None}

    def is_completion(self, frame: FrameType) -> bool:
        """Whether it is code of this call that runs there."""
        code = frame.f_code
        # When so much was executed that not all of it is remembered, what has no file counts as well.
        return id(code) in self.codes or (len(self.codes) >= _MOST_CODE and file_of(code).startswith("<"))

    def _runs_below(self, frame: FrameType | None) -> bool:
        """Whether completion code is on the stack: code that nobody knows is its doing then."""
        while frame is not None and not self.is_completion(frame):
            frame = frame.f_back
        return frame is not None

    def _doer(self, frame: FrameType | None) -> FrameType | None:
        """The frame of completion code that is behind an act; None when the user's own code is nearer."""
        while frame is not None and not self.is_completion(frame):
            if file_of(frame.f_code) == user_file:
                return None
            frame = frame.f_back
        return frame

    def _walker(self, frame: FrameType | None) -> FrameType | None:
        """The same for frames, which logging, warnings and tracebacks take and keep to themselves."""
        while frame is not None and not self.is_completion(frame):
            if not hands_frames_on(frame):
                return None
            frame = frame.f_back
        return frame

    # --- items -------------------------------------------------------------------------------------------

    def _matches(self, source: bytes) -> bool:
        if self.matcher is None:
            self.matcher = Matcher(texts_of(said_in(self.completion, self.form)))
        return self.matcher.shares(source)

    def _found(self, kind: str, message: str, frame: FrameType | None, source: str | None) -> None:
        if not self._wants(kind):
            return
        item = (kind, message[:MAX_MESSAGE], self._where(frame), source)
        told, seen = self.counts.get(kind, (0, 0))
        if item not in self.told:
            self.tell(*item)
            self.told.add(item)
            told += 1
        self.counts[kind] = (told, seen + 1)

    def _wants(self, kind: str) -> bool:
        """Of each kind the first few are told; and where all are the same, only the first are looked at."""
        told, seen = self.counts.get(kind, (0, 0))
        return told < _PER_KIND and seen < _PER_KIND_SEEN

    def _where(self, frame: FrameType | None) -> str | None:
        """The user's line that led to the act: of the reward file, or else of another file in its folder."""
        folder, found = os.path.dirname(user_file) + os.sep, None
        while frame is not None:
            file = file_of(frame.f_code)
            if not self.is_completion(frame):
                if file == user_file:
                    return f"{file[len(folder) :]}:{frame.f_lineno}"
                is_own = file.startswith(folder) and not any(part in file for part in (*_LIBRARIES, _OURS))
                if found is None and is_own:
                    found = f"{file[len(folder) :]}:{frame.f_lineno}"
            frame = frame.f_back
        return found

    def _line(self, frame: FrameType) -> str | None:
        """The line of completion code that acts."""
        source = self.codes.get(id(frame.f_code), (None, None))[1]
        number = frame.f_lineno
        if source is None or number is None:
            return None
        lines = source.split(b"\n")
        return _shown(lines[number - 1].strip()) if 0 < number <= len(lines) else None

    def source_of(self, value: object) -> str | None:
        """The source that a function was executed from, if it is code of this call."""
        code = value.__code__ if type(value) is FunctionType else None
        source = self.codes.get(id(code), (None, None))[1]
        return None if source is None else _shown(source)


def _makes_up_code(frame: FrameType) -> bool:
    """Whether the standard library executes something that it has written itself."""
    file = file_of(frame.f_code)
    is_standard = file.startswith(_STANDARD) and not any(part in file for part in _LIBRARIES)
    return is_standard and os.path.basename(file) not in _RUNNERS


def _shown(source: bytes) -> str:
    text = source[: 4 * MAX_SOURCE].decode("utf-8", "replace")
    return text if len(text) <= MAX_SOURCE else text[: MAX_SOURCE - 1] + "…"
