"""The process of the proxy: outside of the sandbox, started by the agent, without user code. It dies with the agent.

Started as `python proxy_main.py FILE` (the file is for whoever looks at `ps`), with a SEQPACKET socket as its standard
input. The first packet holds the allow-list and, as a descriptor, a socket that listens on the loopback interface
*inside*: a socket belongs to the network namespace that it was made in, whoever holds it.
"""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import os
import resource
import signal
import socket
import sys
from concurrent.futures import ThreadPoolExecutor

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))))

from runrl_shim.agent.network.allow_list import AllowList
from runrl_shim.agent.network.proxy import Proxy
from runrl_shim.wire.packets import receive_packet, send_packet

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_RESOLVER_THREADS = 32
_LOGGED_REFUSALS = 20
_PR_SET_PDEATHSIG = 1


class AgentLink:
    """The proxy's end of the agent's socket."""

    def __init__(self, control: socket.socket, config: dict[str, Any]) -> None:
        self.control = control
        self.told: set[str] = set()
        self.proxy = Proxy(AllowList(config["allow_net"]), self.tell_refusal, connections=config["connections"])

    async def run(self, listening: socket.socket) -> None:
        """Serves until the agent is gone."""
        loop = asyncio.get_running_loop()
        # The default has as many threads as the machine has cores and a few: slow name servers would queue.
        loop.set_default_executor(ThreadPoolExecutor(_RESOLVER_THREADS))
        loop.add_reader(self.control, self.on_packet)
        server = await self.proxy.serve(listening)
        await server.serve_forever()

    def on_packet(self) -> None:
        """The agent asks where a connection leads, or is gone."""
        packet = receive_packet(self.control)
        if packet is None:
            os._exit(0)
        with contextlib.suppress(OSError):
            send_packet(self.control, {"target": self.proxy.targets.get(packet[0]["port"])})

    def tell_refusal(self, text: str) -> None:
        """For the log, once for each target and not for any number of them."""
        if text not in self.told and len(self.told) < _LOGGED_REFUSALS:
            self.told.add(text)
            with contextlib.suppress(OSError):
                send_packet(self.control, {"log": text})


def main() -> None:
    """Serves until the agent ends, however it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, ctypes.c_ulong(signal.SIGKILL), 0, 0, 0)
    control = socket.socket(fileno=os.dup(0))
    packet = receive_packet(control)
    if packet is None or os.getppid() != packet[0]["agent"]:
        return
    config, fds = packet
    config["connections"] = min(config["connections"], (resource.getrlimit(resource.RLIMIT_NOFILE)[0] - 64) // 2)
    asyncio.run(AgentLink(control, config).run(socket.socket(fileno=fds[0])))


main()
