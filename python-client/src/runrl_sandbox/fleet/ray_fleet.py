"""
Hosts in a Ray cluster, one per node. Ray starts them and says where they are; no call goes through it.

An actor on each node has a `serve` as its child, which ends with it: the child's stdin is a pipe that the actor holds.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
import signal
import sys
import tempfile
import threading
import time
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import ray
from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

from ..base import START_TIMEOUT
from ..command import Kind, find_command, serve_arguments
from ..folder import FolderOfProcess
from ..server import OwnServer
from .autoscale import Autoscale, HostLoad
from .module_files import ModuleFiles
from .ray_scaling import RayScaling, read_load
from .table import HostEntry, Table

_LOOK_SECONDS = 0.5
#: A host that has not told of itself for so long is gone.
_SILENT_SECONDS = 5.0
_LONGEST_WAIT = 5.0


#: Never collected: Ray ends the process at once where another thread frees what is Ray's during its shutdown.
_of_ended_jobs: list[Any] = []


class Registry:
    """The table of hosts, as an actor. Started anew it knows none, and waits until all have told of themselves."""

    def __init__(self) -> None:
        self._hosts: dict[str, HostEntry] = {}
        self._told: dict[str, float] = {}
        self._loads: dict[str, HostLoad] = {}
        self._refused: dict[str, str] = {}
        self._since = time.monotonic()
        # Other numbers than those of a registry before this one.
        self._version = time.time_ns() // 1000

    async def put(self, entry: HostEntry, load: HostLoad | None = None) -> None:
        """A host lives."""
        self._told[entry.id] = time.monotonic()
        self._refused.pop(entry.id, None)
        if load is not None:
            self._loads[entry.id] = load
        if self._hosts.get(entry.id) != entry:
            self._hosts[entry.id] = entry
            self._version += 1

    async def refuse(self, node: str, why: str) -> None:
        """A node has no host."""
        self._refused[node] = why
        self._version += 1

    async def forget(self, node: str) -> None:
        """A node is gone, so its host is not started again."""
        if self._refused.pop(node, None) is not None:
            self._version += 1

    async def loads(self) -> dict[str, HostLoad]:
        """What the hosts have to do that take work."""
        takes_work = {name for name, entry in self._hosts.items() if not entry.draining}
        return {name: load for name, load in self._loads.items() if name in takes_work}

    async def read(self, since: int) -> Table:
        """The table, when it is another one than `since`, or after some seconds."""
        until = time.monotonic() + _LONGEST_WAIT
        while True:
            now = time.monotonic()
            gone = [name for name, told in self._told.items() if now - told > _SILENT_SECONDS]
            for name in gone:
                del self._hosts[name], self._told[name]
                self._loads.pop(name, None)
                self._version += 1
            is_complete = now - self._since > 2 * _LOOK_SECONDS + 1
            if now > until or (is_complete and self._version != since):
                hosts = sorted(self._hosts.values(), key=lambda entry: entry.id)
                refused = tuple(sorted(self._refused.values()))
                return Table(self._version if is_complete else since, tuple(hosts), refused)
            await asyncio.sleep(_LOOK_SECONDS / 5)


@dataclass(frozen=True, slots=True)
class Programs:
    """Versions of what the trainer runs. The reward is to mean the same on each node."""

    python: str
    ray: str

    @classmethod
    def of_this(cls) -> Programs:
        """Those of this process."""
        return cls("{}.{}".format(*sys.version_info), ray.__version__)

    def must_be_as_here(self) -> None:
        """:raises RuntimeError: those of this process are others"""
        here = Programs.of_this()
        if here != self:
            raise RuntimeError(
                f"it runs Python {here.python} ({sys.executable}) and Ray {here.ray}, the driver Python {self.python} "
                f"and Ray {self.ray}; install the same there"
            )


class RayHost:
    """One host, as an actor. Ray makes a lost actor again by its constructor, so that starts the server."""

    def __init__(
        self, registry: Any, node: str, files: ModuleFiles, arguments: list[str], token: str, driver: Programs
    ) -> None:
        """:raises RuntimeError: this node has other versions than the driver, or its server does not start"""
        self._registry, self._id, self._token = registry, node, token
        self._draining = False
        self._folder = FolderOfProcess("runrl-host-")
        try:
            driver.must_be_as_here()
            self._prepare(files, arguments)
        except Exception as error:
            self._folder.remove()
            why = f"The node at {ray.util.get_node_ip_address()} has no host: {error}"
            ray.get(registry.refuse.remote(node, why))
            raise RuntimeError(why) from error
        threading.Thread(target=self._keep, daemon=True).start()

    def _prepare(self, files: ModuleFiles, arguments: list[str]) -> None:
        folder = self._folder.path
        module = str(files.write(folder))
        token_file = folder / ".token"
        token_file.write_text(self._token)
        token_file.chmod(0o600)
        listen = [f"--zmq=tcp://{ray.util.get_node_ip_address()}:0", f"--token-file={token_file}"]
        if not any(argument.startswith("--http") for argument in arguments):
            listen.append("--http=127.0.0.1:0")  # for its load
        # The interpreter of the trainer: it has what its reward imports.
        self._command = [*find_command(), *arguments[:1], arguments[1] + module, *arguments[2:], *listen]
        self._command += ["--python", sys.executable, "--json", "--end-with-stdin"]
        self._start()

    def where(self) -> HostEntry:
        """The host that runs now."""
        return self._entry

    def _start(self) -> None:
        self._server = OwnServer(self._command, START_TIMEOUT, tempfile.mkdtemp(dir=self._folder.path))
        self._entry = HostEntry(self._id, self._server.address, uuid.uuid4().hex)

    def _keep(self) -> None:
        while True:
            if self._server.why_it_ended() is not None and not self._draining:
                self._server.stop()
                self._start()
            self._registry.put.remote(self._entry, read_load(self._server.ready.get("url"), self._token))
            time.sleep(_LOOK_SECONDS)

    def drain(self) -> None:
        """Takes nothing new, and returns when all calls and episodes are over, or `--grace` is."""
        self._draining = True
        self._entry = replace(self._entry, draining=True)
        os.kill(self._server.ready["pid"], signal.SIGTERM)
        while self._server.why_it_ended() is None:
            time.sleep(_LOOK_SECONDS / 5)
        self.stop()

    def stop(self) -> None:
        """Ends the server."""
        self._server.stop()
        self._folder.remove()


@dataclass(frozen=True, slots=True)
class RaySource:
    """The hosts that a registry knows."""

    name: str
    namespace: str

    def read(self, since: int, stop: threading.Event) -> Table:
        """As `Source.read`."""
        try:
            registry = ray.get_actor(self.name, self.namespace)
            asked = registry.read.remote(since)
            while not stop.is_set():
                if ray.wait([asked], timeout=0.2)[0]:
                    table: Table = ray.get(asked)
                    return table
        except (ValueError, ray.exceptions.RayError) as error:
            raise OSError(f"the registry in Ray does not answer: {error}") from error
        return Table(since, ())


class RayHosts:
    """Keeps a host on each node of the cluster, for as long as the driver lives."""

    def __init__(
        self,
        file: str | os.PathLike[str],
        kind: Kind,
        cpus_per_host: int | None,
        options: Mapping[str, Any],
        autoscale: Autoscale | None = None,
    ) -> None:
        """
        :param autoscale: nodes are asked for, and given back, as there is work
        :param cpus_per_host: CPUs that Ray sets aside on each node, and calls that run there at the same time
        :raises ValueError: the module's folder is too large
        """
        if not ray.is_initialized():
            raise RuntimeError("Ray is not initialized here: call `ray.init()` first")
        self.token = secrets.token_hex(32)
        name = f"runrl-sandbox-{uuid.uuid4().hex[:12]}"
        self.source = RaySource(name, ray.get_runtime_context().namespace)
        self._cpus = cpus_per_host
        self._scaling = None if autoscale is None else RayScaling(autoscale, cpus_per_host or 1)
        self._files = ray.put(ModuleFiles.read(file))
        concurrency = {} if cpus_per_host is None else {"concurrency": cpus_per_host}
        (command, _), flags = (
            serve_arguments("", kind, {})[:2],
            serve_arguments("", kind, {**concurrency, **options})[2:],
        )
        self._arguments = [command, f"--{kind}=", *flags]
        self._registry = ray.remote(Registry).options(name=name, num_cpus=0, max_restarts=-1).remote()
        self._actors: dict[str, Any] = {}
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._keep, name="runrl-sandbox", daemon=True)
        self._thread.start()

    def _keep(self) -> None:
        while ray.is_initialized():  # until the job ends, and the hosts with it
            # What is away now may be there at the next look.
            with contextlib.suppress(ray.exceptions.RayError):
                self._keep_hosts()
            if self._stop.wait(_LOOK_SECONDS):
                return
        _of_ended_jobs.append(self)

    def _keep_hosts(self) -> None:
        alive = {node["NodeID"]: node for node in ray.nodes() if node["Alive"]}
        for gone in self._actors.keys() - alive.keys():
            del self._actors[gone]
            self._registry.forget.remote(gone)
        given_back = set() if self._scaling is None else self._scaling.look(self._registry, self._actors)
        for node in alive.keys() - self._actors.keys() - given_back:
            self._actors[node] = self._start(node)

    def _start(self, node: str) -> Any:
        place = NodeAffinitySchedulingStrategy(node_id=node, soft=False)
        actor = ray.remote(RayHost).options(
            num_cpus=self._cpus or 0, max_restarts=-1, max_task_retries=-1, scheduling_strategy=place
        )
        return actor.remote(self._registry, node, self._files, self._arguments, self.token, Programs.of_this())

    def close(self) -> None:
        """Ends all hosts and the registry."""
        self._stop.set()
        self._thread.join()
        if self._scaling is not None:
            self._scaling.close()
        ended = [actor.stop.remote() for actor in self._actors.values()]
        ray.wait(ended, num_returns=len(ended), timeout=10.0)
        for actor in [*self._actors.values(), self._registry]:
            ray.kill(actor)
