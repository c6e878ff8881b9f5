"""What a run came to: built-in types only, never an object of the code that ran."""

from __future__ import annotations

from dataclasses import dataclass, field

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Literal, TypeAlias

    CodeLevel: TypeAlias = Literal["namespaces", "landlock", "none"]
    CodeStatus: TypeAlias = Literal["ok", "failed", "killed", "timeout", "memory"]


@dataclass(frozen=True)
class CodeResult:
    """The result of `run_code`.

    Attributes:
        status: `ok` (exit code 0), `failed` (another exit code, exceptions included), `killed` (it ended by a signal
            that was not ours, or at level `landlock` had too many processes), `timeout`, or `memory` (an uncaught
            MemoryError, or all its processes together took more than twice the limit). `ok` says only that the code
            chose to end with 0: compare what it computed.
        exit_code: None when a signal ended it.
        signal: the signal that ended it, else None.
        stdout: text, cut at `output_limit`; bytes that are not UTF-8 become backslash escapes.
        stderr: likewise; tracebacks are here.
        stdout_truncated: whether there was more.
        stderr_truncated: whether there was more.
        files: those of `outputs` that were there, by name.
        skipped: those of `outputs` that were not taken, and why.
        duration_ms: wall time, from the start of the program to its end.
        cpu_ms: processor time of all its processes.
        max_rss_bytes: highest resident memory of one of its processes.
        level: how it was confined: `namespaces`, `landlock`, or `none` where it ran as a plain subprocess.
    """

    status: CodeStatus
    exit_code: int | None
    signal: int | None
    stdout: str
    stderr: str
    stdout_truncated: bool
    stderr_truncated: bool
    duration_ms: float
    cpu_ms: float
    max_rss_bytes: int
    level: CodeLevel
    files: dict[str, bytes] = field(default_factory=dict)
    skipped: dict[str, str] = field(default_factory=dict)

    @property
    def ok(self) -> bool:
        """Whether it ended by itself, in time, with exit code 0."""
        return self.status == "ok"

    @property
    def confined(self) -> bool:
        """Whether it ran in a sandbox, of whatever level."""
        return self.level != "none"

    @property
    def timed_out(self) -> bool:
        """Whether it was killed at its time limit."""
        return self.status == "timeout"


@dataclass(frozen=True)
class FunctionResult(CodeResult):
    """The result of `run_function`.

    Attributes:
        returned: whether the function returned a value that could be handed over.
        value: that value: None, bool, int, float, str, and lists, tuples and dicts of them.
    """

    returned: bool = False
    value: Any = None
