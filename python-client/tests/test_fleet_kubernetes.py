"""EndpointSlices → hosts, with a stand-in for the API server."""

from __future__ import annotations

import http.server
import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from runrl_sandbox.fleet.kubernetes_source import KubernetesSource
from runrl_sandbox.fleet.table import HostEntry


def endpoint(name: str, address: str, **conditions: bool) -> dict[str, Any]:
    return {
        "addresses": [address],
        "conditions": conditions,
        "targetRef": {"kind": "Pod", "name": name, "uid": f"uid-{name}"},
    }


def slice_of(*endpoints: dict[str, Any]) -> dict[str, Any]:
    return {"ports": [{"name": "http", "port": 8000}, {"name": "zmq", "port": 5555}], "endpoints": [*endpoints]}


class Api(http.server.ThreadingHTTPServer):
    """Answers with what it is told to, and keeps what it was asked."""

    status = 200
    body: Any = None

    def __init__(self) -> None:
        self.asked: list[tuple[str, str | None]] = []
        super().__init__(("127.0.0.1", 0), Handler)


class Handler(http.server.BaseHTTPRequestHandler):
    server: Api

    def do_GET(self) -> None:
        self.server.asked.append((self.path, self.headers["authorization"]))
        self.send_response(self.server.status)
        self.end_headers()
        self.wfile.write(json.dumps(self.server.body).encode())

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def api() -> Iterator[Api]:
    server = Api()
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def source(api: Api, tmp_path: Path) -> KubernetesSource:
    (tmp_path / "token").write_text("secret\n")
    (tmp_path / "namespace").write_text("training\n")
    return KubernetesSource("rewards", api=f"http://127.0.0.1:{api.server_port}", account=str(tmp_path))


def test_pods_are_hosts_and_those_that_end_drain(api: Api, source: KubernetesSource) -> None:
    api.body = {
        "items": [
            slice_of(endpoint("a", "10.0.0.1", ready=True), endpoint("b", "10.0.0.2", ready=False)),
            slice_of(endpoint("c", "fd00::3", ready=False, serving=True, terminating=True)),
            slice_of(endpoint("d", "10.0.0.4", ready=False, serving=False, terminating=True)),
            {"ports": None, "endpoints": None},
        ]
    }
    table = source.read(-1, threading.Event())
    assert table.hosts == (
        HostEntry("a", "tcp://10.0.0.1:5555", "uid-a"),
        HostEntry("c", "tcp://[fd00::3]:5555", "uid-c", draining=True),
    )
    path = "/apis/discovery.k8s.io/v1/namespaces/training/endpointslices"
    assert api.asked == [(f"{path}?labelSelector=kubernetes.io%2Fservice-name%3Drewards", "Bearer secret")]
    api.body = {"items": [slice_of(endpoint("a", "10.0.0.1"))]}
    assert len(source.read(table.version, threading.Event()).hosts) == 1


@pytest.mark.parametrize(
    ("status", "body", "message"), [(403, {}, "may not list endpointslices"), (200, {"kind": "Status"}, "no list")]
)
def test_what_is_no_list_is_said(api: Api, source: KubernetesSource, status: int, body: Any, message: str) -> None:
    api.status, api.body = status, body
    with pytest.raises(OSError, match=message):
        source.read(-1, threading.Event())
