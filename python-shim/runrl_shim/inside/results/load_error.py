"""What is told about a file that cannot be loaded: the user's file, line and caret, and what to do."""

from __future__ import annotations

import os
import sys

from runrl_shim.inside.results import blocked, limits
from runrl_shim.inside.results.trace import positions, shown_path, user_traceback
from runrl_shim.inside.source import sources

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import TracebackType

_WIDEST_LINE = 160
# Where the package to install is called other than the module to import.
_PACKAGES = {
    "bs4": "beautifulsoup4",
    "cv2": "opencv-python",
    "dateutil": "python-dateutil",
    "dotenv": "python-dotenv",
    "PIL": "pillow",
    "skimage": "scikit-image",
    "sklearn": "scikit-learn",
    "yaml": "pyyaml",
}


class LoadError(Exception):
    """The user's file cannot be used.

    Attributes:
        type: Class of the exception that the file raised, or a word for what is wrong (`MissingFunction`).
        message: What is wrong, in one line.
        file: Absolute path of the file that the error is in.
        line: Line in it, from 1.
        column: Column in characters, from 1.
        end_column: Column after the last character meant, or None for one character.
        source_line: Text of the line, or None where there is none.
        traceback: Python traceback with the user's frames only, or None where nothing was raised.
        help: What to do about it, or None.
        missing: The module that was not found, which may be a neighbour: only outside of the sandbox that is known.
    """

    def __init__(
        self,
        type_name: str,
        message: str,
        file: str,
        *,
        line: int = 1,
        column: int = 1,
        end_column: int | None = None,
        source_line: str | None = None,
        traceback: str | None = None,
        help_text: str | None = None,
        missing: str | None = None,
    ) -> None:
        super().__init__(f"{type_name}: {message}")
        self.type = type_name
        self.message = message
        self.file = file
        self.line = line
        self.column = column
        self.end_column = end_column
        self.source_line = source_line
        self.traceback = traceback
        self.help = help_text
        self.missing = missing

    def render(self, *, with_help: bool = True) -> str:
        """Returns the text for a person: place and message, the line with a caret, traceback, help."""
        lines = [f"{shown_path(self.file)}:{self.line}:{self.column}: {self.type}: {self.message}"]
        if self.source_line is not None and self.source_line.strip():
            lines.extend(self._marked_line())
        if self.traceback is not None and self.traceback.count('\n  File "') > 1:
            lines.extend(f"  {line}" for line in self.traceback.rstrip().splitlines())
        if with_help and self.help is not None:
            lines.append(self.rendered_help())
        return "\n".join(lines)

    def rendered_help(self) -> str:
        """Returns what to do about it, as it stands below the message; empty where nothing is known."""
        return "" if self.help is None else "  = help: " + self.help.replace("\n", "\n          ")

    def _marked_line(self) -> list[str]:
        source = (self.source_line or "").rstrip()
        start, end = self.column - 1, max(self.column, (self.end_column or 0) - 1)
        left = max(0, start - _WIDEST_LINE // 2) if len(source) > _WIDEST_LINE else 0
        shown = source[left : left + _WIDEST_LINE]
        # Nothing but text reaches a terminal. A tab stays one, so that the caret stands below its character.
        shown = "".join(letter if letter.isprintable() or letter == "\t" else "\ufffd" for letter in shown)
        shown = "…" + shown[1:] if left else shown
        gutter = f"{self.line:>5} | "
        margin = "".join("\t" if character == "\t" else " " for character in shown[: start - left])
        carets = "^" * max(1, min(end, left + len(shown)) - start)
        return [f"{gutter}{shown}", f"{'|':>{len(gutter) - 1}} {margin}{carets}"]


def error_at(
    type_name: str, message: str, file: str, line: int, *, marked: str = "", help_text: str | None = None
) -> LoadError:
    """Makes the error of a file that was loaded and is not what it should be, with a caret under `marked`."""
    source_line = line_of_file(file, line) if marked else None
    column = max(0, (source_line or "").find(marked)) + 1
    return LoadError(
        type_name,
        message,
        file,
        line=line,
        column=column,
        end_column=column + len(marked),
        source_line=source_line,
        help_text=help_text,
    )


def lines_of_file(file: str) -> list[str]:
    """Returns the lines of a source file without their ends; none if it cannot be read."""
    try:
        return [line.decode("utf-8", "replace") for line in sources.read(file).splitlines()]
    except OSError:
        return []


def line_of_file(file: str, line: int) -> str | None:
    """Returns one line (from 1) of a source file, or None if there is no such line."""
    lines = lines_of_file(file)
    return lines[line - 1] if 1 <= line <= len(lines) else None


def syntax_failure(error: SyntaxError, file: str) -> LoadError:
    """Makes the error of a file that Python cannot parse."""
    line = error.lineno if isinstance(error.lineno, int) and error.lineno > 0 else 1
    text = error.text if isinstance(error.text, str) else line_of_file(file, line) or ""
    # An offset that is not known is None, 0 or -1; the end of a range over lines is the end of this one.
    column = error.offset if isinstance(error.offset, int) and error.offset > 0 else 1
    same_line = error.end_lineno in (line, None)
    end = error.end_offset if same_line else len(text.rstrip()) + 1
    help_text = None
    if "print" in error.msg and "parentheses" in error.msg:
        help_text = "this is Python 2; runrl-sandbox runs Python 3.10 and later"
    return LoadError(
        type(error).__name__,
        error.msg,
        file,
        line=line,
        column=column,
        end_column=end if isinstance(end, int) and end > column else None,
        source_line=text.rstrip("\r\n"),
        help_text=help_text,
    )


def import_failure(error: BaseException, file: str) -> LoadError:
    """Makes the error of a file that raised while it was imported."""
    name, message, text, place = user_traceback(error, file)
    if isinstance(error, SyntaxError) and isinstance(error.filename, str) and sources.is_known(error.filename):
        failure = syntax_failure(error, error.filename)  # of a file that this one imports
        failure.traceback = text
        return failure
    if isinstance(error, SystemExit):
        said = f"exit code {error.code or 0}" if isinstance(error.code, (int, type(None))) else message
        message = f"the file ended the interpreter while it was being imported ({said})"
    where, line = place or (file, 1)
    column, end_column = _columns(error.__traceback__, where, line)
    return LoadError(
        name,
        message,
        where,
        line=line,
        column=column,
        end_column=end_column,
        source_line=line_of_file(where, line),
        traceback=text,
        help_text=_help(error, message, file),
        missing=_missing(error),
    )


def _columns(traceback: TracebackType | None, file: str, line: int) -> tuple[int, int | None]:
    source_line = line_of_file(file, line) or ""
    column, end_column = len(source_line) - len(source_line.lstrip()) + 1, None
    while traceback is not None:
        if traceback.tb_frame.f_code.co_filename == file and traceback.tb_lineno == line:
            start_line, end_line, start, end = positions(traceback)
            if start_line == line and start is not None:
                as_bytes = source_line.encode()
                column = len(as_bytes[:start].decode("utf-8", "replace")) + 1
                on_line = end if end_line == line else len(as_bytes)
                end_column = len(as_bytes[:on_line].decode("utf-8", "replace")) + 1
        traceback = traceback.tb_next
    return column, end_column


def missing_package(root: str, stem: str) -> str:
    """Returns what to do about a package that is not installed, for the file of this name."""
    package = _PACKAGES.get(root, root)
    return (
        f"choose an interpreter that has it: --python /path/to/venv/bin/python\n"
        f"or have it installed for this file: --requirements requirements.txt, or at the top of {stem}.py:\n"
        f"# /// script\n"
        f'# dependencies = ["{package}"]\n'
        f"# ///\n"
        f"or, if `{root}` is yours: --root FOLDER, the one that it is in"
    )


def _hidden_standard(error: BaseException, file: str) -> str | None:
    """The name of a file beside the module that was imported in the place of one of Python's own."""
    if not isinstance(error, (ImportError, AttributeError)):
        return None
    folder = os.path.dirname(file)
    for name in sys.stdlib_module_names:
        found = getattr(sys.modules.get(name), "__file__", None)
        if type(found) is str and os.path.dirname(found) == folder and found != file:
            return name
    return None


def _missing(error: BaseException) -> str | None:
    """The module, or the package around it, that was not found."""
    name = error.name if isinstance(error, ModuleNotFoundError) else None
    return name.partition(".")[0] if isinstance(name, str) else None


def _help(error: BaseException, message: str, file: str) -> str | None:
    stem = os.path.splitext(os.path.basename(file))[0]
    if isinstance(error, SystemExit):
        return 'what should run only as a script belongs under `if __name__ == "__main__":`'
    root = _missing(error)
    searched = getattr(error, "path", None) or getattr(getattr(error, "obj", None), "__file__", None)
    if root == stem or (isinstance(error, (ImportError, AttributeError)) and searched == file):
        return f"`import {stem}` finds this file itself, not a package of that name: rename the file"
    hidden = _hidden_standard(error, file)
    if hidden is not None:
        return f"`{hidden}.py` beside the file hides Python's own module `{hidden}`: rename it"
    if root:
        return missing_package(root, stem)
    told = blocked.why_hidden(error)
    if told is not None:
        return told
    hint = limits.hint_for(error, message)
    return None if hint is None else f"it may have met a limit: {hint}"
