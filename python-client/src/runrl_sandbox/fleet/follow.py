"""The thread that keeps up with the table of hosts."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

from .table import Source, Table

log = logging.getLogger("runrl_sandbox")

#: Between two reads of a table that cannot be read.
_READ_AGAIN_SECONDS = 1.0


class Follower:
    """Reads a source again and again, and tells each table that differs from the one before."""

    def __init__(self, source: Source, apply: Callable[[Table], None]) -> None:
        self._source, self._apply = source, apply
        self.stop = threading.Event()
        #: Why the table cannot be read, while it cannot.
        self.trouble: str | None = None
        self.thread = threading.Thread(target=self._run, name="runrl-sandbox", daemon=True)

    def join(self) -> None:
        """Waits for the thread, which `stop` ends."""
        if self.thread is not threading.current_thread():
            self.thread.join()

    def _run(self) -> None:
        version = -1
        while not self.stop.is_set():
            try:
                table = self._source.read(version, self.stop)
            except OSError as error:
                if self.trouble is None:
                    log.warning("the table of hosts cannot be read, those that are known stay: %s", error)
                self.trouble = str(error)
                self.stop.wait(_READ_AGAIN_SECONDS)
                continue
            self.trouble = None
            if table.version != version and not self.stop.is_set():
                version = table.version
                self._apply(table)
