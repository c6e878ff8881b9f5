"""The sandbox's side of `--allow-net` and `--env`: a socket for the proxy outside, and variables that no file holds.
And of the module's files, when an earlier start has read them.

Stdlib only.
"""

from __future__ import annotations

import json
import os
import socket

from runrl_shim.wire.packets import receive_packet, send_packet

_PORT = 3128  # in a network namespace of our own nobody else has it; always the same, so that messages are
_BACKLOG = 4096


def open_way_out(control: socket.socket) -> None:
    """Makes the socket that the proxy accepts from, and hands it to the agent.

    A socket belongs to the network namespace that it was made in: connections from inside reach whoever holds it.
    Nobody inside may: it is closed here before anything else runs.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as listening:
        listening.bind(("127.0.0.1", _PORT))
        listening.listen(_BACKLOG)
        send_packet(control, {"type": "listening"}, [listening.fileno()])


def receive_environment(control: socket.socket) -> dict[str, str]:
    """Takes the variables of `--env` and those that name the proxy, as the answer to `importing`.

    Returns:
        The module's files as they were when it was first loaded (`sources.take`).

    Not from the environment that this process was started with: /proc would show that, and whatever was forked
    before the module is imported would have held secrets.
    """
    packet = receive_packet(control)
    if packet is None:
        os._exit(0)
    os.environ.update(packet[0]["environment"])
    with open(packet[1][0], "rb") as file:
        file.seek(0)
        files: dict[str, str] = json.load(file)
    return files
