"""Supervises one run: starts the program, collects what it writes, ends it, and tells the caller. Trusted code.

Runs as PID 1 of the run's own namespaces, or under Landlock (`inside/runs/code_zygote.py`), or as a plain subprocess
(`_subprocess.py`).
What differs between them is the `Confinement`.
"""

from __future__ import annotations

import mmap
import os
import resource
import select
import signal
import socket
import stat
from time import monotonic

from runrl import _wire as wire
from runrl._program import become_program

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runrl._confinement import Confinement

_READ = 1 << 16
_ANSWER_WITHIN = 30.0  # seconds; a caller that is stopped must not hold the run's place for ever
_REQUEST_WITHIN = 10.0
_MEMORY_EVERY = 0.05  # seconds
_MAX_OUTPUT_FILES = 64 << 20

OUT_OF_MEMORY = 1  # what the program leaves in the shared page when it ends by a MemoryError


def supervise(connection: socket.socket, confinement: Confinement) -> None:
    """Serves the one request of a connection. Returns when nothing of the run is left."""
    connection.settimeout(_REQUEST_WITHIN)
    try:
        request = wire.receive_request(connection)
    except (wire.Gone, OSError):
        return
    except (ValueError, KeyError, TypeError) as error:
        tell_failure(connection, f"the request cannot be understood: {error}")
        return
    connection.settimeout(_ANSWER_WITHIN)
    try:
        confinement.seal(request)
    except OSError as error:
        tell_failure(connection, f"the run could not be confined: {error.strerror or error}")
        return
    try:
        run = Run(request, confinement, connection)
    except OSError as error:
        tell_failure(connection, f"the run could not be prepared: {error.strerror or error} {error.filename or ''}")
        return
    try:
        run.wait()
    except wire.Gone:
        run.end()
        return
    try:
        wire.send_all(connection, run.answer())
    except (BrokenPipeError, ConnectionResetError, TimeoutError):
        pass  # nobody is there any more. Other errors are the program's doing: this process ends by them


def tell_failure(connection: socket.socket, text: str) -> None:
    """Tells the caller why there is no run."""
    try:
        connection.sendall(wire.failure(text))
    except OSError:
        pass


