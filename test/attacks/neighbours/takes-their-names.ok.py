"""Takes the ports and names that the call beside it is about to listen on.

stopped_by: a network namespace for each slot
plain bwrap: succeeds
beside: listens_late
not promised at strict: the slots of a module share a network namespace
not promised at allow-net: the slots of a module share a network namespace
"""

import socket
import time


def attack():
    try:
        port, name = socket.socket(), socket.socket(socket.AF_UNIX)
        port.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        name.bind("\0listener-of-a-neighbour")
        port.bind(("127.0.0.1", 18_399))
        port.listen()
    except OSError:
        pass
    time.sleep(0.3)
    return 0.0
