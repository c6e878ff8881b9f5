"""Which lines of the user's files have run: what a search for new behaviour goes by."""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import CodeType, FrameType
    from typing import Any

    from runrl_audit.listening.own import Own

    # `sys.monitoring`, which older Pythons do not have.
    monitoring: Any


class Lines:
    """Counts lines that had not run before, in the user's files.

    Python 3.12 tells of each line once, which costs nothing afterwards; older ones trace every call.
    """

    def __init__(self, own: Own) -> None:
        self.own = own
        self.seen: set[tuple[str, int]] = set()
        self._monitoring: Any = getattr(sys, "monitoring", None)
        self._tool: int | None = None
        if self._monitoring is not None:
            self._begin()

    def _begin(self) -> None:
        events = self._monitoring
        for tool in range(6):
            if events.get_tool(tool) is None:
                events.use_tool_id(tool, "runrl-audit")
                events.register_callback(tool, events.events.LINE, self._line)
                self._tool = tool
                return

    def _line(self, code: CodeType, line: int) -> Any:
        if self.own.has(code.co_filename):
            self.seen.add((code.co_filename, line))
        return self._monitoring.DISABLE

    def start(self) -> None:
        """Begins to watch a call."""
        if self._tool is None:
            sys.settrace(self._trace)
        else:
            self._monitoring.set_events(self._tool, self._monitoring.events.LINE)

    def stop(self) -> None:
        """Ends it."""
        if self._tool is None:
            sys.settrace(None)
        else:
            self._monitoring.set_events(self._tool, 0)

    def close(self) -> None:
        """Gives back what the interpreter has only few of."""
        if self._tool is not None:
            self._monitoring.free_tool_id(self._tool)

    def _trace(self, frame: FrameType, _event: str, _argument: object) -> Any:
        return self._trace_line if self.own.has(frame.f_code.co_filename) else None

    def _trace_line(self, frame: FrameType, event: str, _argument: object) -> Any:
        if event == "line":
            self.seen.add((frame.f_code.co_filename, frame.f_lineno))
        return self._trace_line
