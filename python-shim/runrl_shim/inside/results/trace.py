"""Tells what an exception was and where, in the user's own lines: our frames are left out.

Everything here survives hostile exceptions (a `__str__` that raises, a million frames, a gigabyte of message).
It runs after the call, still under its deadline, and may compile pieces of source text for the carets.
"""

from __future__ import annotations

import builtins
import os
import sys

from runrl_shim.inside.results.describe import shorten, type_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from traceback import FrameSummary
    from types import TracebackType
    from typing import TypeAlias

    #: Type name, message, traceback text, and file with line (1-based) of the user's deepest own frame.
    UserTraceback: TypeAlias = tuple[str, str, str, "tuple[str, int] | None"]

MAX_TRACEBACK = 16 * 1024  # characters
MAX_MESSAGE = 4 * 1024  # characters
_MAX_LINE = 400  # characters
_EDGE_FRAMES = 10  # shown at each end of a deep stack
_MAX_CHAIN = 12
_MAX_NOTES = 10
_MAX_GROUP = 8
_MAX_DEPTH = 3
_MAX_SOURCE = 8 * 1024 * 1024  # bytes; a larger "source file" is not opened to show a line of it
_RECURSION_NEEDED = 500

_OURS = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep
_CAUSE = "\nThe above exception was the direct cause of the following exception:\n\n"
_CONTEXT = "\nDuring handling of the above exception, another exception occurred:\n\n"

_user_file: str | None = None


def prepare(user_file: str) -> None:
    """Remembers which file is the user's, and imports what tracebacks need.

    Called before the module is imported: a fork then finds it ready, and a `traceback.py` beside the user's
    file is never taken for the standard one.
    """
    global _user_file
    import linecache  # noqa: F401
    import traceback  # noqa: F401

    _user_file = user_file


def user_traceback(error: BaseException, first_user_file: str | None = None) -> UserTraceback:
    """Returns what to tell the user about an exception. Never raises an `Exception`.

    Args:
        error: The exception, with its `__traceback__`.
        first_user_file: The traceback begins at the first frame of this file. Default: the file that
            `prepare` was told; where no frame is of that file, the first frame that is not ours.

    Returns:
        The name of its class, its message (at most `MAX_MESSAGE` characters), the traceback with causes,
        contexts and groups (at most `MAX_TRACEBACK` characters, the middle left out), and the file and line of
        the deepest frame of the user's file, or None where there is no frame of the user's.
    """
    user_file = first_user_file or _user_file
    limit = sys.getrecursionlimit()
    if limit < _RECURSION_NEEDED:  # the user's code may have lowered it
        sys.setrecursionlimit(_RECURSION_NEEDED)
    try:
        name = type_name(type(error)).rpartition(".")[2]
        message = message_of(error)
        try:
            frames = _user_frames(error.__traceback__, user_file)
            place = _place(frames, user_file)
            text = "".join(_Renderer(user_file).chain(error, 0))
        except BaseException:  # properties of the user's exception class may raise anything
            place = None
            text = f"{name}: {message}\n(the traceback could not be made)\n"
        return name, message, _cut(text), place
    finally:
        if limit < _RECURSION_NEEDED:
            sys.setrecursionlimit(limit)


def shown_path(file: str) -> str:
    """Returns a path as people read it: relative to the folder of the user's file, if it is in there."""
    folder = os.path.dirname(_user_file or "") + os.sep
    return file[len(folder) :] if file.startswith(folder) else file


def message_of(error: BaseException) -> str:
    """Returns `str(error)`, at most `MAX_MESSAGE` characters of it, whatever its `__str__` does."""
    try:
        message: str = str.__str__(str(error))
    except BaseException as problem:
        return f"<its __str__ raised {type_name(type(problem))}>"
    return shorten(message, MAX_MESSAGE)


class _Frame:
    """One line of the user's that was running, and how many times in a row."""

    __slots__ = ("file", "line", "name", "traceback", "repeats")

    def __init__(self, traceback: TracebackType) -> None:
        code = traceback.tb_frame.f_code
        self.file = code.co_filename
        self.line: int = traceback.tb_lineno or 0
        self.name = code.co_name
        self.traceback = traceback
        self.repeats = 0


def _user_frames(traceback: TracebackType | None, user_file: str | None) -> list[_Frame]:
    """Returns the user's frames, outermost first, the same line called again and again only once."""
    kept: list[_Frame] = []
    started = False  # the user's file was entered
    while traceback is not None:
        frame = _Frame(traceback)
        traceback = traceback.tb_next
        if not started and frame.file == user_file:
            started = True
            kept.clear()
        if frame.file.startswith((_OURS, "<frozen importlib")):
            continue
        if not kept and not started and f"{os.sep}asyncio{os.sep}" in frame.file:
            continue  # the event loop that runs an async reward function
        last = kept[-1] if kept else None
        if last is not None and (last.line, last.name, last.file) == (frame.line, frame.name, frame.file):
            last.repeats += 1
        else:
            kept.append(frame)
    return kept


def _place(frames: list[_Frame], user_file: str | None) -> tuple[str, int] | None:
    if not frames:
        return None
    inmost_first = frames[::-1]
    of_file = [frame for frame in inmost_first if frame.file == user_file]
    folder = os.path.dirname(user_file) + os.sep if user_file else os.sep
    of_folder = [frame for frame in inmost_first if frame.file.startswith(folder)]
    frame = (of_file or of_folder or inmost_first)[0]
    return frame.file, frame.line


