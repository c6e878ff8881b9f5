"""The way from a worker to the code zygote (`code_zygote.py`): a socket that can be connected to and nothing else.

Workers hold the *file* of the launcher's listening socket, which is in no folder any more. Each run has a connection
of its own, so no worker can read, answer or shut down what belongs to another one, and a run, which does not hold the
file, has no way to ask for a further run.
"""

from __future__ import annotations

import os
import socket
from fcntl import F_DUPFD_CLOEXEC, fcntl

# Above the descriptors that programs count on being the next free ones.
_FLOOR = 110

descriptor: int | None = None
"""The socket's file; None where there is no sandbox. `runrl` looks for it here."""


def open_link(folder: str) -> tuple[socket.socket, int]:
    """Makes the listening socket, and a descriptor of its file.

    Args:
        folder: one that this process may write to, for a moment.
    """
    path = os.path.join(folder, f".runrl-code-{os.getpid()}")
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    listener.bind(path)
    os.chmod(path, 0o666)  # whoever holds the file may connect; the sandbox's user differs from root
    file = os.open(path, os.O_PATH | os.O_CLOEXEC)
    os.unlink(path)
    listener.listen(4096)  # runs that wait for their turn wait here
    listener.setblocking(False)
    high = fcntl(file, F_DUPFD_CLOEXEC, _FLOOR)
    os.close(file)
    return listener, high
