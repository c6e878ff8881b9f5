"""
Many hosts as one sandbox: the same methods, over all `runrl-sandbox serve` of a fleet. How it behaves when something
breaks is in docs/fleet.md.

    from runrl_sandbox.fleet import Fleet

    fleet = Fleet.static(["tcp://10.0.0.5:5555", "tcp://10.0.0.6:5555"])
    with fleet.sandbox() as sandbox:
        print(sandbox.score("The answer is 18", expected_result=18.0).reward)
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from ..audit import AlarmCallback
from ..base import RECONNECT_TIMEOUT
from ..code import Code
from ..command import Kind, check_kind
from .autoscale import Autoscale
from .folder_source import FolderSource
from .kubernetes_source import KubernetesSource
from .module_files import ModuleFiles
from .routing import Load
from .sandbox import AsyncFleetSandbox, FleetSandbox, make
from .table import HostEntry, Source, StaticSource, Table

if TYPE_CHECKING:
    from .ray_fleet import RayHosts


class Fleet:
    """The hosts of a source. It may be pickled, and used in many processes at once."""

    def __init__(self, source: Source, token: str | None = None, code: Code | None = None) -> None:
        """
        :param token: what is in the hosts' `--token-file`, for clients that name none
        :param code: a module that hosts are given
        """
        self.source = source
        #: The module that hosts are given, if any.
        self.code = code
        self._token = token

    def __repr__(self) -> str:
        return f"<fleet of {self.source!r}{f' with {self.code.module}' if self.code else ''}>"

    def with_code(self, file: str | os.PathLike[str], *, kind: Kind = "reward") -> Fleet:
        """
        The same hosts, with a module of yours: each is sent the file and all others of its folder, once, and calls go
        to that version alone. Hosts take it that run with `serve --accept-code SIZE`.

        :param file: a Python file
        :param kind: what it is: `reward` or `environment`
        :raises OSError: a file cannot be read
        :raises ValueError: the files are too large, or `kind` is neither
        """
        check_kind(kind)
        files = ModuleFiles.read(file)
        return Fleet(self.source, self._token, Code(kind, files.name, files.hash, files.main, dict(files.files)))

    @classmethod
    def static(cls, addresses: Iterable[str]) -> Fleet:
        """
        Hosts at addresses that do not change, as `serve --zmq` prints them.

        :raises ValueError: no address is given, one is malformed, or one is given twice
        """
        return cls(StaticSource.of(addresses))

    @classmethod
    def file(cls, folder: str | os.PathLike[str]) -> Fleet:
        """Hosts that announce themselves in a shared folder (`serve --join FOLDER`). They may come and go."""
        return cls(FolderSource(os.fspath(folder)))

    @classmethod
    def kubernetes(cls, service: str, *, namespace: str | None = None, port: str = "zmq") -> Fleet:
        """
        The pods behind a headless Service, for clients in the same cluster. They may come and go.

        :param namespace: of the Service; without, that of this pod
        :param port: name of the Service's port for ZeroMQ
        """
        return cls(KubernetesSource(service, namespace, port))

    @classmethod
    def ray(
        cls,
        file: str | os.PathLike[str],
        *,
        kind: Kind = "reward",
        cpus_per_host: int | None = None,
        autoscale: Autoscale | None = None,
        **options: Any,
    ) -> RayFleet:
        """
        A host on each node of the Ray cluster of this job, also on nodes that join later. They end with the job, or
        with `close()`. The module travels with all files of its folder; calls do not go through Ray.

        :param file: a Python file
        :param kind: what it is: `reward` or `environment`
        :param cpus_per_host: CPUs that Ray sets aside on each node, and calls that run there at the same time;
            without, none are set aside, and as many run as the node has CPUs
        :param autoscale: Ray is asked for nodes as there is work, and hosts that have too little of it are drained and
            their nodes given back; without, hosts are where nodes are
        :param options: flags of `runrl-sandbox serve`, as Python names them
        :raises ImportError: Ray is not installed, or too old
        :raises RuntimeError: `ray.init()` was not called
        :raises ValueError: the module's folder is too large
        """
        try:
            from .ray_fleet import RayHosts
        except ImportError as error:
            raise ImportError(f"`Fleet.ray` needs Ray (`pip install ray`): {error}") from error

        return RayFleet(RayHosts(file, kind, cpus_per_host, options, autoscale))

    def sandbox(
        self,
        *,
        token: str | None = None,
        module: str | None = None,
        reconnect_timeout: float = RECONNECT_TIMEOUT,
        replay: bool = False,
        on_alarm: AlarmCallback | None = None,
    ) -> FleetSandbox:
        """
        A client of all hosts, with the methods of `Sandbox`.

        :param token: what is in the hosts' `--token-file`
        :param module: name of the module for calls that name none
        :param reconnect_timeout: seconds that a call waits for a host, before it fails as `Unavailable`
        :param replay: an episode whose host is lost is played again on another, step by step. It goes on if all
            observations are the same, so this is for environments that depend on nothing but their row and the actions
        :param on_alarm: called with an alarm of a host's audit, on a thread of its own; copies of a sandbox have none
        :raises ValueError: `reconnect_timeout` is not positive
        :raises TypeError: `on_alarm` cannot be called
        """
        token = token or self._token
        sandbox: FleetSandbox = make(
            FleetSandbox, self.source, token, module, reconnect_timeout, replay, self.code, on_alarm
        )
        return sandbox

    def async_sandbox(
        self,
        *,
        token: str | None = None,
        module: str | None = None,
        reconnect_timeout: float = RECONNECT_TIMEOUT,
        replay: bool = False,
        on_alarm: AlarmCallback | None = None,
    ) -> AsyncFleetSandbox:
        """As `sandbox`, with the methods of `AsyncSandbox`."""
        sandbox: AsyncFleetSandbox = make(
            AsyncFleetSandbox,
            self.source,
            token or self._token,
            module,
            reconnect_timeout,
            replay,
            self.code,
            on_alarm,
        )
        return sandbox

    def __reduce__(self) -> tuple[Any, ...]:
        return Fleet, (self.source, self._token, self.code)


class RayFleet(Fleet):
    """A fleet whose hosts this process has started. A pickled one has the same hosts, and does not end them."""

    def __init__(self, hosts: RayHosts) -> None:
        super().__init__(hosts.source, hosts.token)
        self._hosts = hosts

    def close(self) -> None:
        """Ends the hosts."""
        self._hosts.close()

    def __enter__(self) -> RayFleet:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


__all__ = [
    "AsyncFleetSandbox",
    "Autoscale",
    "Fleet",
    "FleetSandbox",
    "HostEntry",
    "Load",
    "RayFleet",
    "Source",
    "StaticSource",
    "Table",
]
