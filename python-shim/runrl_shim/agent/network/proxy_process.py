"""The proxy as the agent holds it: started when the sandbox hands its listening socket out, and again when it dies."""

from __future__ import annotations

import contextlib
import os
import socket
import subprocess
import sys
from time import monotonic

from runrl_shim.wire.packets import receive_packet, send_packet

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from runrl_shim.agent.loop import Loop
    from runrl_shim.wire.protocol import AgentSpec

_PROGRAM = os.path.join(os.path.dirname(os.path.abspath(__file__)), "proxy_main.py")
_CONNECTIONS = 2048  # at a time, or more where more calls run at a time
_CONNECTIONS_PER_CALL = 8
_MAX_DEATHS = 4
_LIVES_WELL = 10.0  # seconds after which a death is not counted with the one before
_FIRST_PAUSE = 0.1
_ANSWERS_WITHIN = 1.0
_VARIABLES = ("http_proxy", "https_proxy", "all_proxy")


def proxy_environment(address: str) -> dict[str, str]:
    """What makes HTTP clients inside use the proxy; programs do not agree about the case."""
    return {name: f"http://{address}" for lower in _VARIABLES for name in (lower, lower.upper())}


class ProxyProcess:
    """Keeps one proxy running for one sandbox. Without it, connections from inside wait in the kernel's queue.

    Args:
        listening: descriptor of the socket that listens inside; this object closes it.
        log: takes lines for the person.
        give_up: called when the proxy dies again and again.
    """

    def __init__(
        self, loop: Loop, spec: AgentSpec, listening: int, log: Callable[[str], None], give_up: Callable[[str], None]
    ) -> None:
        self.loop = loop
        self.spec = spec
        self.listening = socket.socket(fileno=listening)
        self.address = "{}:{}".format(*self.listening.getsockname())
        self.log = log
        self.give_up = give_up
        self.deaths = 0
        self.closed = False
        self._start()

    def _start(self) -> None:
        if self.closed:
            return
        self.control, inside = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.started = monotonic()
        file = self.spec["module"]["file"]
        self.process = subprocess.Popen(
            [sys.executable, "-I", "-B", _PROGRAM, file],
            stdin=inside.fileno(),
            stdout=subprocess.DEVNULL,
            start_new_session=True,
        )
        inside.close()
        config = {
            "agent": os.getpid(),
            "allow_net": self.spec["allow_net"],
            "connections": max(_CONNECTIONS, _CONNECTIONS_PER_CALL * self.spec["concurrency"]),
        }
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):  # it has died, which is seen below
            send_packet(self.control, config, [self.listening.fileno()])
        self.loop.on_readable(self.control.fileno(), self._on_packet)

    def _on_packet(self) -> None:
        packet = receive_packet(self.control)
        if packet is None:
            self._on_death()
        else:
            self._on_message(packet[0])

    def _on_message(self, message: Mapping[str, Any]) -> None:
        if "log" in message:
            self.log(f"{os.path.basename(self.spec['module']['file'])}: {message['log']}")

    def _on_death(self) -> None:
        code = self._end()
        self.deaths = 1 if monotonic() - self.started > _LIVES_WELL else self.deaths + 1
        if self.deaths >= _MAX_DEATHS:
            self.give_up(f"the proxy of --allow-net ended {self.deaths} times in a row (code {code})")
            return
        pause = _FIRST_PAUSE * 2 ** (self.deaths - 1)
        self.log(
            f"the proxy of --allow-net ended unexpectedly (code {code}), and with it every connection; starting again"
        )
        self.loop.at(monotonic() + pause, self._start)

    def target_of(self, port: int) -> str | None:
        """Where the connection from this port inside leads, as its client asked; None when nobody knows.

        Waits for the answer: only while the module is loading, when there is no deadline to miss.
        """
        deadline = monotonic() + _ANSWERS_WITHIN
        try:
            send_packet(self.control, {"port": port})
            while (left := deadline - monotonic()) > 0:
                self.control.settimeout(left)
                packet = receive_packet(self.control)
                if packet is None:
                    return None  # the loop will see it too
                if "target" in packet[0]:
                    target: str | None = packet[0]["target"]
                    return target
                self._on_message(packet[0])
        except OSError:
            pass
        finally:
            if self.control.fileno() >= 0:
                self.control.settimeout(None)
        return None

    def _end(self) -> int:
        self.loop.forget(self.control.fileno())
        self.control.close()
        self.process.kill()
        code: int = self.process.wait()
        return code

    def close(self) -> None:
        """Ends the proxy and gives the descriptors back. Nothing of it is left when this returns."""
        self.closed = True
        if self.control.fileno() >= 0:
            self._end()
        self.listening.close()
