"""Where runs are made: by the sandbox around this process, or by a subprocess where there is none."""

from __future__ import annotations

import os
import socket
import sys

from runrl import _wire as wire

TYPE_CHECKING = False
if TYPE_CHECKING:
    import subprocess

    from runrl._result import CodeLevel


class Connection:
    """A connection to the supervisor of one run. Closing it ends the run."""

    def __init__(
        self,
        sock: socket.socket,
        level: CodeLevel,
        process: subprocess.Popen[bytes] | None = None,
        folder: str | None = None,
    ) -> None:
        self.socket = sock
        self.level: CodeLevel = level
        self.process = process
        self.folder = folder

    def settimeout(self, seconds: float) -> None:
        """How long the next step may take."""
        self.socket.settimeout(seconds)

    def receive(self, size: int) -> bytes:
        """Exactly that many bytes, or a word of one."""
        try:
            return wire.receive(self.socket, size)
        except wire.Gone:
            return self.word_of_the_dead(size)

    def word_of_the_dead(self, size: int) -> bytes:
        """What to take a hang-up for. Without a sandbox a program can kill its supervisor, whom nobody speaks for.

        Raises:
            Gone: there is no word for it.
        """
        if self.process is None or size != 1:
            raise wire.Gone
        return wire.KILLED

    def __enter__(self) -> Connection:
        return self

    def __exit__(self, *_error: object) -> None:
        self.socket.close()
        if self.process is not None:
            self.process.wait()
        if self.folder is not None and os.path.exists(self.folder):
            import shutil

            shutil.rmtree(self.folder, ignore_errors=True)


def connect() -> Connection:
    """Asks for a run. Never falls back to a subprocess inside a sandbox: a layer that fails must not weaken it.

    Raises:
        OSError: the sandbox does not take it.
    """
    link = sys.modules.get("runrl_shim.inside.ways_out.code_link")
    descriptor: int | None = getattr(link, "descriptor", None)
    if descriptor is None:
        return _start_subprocess()
    if descriptor < 0:
        raise OSError(0, "what keeps runs of this module is dead")
    if link is not None and link.sends:
        return Connection(_send_connection(descriptor), "landlock")
    sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        sock.settimeout(60)
        # A name for the socket's file that nobody else has: it is in no folder any more.
        sock.connect(f"/proc/self/fd/{descriptor}")
    except BaseException:
        sock.close()
        raise
    return Connection(sock, "namespaces")


def _send_connection(descriptor: int) -> socket.socket:
    """Where no socket can be made but pairs of them: sends one end."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        with theirs, socket.socket(fileno=os.dup(descriptor)) as link:
            link.settimeout(60)
            socket.send_fds(link, [b"c"], [theirs.fileno()])
    except BaseException:
        ours.close()
        raise
    return ours


def _start_subprocess() -> Connection:
    import subprocess
    import tempfile

    ours, theirs = socket.socketpair()
    folder = tempfile.mkdtemp(prefix="runrl-code-")
    environment = {name: os.environ[name] for name in ("PATH", "LD_LIBRARY_PATH") if name in os.environ}
    script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "_subprocess.py")
    try:
        with theirs:
            process = subprocess.Popen(
                [sys.executable, "-I", "-S", "-B", "-X", "utf8", script, str(theirs.fileno()), folder],
                pass_fds=(theirs.fileno(),),
                stdin=subprocess.DEVNULL,
                env=environment,
                start_new_session=True,
                cwd="/",
            )
    except BaseException:
        ours.close()
        os.rmdir(folder)
        raise
    return Connection(ours, "none", process, folder)
