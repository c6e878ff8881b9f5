"""
The pods behind a headless Service, as its EndpointSlices have them. Asked over plain HTTPS with the pod's own account,
which may need `get` and `list` of `endpointslices` (docs/fleet.md).
"""

from __future__ import annotations

import json
import os
import ssl
import threading
import time
import urllib.error
import urllib.request
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .table import HostEntry, Table

_ACCOUNT = "/var/run/secrets/kubernetes.io/serviceaccount"
_LOOK_SECONDS = 1.0
_LONGEST_WAIT = 10.0
_ANSWER_SECONDS = 10.0


@dataclass(frozen=True, slots=True)
class KubernetesSource:
    """A host for each pod of a Service."""

    service: str
    #: Of the Service; None: that of this pod.
    namespace: str | None = None
    #: Name of the Service's port for ZeroMQ.
    port: str = "zmq"
    #: Where the API server is; None: as the pod is told.
    api: str | None = None
    #: Folder with `token`, `ca.crt` and `namespace`.
    account: str = _ACCOUNT

    def read(self, since: int, stop: threading.Event) -> Table:
        """As `Source.read`."""
        until = time.monotonic() + _LONGEST_WAIT
        while True:
            hosts = tuple(sorted(self._hosts(), key=lambda entry: entry.id))
            version = zlib.crc32(repr(hosts).encode())
            if version != since or time.monotonic() > until or stop.wait(_LOOK_SECONDS):
                return Table(version, hosts)

    def _hosts(self) -> set[HostEntry]:
        found: set[HostEntry] = set()
        for slice_ in self._slices():
            ports = [port["port"] for port in slice_.get("ports") or () if port.get("name") == self.port]
            for endpoint in slice_.get("endpoints") or ():
                if ports and (entry := _entry(endpoint, ports[0])) is not None:
                    found.add(entry)
        return found

    def _slices(self) -> list[dict[str, Any]]:
        account = Path(self.account)
        if not (account / "token").is_file():
            raise OSError(f"{account} has no token: only pods with a service account can ask for the pods of a Service")
        namespace = self.namespace or (account / "namespace").read_text().strip()
        host, port = os.environ.get("KUBERNETES_SERVICE_HOST", ""), os.environ.get("KUBERNETES_SERVICE_PORT", "443")
        api = self.api or f"https://{f'[{host}]' if ':' in host else host}:{port}"
        url = f"{api}/apis/discovery.k8s.io/v1/namespaces/{namespace}/endpointslices"
        request = urllib.request.Request(f"{url}?labelSelector=kubernetes.io%2Fservice-name%3D{self.service}")
        # Read each time: the kubelet renews it.
        request.add_header("Authorization", f"Bearer {(account / 'token').read_text().strip()}")
        context = ssl.create_default_context(cafile=str(account / "ca.crt")) if api.startswith("https") else None
        try:
            with urllib.request.urlopen(request, timeout=_ANSWER_SECONDS, context=context) as answer:
                items: list[dict[str, Any]] = json.load(answer)["items"]
                return items
        except urllib.error.HTTPError as error:
            hint = "; the account may not list endpointslices" if error.code == 403 else ""
            raise OSError(f"the API server answers {error.code}{hint}") from error
        except (ValueError, KeyError) as error:
            raise OSError(f"the API server's answer is no list of EndpointSlices: {error!r}") from error


def _entry(endpoint: Mapping[str, Any], port: int) -> HostEntry | None:
    """None for a pod that cannot serve."""
    conditions = endpoint.get("conditions") or {}
    is_ending = conditions.get("terminating") is True
    # A pod that is being deleted finishes what it has, as long as it says that it serves.
    if not (conditions.get("ready") is not False or (is_ending and conditions.get("serving") is not False)):
        return None
    (address, *_) = endpoint["addresses"]
    target = endpoint.get("targetRef") or {}
    return HostEntry(
        target.get("name") or address,
        f"tcp://{f'[{address}]' if ':' in address else address}:{port}",
        target.get("uid") or "",
        is_ending,
    )