class Run:
    """One program, from its start to its end."""

    def __init__(self, request: wire.Request, confinement: Confinement, connection: socket.socket) -> None:
        self.request = request
        self.confinement = confinement
        self.connection = connection
        self.output: dict[int, list[bytes]] = {}
        self.room: dict[int, int] = {}
        self.cut: dict[int, bool] = {}
        self.timed_out = self.over_memory = False
        self.code = 0
        program, self.work = self._lay_out()
        self.page = mmap.mmap(-1, mmap.PAGESIZE)  # shared with the program: it has no descriptor to write to
        stdin = self._stdin()
        self.streams = []
        ends = []
        for _ in range(2):
            reading, writing = os.pipe2(os.O_CLOEXEC)
            self.streams.append(reading)
            ends.append(writing)
            self.output[reading], self.room[reading], self.cut[reading] = [], request.output_limit, False
        connection.sendall(wire.STARTED)
        self.started = monotonic()
        self.pid = os.fork()
        if self.pid == 0:
            become_program(request, confinement, program, (stdin, ends[0], ends[1]), self.page)
        for descriptor in (stdin, *ends):
            os.close(descriptor)

    def _lay_out(self) -> tuple[str, int]:
        program = os.path.join(self.confinement.folder, "main.py")
        work = os.path.join(self.confinement.folder, "work")
        os.mkdir(work, 0o700)
        for name, content in (("main.py", self.request.code), *self.request.files):
            path = program if content is self.request.code else os.path.join(work, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            descriptor = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
            with open(descriptor, "wb", buffering=0) as file:
                rest = memoryview(content)
                while rest:
                    rest = rest[file.write(rest) :]
        os.chdir(work)
        return program, os.open(work, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)

    def _stdin(self) -> int:
        if not self.request.stdin:
            return os.open(os.devnull, os.O_RDONLY | os.O_CLOEXEC)
        # A file, not a pipe: a program that does not read it holds nobody up.
        descriptor = os.memfd_create("stdin", os.MFD_CLOEXEC)
        rest = memoryview(self.request.stdin)
        while rest:
            rest = rest[os.write(descriptor, rest) :]
        os.lseek(descriptor, 0, os.SEEK_SET)
        return descriptor

    # --- while it runs -----------------------------------------------------------------------------------

    def wait(self) -> None:
        """Collects output until the program ends or has to be ended; then kills whatever is left of it.

        Raises:
            Gone: the caller hung up.
        """
        ended = os.pidfd_open(self.pid)
        poll = select.poll()
        for descriptor in (ended, *self.streams):
            poll.register(descriptor, select.POLLIN)
        poll.register(self.connection, select.POLLIN | select.POLLRDHUP)
        deadline = self.started + self.request.timeout
        look = self.started + _MEMORY_EVERY
        running = True
        while running:
            now = monotonic()
            if now >= deadline:
                self.timed_out = True
                break
            if now >= look:
                look = now + _MEMORY_EVERY
                if self.confinement.memory() > 2 * self.request.memory:
                    self.over_memory = True
                    break
            for descriptor, _events in poll.poll(max(0.0, min(deadline, look) - now) * 1e3 + 1):
                if descriptor == self.connection.fileno():
                    raise wire.Gone
                if descriptor == ended:
                    running = False
                elif not self._collect(descriptor):
                    poll.unregister(descriptor)  # closed by the program, which may go on
        self.duration = monotonic() - self.started
        self.end()
        for descriptor in self.streams:
            os.set_blocking(descriptor, False)
            try:
                while self._collect(descriptor):
                    pass
            except BlockingIOError:
                pass

    def end(self) -> None:
        """Kills the program, if it runs still, and all that it has started."""
        os.kill(self.pid, signal.SIGKILL)
        try:
            # The program is not reaped yet: its number is still that of its process group, and nobody else's.
            os.killpg(self.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass  # it was killed before it had one
        _, status = os.waitpid(self.pid, 0)
        self.code = os.waitstatus_to_exitcode(status)
        self.confinement.kill_all()

    def _collect(self, descriptor: int) -> bool:
        data = os.read(descriptor, _READ)
        room = self.room[descriptor]
        if len(data) > room:
            self.cut[descriptor] = True
            data, more = data[:room], True
        else:
            more = bool(data)
        if data:
            self.output[descriptor].append(data)
            self.room[descriptor] = room - len(data)
        return more

    # --- after it ----------------------------------------------------------------------------------------

    def answer(self) -> list[bytes]:
        """What the caller is told. The files are read now, when nobody is left to change them."""
        stdout, stderr = (b"".join(self.output[descriptor]) for descriptor in self.streams)
        files: list[tuple[str, bytes]] = []
        skipped: dict[str, str] = {}
        room = _MAX_OUTPUT_FILES
        for name in self.request.outputs:
            try:
                content = _read_output(self.work, name, min(self.request.file_limit, room))
                room -= len(content)
                files.append((name, content))
            except FileNotFoundError:
                skipped[name] = "not there"
            except OSError as error:
                skipped[name] = error.strerror or str(error)
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        header = {
            "status": self._status(),
            "exit_code": self.code if self.code >= 0 else None,
            "signal": -self.code if self.code < 0 else None,
            "stdout": len(stdout),
            "stderr": len(stderr),
            "stdout_truncated": self.cut[self.streams[0]],
            "stderr_truncated": self.cut[self.streams[1]],
            "duration_ms": self.duration * 1e3,
            "cpu_ms": (usage.ru_utime + usage.ru_stime) * 1e3,
            "max_rss_bytes": usage.ru_maxrss * 1024,
            "level": self.confinement.level,
            "files": [(name, len(content)) for name, content in files],
            "skipped": skipped,
        }
        return [wire.ANSWERED, wire.pack(header), stdout, stderr, *(content for _, content in files)]

    def _status(self) -> str:
        if self.timed_out:
            return "timeout"
        if self.over_memory or (self.code == 1 and self.page[0] == OUT_OF_MEMORY):
            return "memory"
        if self.code < 0:
            return "killed"
        return "failed" if self.code else "ok"


def _read_output(folder: int, name: str, limit: int) -> bytes:
    """A regular file below the folder, with no link on the way to it.

    Raises:
        OSError: it is something else, or larger than the limit.
    """
    *parents, last = name.split("/")
    opened = []
    try:
        for parent in parents:
            folder = os.open(parent, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=folder)
            opened.append(folder)
        # Without blocking: it may be a FIFO.
        flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC
        opened.append(os.open(last, flags, dir_fd=folder))
        about = os.fstat(opened[-1])
        if not stat.S_ISREG(about.st_mode):
            raise OSError(0, "not a regular file")
        if about.st_size > limit:
            raise OSError(0, f"larger than {limit} bytes")
        parts = []
        while data := os.read(opened[-1], 1 << 20):
            parts.append(data)
        return b"".join(parts)
    finally:
        for descriptor in opened:
            os.close(descriptor)
