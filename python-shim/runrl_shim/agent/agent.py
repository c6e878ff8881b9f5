"""The agent at its work, once the sandbox has been started: ties host, sandbox and pool together."""

from __future__ import annotations

import os
import sys
from time import monotonic

from runrl_shim.agent.host_link import HostLink
from runrl_shim.agent.kinds import pool_for
from runrl_shim.agent.ledger import Ledger
from runrl_shim.agent.limits.usage import pid_of
from runrl_shim.agent.loop import Loop
from runrl_shim.agent.network.proxy_process import ProxyProcess, proxy_environment
from runrl_shim.agent.outcomes import verdicts
from runrl_shim.agent.outcomes.stacks import end_of, split_dump, user_stack
from runrl_shim.agent.sandbox.neighbours import with_help
from runrl_shim.agent.sandbox.process import SandboxProcess
from runrl_shim.agent.slots.worker_counts import workers_message
from runrl_shim.wire import protocol as wire
from runrl_shim.wire.signals import DUMP_SIGNAL, catches

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Literal, TypeAlias

    from runrl_shim.wire.protocol import (
        AgentSpec,
        HostMessage,
        LoadedMessageFromAgent,
        RunningMessageFromAgentCallsItem,
    )

    LoadFailure: TypeAlias = Literal["module", "timeout", "ended", "sandbox"]

_DUMP_WAIT = 0.1


