"""The sandboxed process tree as the agent holds it: starts the launcher, talks to the zygote."""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import socket
import subprocess
from time import monotonic

from runrl_shim.agent.sandbox import module_files
from runrl_shim.agent.sandbox.own_process import kill_orphans
from runrl_shim.wire.packets import in_memory, receive_packet, send_packet

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from runrl_shim.agent.limits.hard_limits import Cgroup
    from runrl_shim.wire.protocol import AgentSpec, ModuleSpec

_MAX_OUTPUT = 65_536
_ENDS_WITHIN = 0.2  # seconds; what has not ended then was stopped
_READS_AT_ONCE = 16  # a module that prints without end must not keep the agent from its deadlines


class SandboxProcess:
    """One launcher (bubblewrap or not) with the zygote below it.

    Args:
        cgroup: where it shall live, if there is one.
    """

    def __init__(self, spec: AgentSpec, module: ModuleSpec, cgroup: Cgroup | None = None) -> None:
        self.cgroup = cgroup
        module["in_cgroup"] = cgroup is not None
        self.spec = spec
        module["awaits_environment"] = module["awaits_environment"] or len(spec["files"]) > 0
        # A module goes on when it starts again and its folder is gone.
        for mounted in (module["lend"], module["tmp_binds"]):
            mounted[:] = filter(os.path.lexists, mounted)
        self.control, inside = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        for end in (self.control, inside):
            end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 18)
        self.output_fd, output = os.pipe2(os.O_CLOEXEC | os.O_NONBLOCK)
        os.set_blocking(output, True)
        self.output = b""
        self.forgotten = 0  # bytes of output before it
        self.zygote: int | None = None  # pidfd
        landlock = module["landlock"]
        # Of the machine, not of the sandbox: it outlives what wrote into it.
        self.folder = landlock["tmp"] if landlock and not landlock["own_users"] else None
        if cgroup is not None:
            cgroup.enter()  # so that all of the sandbox is born there
        # Without a umask of 022 the folders that bubblewrap makes would be closed to the dropped uid.
        self.process = subprocess.Popen(
            [*spec["command"], str(inside.fileno()), module["file"]],  # the file is for whoever looks at `ps`
            env=spec["environment"],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            pass_fds=(inside.fileno(),),
            start_new_session=True,
            umask=0o022,
        )
        inside.close()
        os.close(output)
        if cgroup is not None:
            cgroup.leave()
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            send_packet(self.control, module)

    def receive(self) -> tuple[dict[str, Any], list[int]] | None:
        """The zygote's next message; None when the sandbox is gone."""
        packet = receive_packet(self.control)
        if packet is not None and packet[0]["type"] == "importing":
            self.zygote = packet[1].pop()
        if packet is not None and packet[0]["type"] == "files":
            packet[0]["files"] = module_files.add(self.spec["files"], packet[1].pop())
        return packet

    def send_environment(self, environment: Mapping[str, str]) -> None:
        """Answers `importing`: what the module shall find in its environment, which no process before it had, and its
        files as an earlier start has read them.
        """
        files = in_memory(json.dumps(self.spec["files"]).encode())
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            send_packet(self.control, {"environment": environment}, [files])
        os.close(files)

    def request_slot(self, slot: int, fds: Sequence[int]) -> None:
        """Asks for a fork that holds these descriptors."""
        send_packet(self.control, {"fork": slot}, fds)

    def reap(self, slots: Sequence[int]) -> None:
        """Has the zygote reap the first processes of these slots, which are dead."""
        send_packet(self.control, {"reap": list(slots)})

    def reap_and_wait(self, slots: Sequence[int], within: float) -> bool:
        """The same, when nobody reads its answers any more. False: it has not answered within so many seconds."""
        missing, until = set(slots), monotonic() + within
        poll = select.poll()
        poll.register(self.control, select.POLLOUT)
        # Its end is one answer; so is a malformed packet, because the module's import held this socket, too.
        with contextlib.suppress(OSError, LookupError, TypeError, ValueError):
            if missing and poll.poll(max(0.0, within) * 1e3):
                self.reap(slots)
            poll.modify(self.control, select.POLLIN)
            while missing and poll.poll(max(0.0, until - monotonic()) * 1e3):
                packet = self.receive()
                if packet is None:
                    return False
                for descriptor in packet[1]:
                    os.close(descriptor)
                if packet[0].get("type") == "ended":
                    missing.discard(packet[0]["slot"])
        return not missing

    def read_output(self) -> None:
        """Keeps the end of what launcher and zygote print (never the workers: they have pipes of their own)."""
        with contextlib.suppress(BlockingIOError):
            for _ in range(_READS_AT_ONCE):
                output = self.output + os.read(self.output_fd, 65_536)
                self.output = output[-_MAX_OUTPUT:]
                self.forgotten += len(output) - len(self.output)

    @property
    def text(self) -> str:
        """What was read of it, with a word about what was not kept."""
        text = self.output.decode("utf-8", "backslashreplace")
        return f"[truncated: {self.forgotten} earlier bytes]\n{text}" if self.forgotten else text

    def signal_zygote(self, number: int) -> None:
        """Signals the zygote, if it is there."""
        if self.zygote is not None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                signal.pidfd_send_signal(self.zygote, number)

    def kill(self, grace: float = 0.0) -> int:
        """Kills the whole tree and waits for it. Returns the launcher's exit code or minus its signal.

        Args:
            grace: seconds it may take to end by itself, when it is ending anyway.
        """
        try:
            return self._end(grace)
        finally:
            kill_orphans()

    def _end(self, grace: float) -> int:
        with contextlib.suppress(subprocess.TimeoutExpired):
            return self.process.wait(grace)
        if self.zygote is not None:
            # PID 1 of the workers' namespaces, whose death is theirs. What is around it ends by itself then, in
            # order, so that nothing is left when this returns; killed from outside it would still be dying.
            self.signal_zygote(signal.SIGKILL)
            with contextlib.suppress(subprocess.TimeoutExpired):
                return self.process.wait(_ENDS_WITHIN)
        self.process.kill()
        return self.process.wait()

    def close(self) -> None:
        """Kills the tree and gives every descriptor back."""
        self.kill()
        self.control.close()
        os.close(self.output_fd)
        if self.zygote is not None:
            os.close(self.zygote)
            self.zygote = None
        if self.folder is not None:
            # Not by Python, whose recursion a deep enough folder would end.
            for command in (["chmod", "-R", "u+rwX"], ["rm", "-rf"]):
                subprocess.run([*command, "--", self.folder], stderr=subprocess.DEVNULL, check=False)
