"""
A server of one's own: started, waited for, and ended with the process that started it.

Its stdin is a pipe that only this process holds. When it ends, however it ends, so does the server
(`serve --end-with-stdin`): nobody has to be alive to send a signal.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import shutil
import signal
import subprocess
import time
import weakref
from collections.abc import Sequence
from typing import IO, Any

from .errors import NotStarted
from .server_log import ServerLog

#: Seconds that a server has to end by itself, before it is killed.
_END_SECONDS = 10.0
_LONGEST_LINE = 1 << 20


class OwnServer:
    """A running `runrl-sandbox serve`. It ends with `stop()`, with this object, or with this process."""

    #: The line that it printed when it was ready.
    ready: dict[str, Any]

    def __init__(
        self, command: Sequence[str], start_timeout: float, folder: str, log_file: str | os.PathLike[str] | None = None
    ) -> None:
        """
        Starts it, and returns when it is ready.

        :param start_timeout: seconds that it may take, its modules' imports included
        :param folder: removed when it has ended
        :param log_file: what its log is added to; without, it is kept only to say why it ended
        :raises NotStarted: it did not become ready; what it said is in the message
        """
        try:
            process, log = _start(command, log_file)
        except BaseException:
            shutil.rmtree(folder, ignore_errors=True)
            raise
        self._held = _Held(process, log, folder)
        self._end = weakref.finalize(self, self._held.end)
        _all.add(self)
        try:
            self.ready = _wait_until_ready(process, log, start_timeout)
            self._held.pidfd = _pidfd_of(self.ready, process)
        except BaseException:
            self._end()
            raise

    @property
    def address(self) -> str:
        """Where it listens."""
        address: str = self.ready["zmq"][0]
        return address

    def stop(self) -> None:
        """Ends it: at once for what runs in it. Waits until it is gone; nothing happens when it is."""
        self._end()

    def why_it_ended(self) -> str | None:
        """What to say of a server that has ended by itself, or None while it runs."""
        code = self._held.process.poll()
        if code is None or not self._end.alive:
            return None
        how = f"by signal {-code}" if code < 0 else f"with exit code {code}"
        return f"The server that was started here has ended {how}: {self._held.log.for_people() or 'it said nothing'}"

    def forget(self) -> None:
        """Called in a forked child: the server is the parent's, and must see the end of the parent."""
        self._end.detach()
        self._held.let_go()


class _Held:
    """What a server's end needs, apart from it, so that garbage collection can end it."""

    def __init__(self, process: subprocess.Popen[bytes], log: ServerLog, folder: str) -> None:
        self.process = process
        self.log = log
        self.folder = folder
        self.pidfd: int | None = None

    def end(self) -> None:
        _close(self.process.stdin)
        try:
            self.process.wait(_END_SECONDS)
        except subprocess.TimeoutExpired:
            self._kill()
            self.process.wait()
        except BaseException:
            self._kill()  # Ctrl-C, once more
            raise
        finally:
            self._close_all()
            shutil.rmtree(self.folder, ignore_errors=True)

    def let_go(self) -> None:
        _close(self.process.stdin)
        self._close_all()
        # Not a child of this process: there is nothing to wait for.
        self.process.returncode = 0

    def _kill(self) -> None:
        # The process may be npx, with the server below it.
        if self.pidfd is not None:
            with contextlib.suppress(OSError):
                signal.pidfd_send_signal(self.pidfd, signal.SIGKILL)
        self.process.kill()

    def _close_all(self) -> None:
        _close(self.process.stdout)
        _close(self.log.file)
        if self.pidfd is not None:
            os.close(self.pidfd)
            self.pidfd = None


_all: weakref.WeakSet[OwnServer] = weakref.WeakSet()


def _forget_all() -> None:
    for server in list(_all):
        server.forget()
    _all.clear()


os.register_at_fork(after_in_child=_forget_all)


def _start(
    command: Sequence[str], log_file: str | os.PathLike[str] | None
) -> tuple[subprocess.Popen[bytes], ServerLog]:
    log = ServerLog(log_file)
    try:
        process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=log.file,
            # Ctrl-C at the terminal is for the trainer: it decides whether the server ends.
            start_new_session=True,
        )
    except OSError as error:
        log.file.close()
        raise NotStarted(f"`{command[0]}` cannot be started: {error}") from error
    return process, log


def _wait_until_ready(process: subprocess.Popen[bytes], log: ServerLog, seconds: float) -> dict[str, Any]:
    deadline = time.monotonic() + seconds
    assert process.stdout is not None
    out = process.stdout.fileno()
    waiting = select.poll()
    waiting.register(out, select.POLLIN)
    text = b""
    while True:
        left = deadline - time.monotonic()
        if left <= 0:
            raise NotStarted(
                f"The server was not ready after {seconds:g} s (`start_timeout`). {log.for_people()}".rstrip()
            )
        if not waiting.poll(left * 1000):
            continue
        piece = os.read(out, 65_536)
        if piece == b"":
            raise NotStarted(_why_it_ended(process, log))
        text = (text + piece)[-_LONGEST_LINE:]
        *lines, text = text.split(b"\n")
        for line in lines:
            if (event := _event(line)) is not None and event.get("event") == "ready":
                return event


def _event(line: bytes) -> dict[str, Any] | None:
    """A line of `--json`; None for what npm and others print."""
    try:
        event = json.loads(line)
    except ValueError:
        return None
    return event if isinstance(event, dict) else None


def _why_it_ended(process: subprocess.Popen[bytes], log: ServerLog) -> str:
    try:
        code = process.wait(_END_SECONDS)
    except subprocess.TimeoutExpired:
        return f"The server closed its stdout before it was ready. {log.for_people()}".rstrip()
    said = log.for_people() or f"It said nothing, and ended with {code}."
    return f"The server did not start:\n{said}"


def _pidfd_of(ready: dict[str, Any], process: subprocess.Popen[bytes]) -> int | None:
    pid = ready.get("pid")
    if pid == process.pid or not isinstance(pid, int) or not hasattr(os, "pidfd_open"):
        return None
    try:
        return os.pidfd_open(pid)
    except OSError:
        return None


def _close(file: IO[bytes] | None) -> None:
    if file is not None:
        with contextlib.suppress(OSError):
            file.close()