class Agent:
    def __init__(self, spec: AgentSpec, process: SandboxProcess, link: HostLink) -> None:
        self.spec = spec
        self.link = link
        self.loop = Loop()
        self.ledger = Ledger()
        self.results: list[bytes] = []
        self.loaded = False
        self.host_is_gone = False
        self.has_died = False
        self.load_deadline = monotonic() + spec["load_timeout_ms"] / 1e3
        self._adopt(process)

    def _adopt(self, process: SandboxProcess) -> None:
        self.process = process
        self.proxy: ProxyProcess | None = None
        make_pool = pool_for(self.spec["module"])
        self.pool = make_pool(self.loop, self.spec, process, self.results.append, self._sandbox_died)
        self.pool.hand_over = self.ledger.hand_over
        self.loop.on_readable(process.control.fileno(), self._on_control)
        self.loop.on_readable(process.output_fd, process.read_output)
        self.loop.at(self.load_deadline, lambda: self._load_timed_out(process))

    def run(self) -> None:
        """Serves until the host closes or is gone."""
        self.loop.on_readable(sys.stdin.fileno(), self._on_stdin)
        self.loop.on_readable(self.link.descriptor, lambda: None)
        self.link.send(
            {
                "type": "hello",
                "protocol": wire.PROTOCOL_VERSION,
                "schema": wire.SCHEMA_HASH,
                "python": sys.version.split()[0],
                "ledger": self.ledger.descriptor,
            }
        )
        self._after_round()
        self.loop.run(self._after_round)
        self.pool.keeper.close()
        self._forget_process()
        self.link.close(host_is_gone=self.host_is_gone)

    def _after_round(self) -> float:
        while not self.has_died and (received := self._received()) is not None:
            self._on_message(*received)
        if self.results:
            self.link.send({"type": "results", "count": len(self.results)}, b"".join(self.results))
            self.results.clear()
        return self.pool.rest

    # --- host --------------------------------------------------------------------------------------------

    def _received(self) -> tuple[HostMessage, bytes] | None:
        try:
            return self.link.receive()
        except ValueError as error:  # msgpack's are, too
            self._sandbox_died(f"the host sent bytes that are no message: {error}")
            return None

    def _on_message(self, message: HostMessage, block: bytes) -> None:
        if message["type"] in ("calls", "requests"):
            try:
                self.pool.submit(block)
            except ValueError as error:
                self._sandbox_died(f"the host sent a malformed block of calls: {error}")
        elif message["type"] == "cancel":
            for call in message["calls"]:
                self.pool.cancel(call)
        elif message["type"] == "running":
            request = message["request"]
            self.pool.running(message["limit"], lambda calls: self._answer_running(request, calls))
        elif message["type"] == "workers":
            keeper, request = self.pool.keeper, message["request"]
            self.link.send(workers_message(keeper, keeper.counts, keeper.requests.times, request, message["limit"]))
        else:
            self.loop.stop()

    def _on_stdin(self) -> None:
        self.host_is_gone = not os.read(sys.stdin.fileno(), 64)  # a host that closes the module says a word first
        self.loop.stop()

    def _answer_running(self, request: int, calls: list[tuple[int, float, str | None]]) -> None:
        listed: list[RunningMessageFromAgentCallsItem] = [
            {"call": call, "running_ms": seconds * 1e3, "stack": stack} for call, seconds, stack in calls
        ]
        self.link.send({"type": "running", "request": request, "calls": listed})

    # --- sandbox -----------------------------------------------------------------------------------------

    def _on_control(self) -> None:
        try:
            packet = self.process.receive()
            if packet is not None:
                return self._on_packet(*packet)
        except (LookupError, TypeError, ValueError) as error:  # the module's import holds this socket, too
            self.process.read_output()
            return self._sandbox_died(f"the zygote sent a malformed packet: {error!r}")
        self.process.read_output()
        return self._sandbox_gone()

    def _on_packet(self, message: dict[str, Any], fds: list[int]) -> None:
        kind = message["type"]
        if kind == "forked":
            self.pool.keeper.on_forked(message["slot"], fds[0])
        elif kind == "ended":
            self.pool.keeper.life.on_slot_ended(message["slot"], message["code"])
        elif kind == "fork_failed":
            self.pool.keeper.on_fork_failed(message["slot"], message["message"])
        elif kind == "listening":
            self.proxy = ProxyProcess(self.loop, self.spec, fds[0], self._log, self._proxy_failed)
        elif kind == "importing":
            self._send_environment()
        elif kind == "files" and not self.loaded:
            self.link.send({"type": "files", "files": message["files"]})
        elif kind == "loaded":
            self._on_loaded(message)  # type: ignore[arg-type]  # just received, as the zygote makes it
        elif kind == "load_failed":
            self.process.read_output()
            self._load_failed("module", with_help(message, self.spec["module"]["file"]), self.process.text)
        elif kind == "unforkable":
            self._restart_without_forking(self._with_target(message["message"], message["connected_from"]))

    def _send_environment(self) -> None:
        if self.spec["module"]["awaits_environment"]:
            variables = {} if self.proxy is None else proxy_environment(self.proxy.address)
            self.process.send_environment(self.spec["secrets"] | variables)

    def _with_target(self, text: str, port: int | None) -> str:
        """Names where a connection leads that the zygote only sees as one to the proxy."""
        target = None if self.proxy is None or port is None else self.proxy.target_of(port)
        return text if target is None or self.proxy is None else text.replace(self.proxy.address, target)

    def _on_loaded(self, message: LoadedMessageFromAgent) -> None:
        self.loaded = True
        between_us: Any = message  # what is said between the zygote and us is not for the host
        port, reuse, runs_code = (between_us.pop(name) for name in ("connected_from", "reuse", "runs_code"))
        self.pool.learn(fresh_only=reuse == "never", runs_code=runs_code)
        message["warnings"] = [self._with_target(warning, port) for warning in message["warnings"]]
        self.process.read_output()
        message["output"] = self.process.text
        self.link.send(message)
        self.pool.dispatch()

    def _restart_without_forking(self, reason: str) -> None:
        self._log(f"{reason}; starting again without forking")
        self._forget_process()
        self.spec["module"]["import_in_worker"] = True
        self._adopt(SandboxProcess(self.spec, self.spec["module"], self.process.cgroup))

    def _log(self, line: str) -> None:
        self.link.send({"type": "log", "line": line})

    def _proxy_failed(self, message: str) -> None:
        if self.loaded:
            self._sandbox_died(message)
        else:
            self._load_failed("sandbox", message, "")

    def _forget_process(self) -> None:
        if self.proxy is not None:
            self.proxy.close()
        self.loop.forget(self.process.control.fileno())
        self.loop.forget(self.process.output_fd)
        self.process.close()

    def _load_failed(self, reason: LoadFailure, message: str, output: str) -> None:
        if output.strip():
            message += f"\nIt printed:\n{output.strip()}"
        self.link.send({"type": "load_failed", "reason": reason, "message": message})
        self.loop.stop()

    def _load_timed_out(self, process: SandboxProcess) -> None:
        if self.loaded or process is not self.process:
            return
        if catches(pid_of(process.zygote), DUMP_SIGNAL):
            process.signal_zygote(DUMP_SIGNAL)
        self.loop.at(monotonic() + _DUMP_WAIT, self._kill_slow_load)

    def _kill_slow_load(self) -> None:
        if self.loaded:
            return
        self.process.read_output()
        output, dump = split_dump(self.process.text)
        stack = user_stack(dump)
        where = f"\nIt was at (most recent call first):\n{stack}" if stack else ""
        file = self.spec["module"]["file"]
        limit = self.spec["load_timeout_ms"] / 1e3
        self._load_failed("timeout", f"{file}: importing the module took longer than {limit:g} s{where}", output)

    def _sandbox_gone(self) -> None:
        self.loop.forget(self.process.control.fileno())
        code = self.process.kill(grace=0.5)
        self.process.read_output()
        output, dump = split_dump(self.process.text)
        if self.loaded:
            self._sandbox_died(f"the zygote or launcher ended unexpectedly (code {code}): {end_of(output, 500)}")
        elif self.process.zygote is None:
            self._load_failed("sandbox", f"the sandbox did not start (code {code}): {end_of(output, 2000)}", "")
        else:
            stack = user_stack(dump)
            how = verdicts.ended(128 - code if code > 128 else code).message("the import")
            file = self.spec["module"]["file"]
            self._load_failed("ended", f"{file}: {how}" + (f"\n{stack}" if stack else ""), output)

    def _sandbox_died(self, message: str) -> None:
        """Nothing of the sandbox is left, or no slot can be made: say what ran, give back what did not."""
        if self.has_died:
            return
        self.has_died = True
        unstarted = self.pool.lose(message)
        self._after_round()
        self.link.send({"type": "died", "message": message, "unstarted": unstarted})
        self.loop.stop()
