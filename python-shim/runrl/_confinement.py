"""What a supervisor asks of the confinement of a run."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    from runrl import _wire as wire

    class Confinement(Protocol):
        """What surrounds a run."""

        level: str
        folder: str
        """Holds the program (main.py) and its working folder (work). Exists after `seal`."""

        def seal(self, request: wire.Request) -> None:
            """Confines the supervisor, and so all that it starts. Raises OSError when a layer cannot be had."""

        def enter(self, request: wire.Request) -> None:
            """In the program's own process, right before its code: limits that only this process shall have."""

        def kill_all(self) -> None:
            """Kills and reaps every process of the run, until there is none. Its process group is dead already."""

        def memory(self) -> int:
            """Bytes that all processes of the run hold together; 0 where that is not known."""
