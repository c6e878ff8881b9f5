"""The way from a worker to the code zygote (`code_zygote.py`).

Workers hold the *file* of a listening socket, which is in no folder any more, and which can be connected to and nothing
else. Where no process may make sockets (level `landlock`) each slot holds one end of a pair, through which a worker
sends one end of a new pair; the keeper (`code_keeper.py`) holds the other ends.

Either way each run has a connection of its own, so no worker can read, answer or shut down what belongs to another
one, and a run, which holds none of this, has no way to ask for a further run.
"""

from __future__ import annotations

import os
import socket
from fcntl import F_DUPFD_CLOEXEC, fcntl

from runrl_shim.inside.confinement import namespaces

# Above the descriptors that programs count on being the next free ones.
_FLOOR = 110

descriptor: int | None = None
"""The socket's file, or the slot's end of a pair; None without a sandbox, -1 where it is lost. `runrl` looks here."""

sends = False
"""Whether `descriptor` is an end of a pair."""

keepers: set[int] = set()
"""Processes that are children of the zygote and none of its slots."""

_to_keeper: socket.socket | None = None


def listen(folder: str) -> tuple[socket.socket, str]:
    """Makes the listening socket.

    Args:
        folder: one that this process may write to, for a moment.

    Returns:
        The socket, and the path of its file, for `open_link`.
    """
    path = os.path.join(folder, f".runrl-code-{os.getpid()}")
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    listener.bind(path)
    os.chmod(path, 0o666)  # whoever holds the file may connect; the sandbox's user differs from root
    listener.listen(4096)  # runs that wait for their turn wait here
    listener.setblocking(False)
    return listener, path


def open_link(path: str, *, read_only: bool) -> int:
    """A descriptor of the socket's file, which is in no folder any more then.

    Args:
        read_only: whether workers will be the file's owner: one of them could take the right to connect away from all,
            for good. A file of a read-only mount can be connected to and not be changed. Takes an own mount namespace.
    """
    if read_only:
        namespaces.bind(path, path)
        namespaces.make_read_only(path)
    file = os.open(path, os.O_PATH | os.O_CLOEXEC)
    if read_only:
        namespaces.detach(path)
    os.unlink(path)
    return _raised(file)


def _raised(file: int) -> int:
    high = fcntl(file, F_DUPFD_CLOEXEC, _FLOOR)
    os.close(file)
    return high


def send_through(to_keeper: socket.socket) -> None:
    """Has this process, and the slots that will be forked from it, send connections to a keeper.

    Args:
        to_keeper: takes the keeper's end of each new pair.
    """
    global _to_keeper, sends
    sends = True
    _to_keeper = to_keeper
    _open_pair()


def enter_slot() -> None:
    """Gives a new slot a way of its own, and takes from it what others have."""
    global _to_keeper
    if _to_keeper is None:
        return
    if descriptor is not None and descriptor >= 0:
        os.close(descriptor)
    _open_pair()
    _to_keeper.close()
    _to_keeper = None


def shared() -> list[int]:
    """Sockets that all workers of this slot hold, so that what one does to them meets the next."""
    return [descriptor] if sends and descriptor is not None and descriptor >= 0 else []


def _open_pair() -> None:
    global descriptor
    descriptor = -1
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with ours, theirs:
        try:
            assert _to_keeper is not None
            socket.send_fds(_to_keeper, [b"s"], [theirs.fileno()])
        except OSError:
            return  # the keeper is dead: who asks for a run is told
        descriptor = _raised(ours.detach())


class Inbox:
    """What a listening socket is to the code zygote, where connections are sent and not made."""

    def __init__(self, receiving: socket.socket) -> None:
        self.receiving = receiving
        receiving.setblocking(False)

    def fileno(self) -> int:
        """Readable when there is a connection."""
        return self.receiving.fileno()

    def accept(self) -> tuple[socket.socket, None]:
        """The next connection. Raises OSError when there is none."""
        _, (connection,), _, _ = socket.recv_fds(self.receiving, 1, 1)
        return socket.socket(fileno=connection), None

    def close(self) -> None:
        """Gives the descriptor back."""
        self.receiving.close()


def reap(keeper: int) -> None:
    """Ends this process if its keeper was killed: runs may be left that only the agent can end, and it does that then.

    A keeper that could not be set up has ended by itself, and said why: who asks for a run gets an error.
    """
    _, status = os.waitpid(keeper, 0)
    keepers.discard(keeper)
    if os.WIFSIGNALED(status):
        os.write(2, b"runrl-sandbox: what keeps runs of code was killed\n")
        os._exit(70)
