"""The code zygote: forks a process for each `run_code`, clean of everything that is the module's.

A fork of the launcher, made when the first run is asked for. It has the standard library loaded, has never seen the
module or a call, and cannot read the module's files. Each run has a supervisor (`runrl/_supervise.py`), whose child
is the program. What confines them is in `code_namespaces.py` and `code_landlock.py`.
"""

from __future__ import annotations

import ctypes
import gc
import importlib
import os
import select
import signal
import socket
import time

from runrl import _supervise, _wire
from runrl._program import prepare_interpreter

from runrl_shim.inside.confinement import confine
from runrl_shim.inside.runs.code_namespaces import Confined
from runrl_shim.inside.ways_out.code_link import Inbox

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

    from runrl_shim.inside.runs.code_landlock import Held
    from runrl_shim.inside.runs.code_settings import CodeSettings

_FORK_AGAIN = 0.01  # seconds

# What programs import most: loaded once, shared by all.
_PRELOADED = """
abc argparse array ast base64 bisect calendar cmath collections.abc contextlib copy csv dataclasses datetime decimal
enum fractions functools hashlib heapq inspect io itertools json linecache locale math numbers operator pathlib pickle
pprint queue random re secrets select shutil site socket statistics string struct subprocess tempfile textwrap
threading time timeit traceback types typing unicodedata uuid
"""


def run_code_zygote(
    listener: socket.socket | Inbox, settings: CodeSettings, confinement: Confined | Held | None = None
) -> NoReturn:
    """Serves runs until it is killed. Without another `confinement` each run has namespaces of its own."""
    _forget_environment()
    for name in _PRELOADED.split():
        importlib.import_module(name)
    if confinement is None:
        confinement = Confined(settings)
    prepare_interpreter(confinement.folder)
    CodeZygote(listener, settings.runs, confinement).run()


class CodeZygote:
    """Keeps one supervisor ahead, which waits for a connection: most of its confinement is made before it is needed."""

    def __init__(self, listener: socket.socket | Inbox, limit: int, confinement: Confined | Held) -> None:
        self.listener = listener
        self.limit = limit
        self.forked: dict[int, int] = {}  # pidfd -> pid
        self.connections: dict[int, socket.socket] = {}  # pidfd -> the connection that it serves
        self.taken, self.takes = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.problem: str | None = None
        self.confinement = confinement
        try:
            confinement.settle()
        except OSError as error:
            self.problem = f"its root folder cannot be made: {error.strerror or error}"

    def run(self) -> NoReturn:
        gc.collect()
        gc.disable()
        gc.freeze()
        poll = select.poll()
        poll.register(self.taken, select.POLLIN)
        waiting = -1  # pidfd of the supervisor that waits for a connection
        while True:
            if waiting < 0 and len(self.forked) < self.limit:
                waiting = self._fork_supervisor()
                poll.register(waiting, select.POLLIN)
            for descriptor, _events in sorted(poll.poll(), key=lambda each: each[0] != self.taken.fileno()):
                if descriptor == self.taken.fileno():
                    _, (connection,), _, _ = socket.recv_fds(self.taken, 1, 1)
                    self.connections[waiting] = socket.socket(fileno=connection)
                    waiting = -1
                    continue
                poll.unregister(descriptor)
                self._reap(descriptor)
                if descriptor == waiting:
                    waiting = -1
                    time.sleep(_FORK_AGAIN)

    def _reap(self, pidfd: int) -> None:
        os.close(pidfd)
        pid = self.forked.pop(pidfd)
        _, status = os.waitpid(pid, 0)
        self.confinement.clear(pid, set(self.forked.values()))
        connection = self.connections.pop(pidfd, None)
        if connection is None:
            return
        with connection:
            if status != 0:
                # A program may do much to its supervisor, but not make its end look like a fault of ours.
                try:
                    connection.send(_wire.KILLED, socket.MSG_DONTWAIT)
                except OSError:
                    pass  # nobody is there any more

    def _fork_supervisor(self) -> int:
        while True:
            try:
                pid = self.confinement.fork() if self.problem is None else os.fork()
                break
            except OSError:
                time.sleep(_FORK_AGAIN)  # too many processes: some will end
        if pid == 0:
            self._become_supervisor()
        pidfd = os.pidfd_open(pid)
        self.forked[pidfd] = pid
        return pidfd

    def _become_supervisor(self) -> NoReturn:
        code = 1
        try:
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            problem = self.problem
            try:
                if problem is None:
                    self.confinement.prepare()
                    _forget_command_line()
            except OSError as error:
                problem = f"the run could not be confined: {error.strerror or error}"
            confine.die_with_parent()
            self.taken.close()
            for pidfd in self.forked:
                os.close(pidfd)
            for other in self.connections.values():
                other.close()
            poll = select.poll()
            poll.register(self.listener, select.POLLIN)
            poll.poll()
            connection, _ = self.listener.accept()
            socket.send_fds(self.takes, [b"1"], [connection.fileno()])
            self.takes.close()
            self.listener.close()
            if problem is None:
                _supervise.supervise(connection, self.confinement)
            else:
                _supervise.tell_failure(connection, problem)
            code = 0
        except BaseException as error:
            os.write(2, f"runrl-sandbox: the supervisor of a run failed: {error!r}\n".encode())
        finally:
            os._exit(code)  # and the kernel kills what may be left in the namespace


def _forget_environment() -> None:
    """Overwrites what the process was started with, in memory too: what is there later is nobody's business."""
    os.environ.clear()
    os.environ.update(HOME="/tmp", TMPDIR="/tmp", LANG="C.UTF-8", PYTHONUTF8="1")
    _, _, start, end = _command_area()
    ctypes.memset(start, 0, end - start)


def _forget_command_line() -> None:
    """The command line names the module's file."""
    start, end, _, _ = _command_area()
    ctypes.memset(start, 0, end - start)
    ctypes.memmove(start, b"runrl-code"[: end - start - 1], min(10, end - start - 1))


def _command_area() -> tuple[int, int, int, int]:
    with open("/proc/self/stat", "rb") as file:
        fields = file.read().rpartition(b")")[2].split()
    # arg_start, arg_end, env_start, env_end are fields 48 to 51 of the line; `fields` begins with the third.
    start, end, environment, environment_end = (int(field) for field in fields[45:49])
    return start, end, environment, environment_end