class _Renderer:
    """Writes exceptions as Python does, within limits."""

    def __init__(self, user_file: str | None) -> None:
        self.user_file = user_file
        self.seen: set[int] = set()
        self.readable: dict[str, bool] = {}

    def chain(self, error: BaseException, depth: int) -> list[str]:
        """Returns the text of an exception after those that caused it or were being handled."""
        blocks: list[list[str]] = []
        current: BaseException | None = error
        link = ""
        while current is not None and id(current) not in self.seen and len(blocks) < _MAX_CHAIN:
            self.seen.add(id(current))
            blocks.append([*self.one(current, depth), link])
            if current.__cause__ is not None:
                current, link = current.__cause__, _CAUSE
            elif not current.__suppress_context__:
                current, link = current.__context__, _CONTEXT
            else:
                current = None
        if current is not None and id(current) not in self.seen:
            blocks.append(["(earlier exceptions are left out)\n", link])
        return [text for block in reversed(blocks) for text in block]

    def one(self, error: BaseException, depth: int) -> list[str]:
        lines: list[str] = []
        frames = _user_frames(error.__traceback__, self.user_file)
        if frames:
            lines.append("Traceback (most recent call last):\n")
        left_out = len(frames) - 2 * _EDGE_FRAMES
        for position, frame in enumerate(frames):
            if left_out > 0 and position == _EDGE_FRAMES:
                lines.append(f"  [{left_out} more frames]\n")
            if left_out <= 0 or not _EDGE_FRAMES <= position < _EDGE_FRAMES + left_out:
                lines.extend(self.frame(frame))
        lines.extend(_what(error))
        for child_number, child in enumerate(_children(error)):
            if child_number == _MAX_GROUP or depth == _MAX_DEPTH:
                lines.append("  | (more exceptions are left out)\n")
                break
            lines.append(f"  +---- {child_number + 1} ----\n")
            text = "".join(self.chain(child, depth + 1))
            lines.extend(f"  | {line}\n" for line in text.splitlines())
        return lines

    def frame(self, frame: _Frame) -> list[str]:
        from traceback import StackSummary

        if self.can_read(frame.file):
            text = StackSummary.from_list([_summary(frame)]).format()[0]
        else:
            text = f'  File "{shorten(frame.file, _MAX_LINE)}", line {frame.line}, in {frame.name}\n'
        lines = [shorten(line, _MAX_LINE) + "\n" for line in text.splitlines()]
        if frame.repeats:
            times = f"{frame.repeats} more time{'' if frame.repeats == 1 else 's'}"
            lines.append(f"  [Previous line repeated {times}]\n")
        return lines

    def can_read(self, file: str) -> bool:
        """Whether the file is an ordinary one: a completion can compile code that claims to be /dev/zero."""
        known = self.readable.get(file)
        if known is None:
            try:
                status = os.stat(file)
                known = status.st_mode & 0o170000 == 0o100000 and status.st_size <= _MAX_SOURCE
            except (OSError, ValueError):
                known = True  # `<string>` and the like: linecache may know them, and opens nothing
            self.readable[file] = known
        return known


def _summary(frame: _Frame) -> FrameSummary:
    from traceback import FrameSummary

    if sys.version_info >= (3, 11):
        line, end_line, column, end_column = positions(frame.traceback)
        return FrameSummary(
            frame.file,
            line or frame.line,
            frame.name,
            lookup_line=False,
            end_lineno=end_line,
            colno=column,
            end_colno=end_column,
        )
    else:  # noqa: RET505  # mypy knows code for another version only as a branch
        return FrameSummary(frame.file, frame.line, frame.name, lookup_line=False)


def positions(traceback: TracebackType) -> tuple[int | None, int | None, int | None, int | None]:
    """Returns line, end line, column and end column (bytes, 0-based) of what was running; None before 3.11."""
    if sys.version_info >= (3, 11):
        from itertools import islice

        code = traceback.tb_frame.f_code
        return next(islice(code.co_positions(), traceback.tb_lasti // 2, None), (None, None, None, None))
    else:  # noqa: RET505
        return None, None, None, None


def _what(error: BaseException) -> list[str]:
    """Returns the lines that name the exception, with its notes."""
    if isinstance(error, SyntaxError):
        from traceback import format_exception_only

        text = "".join(format_exception_only(type(error), error))  # shows the line, the caret and the notes
        return [shorten(line, _MAX_LINE) + "\n" for line in text.splitlines()]
    message = message_of(error)
    name = type_name(type(error))
    lines = [f"{name}: {message}\n" if message else f"{name}\n"]
    notes = getattr(error, "__notes__", ())
    if type(notes) in (list, tuple):
        lines.extend(shorten(note, MAX_MESSAGE) + "\n" for note in notes[:_MAX_NOTES] if type(note) is str)
    return lines


def _children(error: BaseException) -> tuple[BaseException, ...]:
    group: type | None = getattr(builtins, "BaseExceptionGroup", None)  # Python 3.11
    children = getattr(error, "exceptions", ()) if group is not None and isinstance(error, group) else ()
    return children if type(children) is tuple else ()


def _cut(text: str) -> str:
    """Keeps the head and the tail of a traceback: it begins with the call, and ends with what went wrong."""
    if len(text) <= MAX_TRACEBACK:
        return text
    head = text[: MAX_TRACEBACK // 3].rpartition("\n")[0]
    tail = text[-MAX_TRACEBACK // 2 :].partition("\n")[2]
    return f"{head}\n  [{len(text) - len(head) - len(tail)} characters left out]\n{tail}"
