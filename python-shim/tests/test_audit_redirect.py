"""Whatever a reward file asks over HTTP reaches the judge of `check`: any host, any client, directly or by a proxy."""

from __future__ import annotations

import asyncio
import http.client
import importlib
import json
import os
import socket
import sys
import threading
import time
import urllib.error
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib import resources
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from runrl_audit import redirect
from runrl_audit.judge import clients as redirect_clients

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SOON = 25.0


class Server(ThreadingHTTPServer):
    """Answers as it is told, and remembers what it was asked; also a proxy that leads to itself."""

    daemon_threads = True
    status, headers, body = 200, {"content-type": "application/json"}, b'{"said": "yes"}'
    is_closed = False

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.asked: list[tuple[str, str, bytes]] = []
        self.tunnels: list[str] = []

    def handle_error(self, *_: object) -> None:
        """Clients that hang up are a part of the tests."""


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Server

    def do_CONNECT(self) -> None:
        self.server.tunnels.append(self.path)
        self.send_response(403 if self.server.is_closed else 200)
        self.end_headers()  # what follows comes by the same connection

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("content-length") or 0))
        self.server.asked.append((self.command, self.path, body))
        if self.server.status == 0:
            self.close_connection = True
            self.connection.shutdown(socket.SHUT_RDWR)
            return
        self.send_response(self.server.status)
        for name, value in {**self.server.headers, "content-length": str(len(self.server.body))}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(self.server.body)

    def do_GET(self) -> None:
        self.do_POST()

    def log_message(self, *_: object) -> None:
        """Nobody reads it."""


@pytest.fixture
def server() -> Iterator[Server]:
    with Server() as made:
        thread = threading.Thread(target=made.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield made
        made.shutdown()
        thread.join()


@pytest.fixture
def mended(monkeypatch: pytest.MonkeyPatch) -> None:
    """Puts back what redirecting replaces, and forgets what it has redirected."""
    for owner in (http.client.HTTPConnection, http.client.HTTPSConnection):
        for name in ("connect", "getresponse"):
            monkeypatch.setattr(owner, name, getattr(owner, name))
    monkeypatch.setattr(time, "sleep", time.sleep)
    monkeypatch.setattr(asyncio, "sleep", asyncio.sleep)
    monkeypatch.setattr(redirect_clients, "_DONE", set())
    for name in ("HTTP_PROXY", "http_proxy", "NO_PROXY", "no_proxy", "JUDGE_KEY"):
        monkeypatch.setenv(name, "")
        monkeypatch.delenv(name)


@pytest.fixture
def judge(server: Server, mended: None) -> redirect.Judge:
    made = redirect.Judge(server.server_port)
    redirect._redirect_stdlib(made)
    return made


def post(url: str, timeout: float | None = SOON) -> Any:
    with urllib.request.urlopen(urllib.request.Request(url, b'{"q": 1}'), timeout=timeout) as reply:
        return json.load(reply)


@pytest.mark.parametrize("url", ["https://models.example.org/v1/chat?x=1", "http://10.1.2.3:8000/v1/chat?x=1"])
def test_any_address_leads_to_the_judge_without_tls(server: Server, judge: redirect.Judge, url: str) -> None:
    assert post(url) == {"said": "yes"}
    assert server.asked == [("POST", "/v1/chat?x=1", b'{"q": 1}')]


def test_connections_of_ones_own_lead_there_too(server: Server, judge: redirect.Judge) -> None:
    connection = http.client.HTTPSConnection("grader.example.org", timeout=SOON)
    connection.request("POST", "/a", b"x")
    assert connection.getresponse().read() == server.body
    connection.request("POST", "/b", b"y")  # and stay open
    assert connection.getresponse().read() == server.body
    connection.close()
    assert [path for _, path, _ in server.asked] == ["/a", "/b"]


def test_the_way_leads_through_the_proxy_of_the_sandbox(
    server: Server, mended: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HTTP_PROXY", f"http://127.0.0.1:{server.server_port}")
    made = redirect.Judge(4321)
    with made.connect(SOON) as opened:
        assert opened.getpeername()[1] == server.server_port
    assert server.tunnels[-1] == "localhost:4321"
    server.is_closed = True
    with pytest.raises(ConnectionRefusedError, match="closed"):
        made.connect(SOON)


def test_failures_are_those_of_the_client(server: Server, judge: redirect.Judge) -> None:
    server.status = 429
    with pytest.raises(urllib.error.HTTPError, match="429"):
        post("https://a.example.org/")
    server.status = 0
    with pytest.raises((urllib.error.URLError, ConnectionError)):
        post("https://a.example.org/")


def test_silence_is_a_timeout_without_the_wait(server: Server, judge: redirect.Judge) -> None:
    server.headers = {"x-runrl-silent": "1"}
    began = time.monotonic()
    with pytest.raises(TimeoutError):
        post("https://a.example.org/", timeout=60)
    with pytest.raises(TimeoutError):
        judge.ask("POST", "https://a.example.org/", {}, b"", 60)
    assert time.monotonic() - began < SOON


def test_silence_without_a_timeout_is_one_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []
    monkeypatch.setattr(redirect, "_SLEEP", slept.append)
    with pytest.raises(TimeoutError):
        redirect.be_silent(None)
    assert slept == [3600.0]


def test_headers_of_the_connection_are_not_passed_on(server: Server, judge: redirect.Judge) -> None:
    given = {"Host": "other", "Content-Length": "999", "Transfer-Encoding": "chunked", "Authorization": "k"}
    status, _, body = judge.ask("POST", "https://a.example.org/v1", given, b"ab", SOON)
    assert (status, body, server.asked) == (200, server.body, [("POST", "/v1", b"ab")])


def test_waiting_between_retries_is_cut_short(mended: None) -> None:
    redirect._cut_sleeps_short()
    began = time.monotonic()
    time.sleep(30)
    time.sleep(-1)

    async def later() -> str:
        return str(await asyncio.sleep(30, "done"))

    assert asyncio.run(later()) == "done"
    assert time.monotonic() - began < SOON


def test_a_file_is_loaded_with_variables_and_redirected(
    server: Server, mended: None, tmp_path: Path, clean_imports: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "asks_at_import.py"
    file.write_text(
        "import os, urllib.request\n"
        "KEY = os.environ['JUDGE_KEY']\n"
        "SAID = urllib.request.urlopen('https://a.example.org/v1', b'{}', timeout=5).read()\n"
    )
    monkeypatch.setitem(sys.modules, "loads_it", sys.modules[__name__])
    redirect.load_redirected("loads_it", str(file), server.server_port, {"JUDGE_KEY": "made up"}, ["no_such_client"])
    loaded: Any = sys.modules["loads_it"]
    assert (loaded.KEY, loaded.SAID, loaded.__name__) == ("made up", server.body, "asks_at_import")


def test_a_key_that_is_there_is_kept(
    mended: None, tmp_path: Path, clean_imports: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JUDGE_KEY", "its own")
    monkeypatch.setenv("JUDGE_URL", "")
    monkeypatch.delenv("JUDGE_URL")
    file = tmp_path / "reads_variables.py"
    file.write_text("import os\nFOUND = (os.environ['JUDGE_KEY'], os.environ['JUDGE_URL'])\n")
    monkeypatch.setitem(sys.modules, "loads_it", sys.modules[__name__])
    redirect.load_with("loads_it", str(file), {"JUDGE_KEY": "made up", "JUDGE_URL": "made up"})
    assert sys.modules["loads_it"].FOUND == ("its own", "made up")  # type: ignore[attr-defined]
    assert os.environ["JUDGE_KEY"] == "its own"


class _Error(Exception):
    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args)
        self.named = named


def kind(name: str) -> type[_Error]:
    return type(name, (_Error,), {})


class _Response:
    def __init__(self, status: int, headers: dict[str, str], content: bytes, request: Any) -> None:
        self.status, self.headers, self.content, self.request = status, headers, content, request


class _Request:
    method, headers = "POST", {"content-type": "application/json"}

    def __init__(self, url: str, timeout: float | None = None) -> None:
        self.url, self.content, self.extensions = url, b"{}", {"timeout": {"read": timeout}}

    def read(self) -> bytes:
        return self.content

    async def aread(self) -> bytes:
        return self.content


@pytest.mark.parametrize("name", ["httpx", "httpx2"])
def test_both_generations_of_httpx(
    server: Server, judge: redirect.Judge, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    module: Any = SimpleNamespace(
        HTTPTransport=type("HTTPTransport", (), {}),
        AsyncHTTPTransport=type("AsyncHTTPTransport", (), {}),
        Response=_Response,
        ReadTimeout=kind("ReadTimeout"),
        ConnectError=kind("ConnectError"),
    )
    monkeypatch.setitem(sys.modules, name, module)
    redirect_clients.redirect(judge, [])
    answer = module.HTTPTransport().handle_request(_Request("https://a.example.org/v1/responses"))
    later = module.AsyncHTTPTransport().handle_async_request(_Request("https://a.example.org/v1/messages"))
    assert (answer.status, answer.content, asyncio.run(later).content) == (200, server.body, server.body)
    assert [path for _, path, _ in server.asked] == ["/v1/responses", "/v1/messages"]
    assert not {"connection", "transfer-encoding"} & {key.lower() for key in answer.headers}
    server.headers = {"x-runrl-silent": "1"}
    with pytest.raises(module.ReadTimeout):
        module.HTTPTransport().handle_request(_Request("https://a.example.org/", 600))
    server.headers, server.status = {}, 0
    with pytest.raises(module.ConnectError):
        module.HTTPTransport().handle_request(_Request("https://a.example.org/"))


@pytest.fixture
def vendored(judge: redirect.Judge, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """`requests` and `urllib3` as pip brings them, which comes with Python."""
    (wheel,) = (resources.files("ensurepip") / "_bundled").glob("pip-*.whl")  # type: ignore[attr-defined]
    monkeypatch.syspath_prepend(str(wheel))
    requests = importlib.import_module("pip._vendor.requests")
    urllib3 = importlib.import_module("pip._vendor.urllib3")
    before = urllib3.util.connection.create_connection, urllib3.connection.HTTPSConnection.connect
    monkeypatch.setitem(sys.modules, "urllib3", urllib3)
    redirect_clients.redirect(judge, [])
    yield SimpleNamespace(requests=requests, urllib3=urllib3)
    urllib3.util.connection.create_connection, urllib3.connection.HTTPSConnection.connect = before


def test_urllib3_by_its_manager_and_by_its_pools(server: Server, vendored: Any) -> None:
    urllib3 = vendored.urllib3
    errors, manager = urllib3.exceptions, urllib3.PoolManager(timeout=SOON)
    pool = urllib3.HTTPSConnectionPool("a.example.org", timeout=SOON)
    assert manager.request("POST", "https://a.example.org/v1/x", body="{}").data == server.body
    assert pool.urlopen("POST", "/v1/y", b"{}").data == server.body
    assert [path for _, path, _ in server.asked] == ["/v1/x", "/v1/y"]
    server.status = 503
    assert manager.request("POST", "https://a.example.org/").status == 503
    again = urllib3.Retry(2, status_forcelist=(503,), allowed_methods=None)
    with pytest.raises(errors.MaxRetryError, match="too many 503"):
        manager.request("POST", "https://a.example.org/", retries=again)
    server.status = 0
    with pytest.raises(errors.MaxRetryError):
        manager.request("GET", "http://a.example.org/", retries=1)
    server.status, server.headers = 200, {"x-runrl-silent": "1"}
    for each in (manager, urllib3.PoolManager(timeout=urllib3.Timeout(connect=SOON, read=60.0))):
        with pytest.raises(errors.ReadTimeoutError):
            each.request("POST", "https://a.example.org/", retries=False)


def test_requests_with_a_session_that_tries_again(server: Server, vendored: Any) -> None:
    requests = vendored.requests
    with requests.Session() as session:
        session.trust_env = False
        url = "https://a.example.org/v1/x"
        response = session.post(url, json={"text": "é"}, timeout=(3, 20))
        assert (response.status_code, response.json()) == (200, {"said": "yes"})
        assert json.loads(server.asked[0][2]) == {"text": "é"}
        server.status = 429
        assert session.post(url, timeout=SOON).status_code == 429
        again = vendored.urllib3.Retry(2, status_forcelist=(429,), allowed_methods=None)
        session.mount("https://", requests.adapters.HTTPAdapter(max_retries=again))
        with pytest.raises(requests.exceptions.RetryError):
            session.post(url, timeout=SOON)
        session.mount("https://", requests.adapters.HTTPAdapter())
        server.status = 0
        with pytest.raises(requests.exceptions.ConnectionError):
            session.post(url, timeout=SOON)
        server.status, server.headers = 200, {"x-runrl-silent": "1"}
        with pytest.raises(requests.exceptions.ReadTimeout):
            session.post(url, timeout=(3, 60))


def test_aiohttp_asks_the_judge_by_the_proxy(judge: redirect.Judge, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[tuple[str, str, dict[str, Any]]] = []
    headers: dict[str, str] = {}

    class ClientSession:
        async def _request(self, method: str, url: str, **options: Any) -> Any:
            sent.append((method, url, options))
            return SimpleNamespace(headers=headers)

    judge.has_proxy, judge.proxy = True, ("127.0.0.1", 99)
    monkeypatch.setitem(sys.modules, "aiohttp", SimpleNamespace(ClientSession=ClientSession))
    redirect_clients.redirect(judge, [])
    asyncio.run(ClientSession()._request("POST", "https://a.example.org/v1/x", json={}, ssl=False))
    assert sent == [("POST", f"http://localhost:{judge.port}/v1/x", {"json": {}, "proxy": "http://127.0.0.1:99"})]
    headers["x-runrl-silent"] = "1"
    with pytest.raises(asyncio.TimeoutError):
        asyncio.run(ClientSession()._request("POST", "https://a.example.org/v1/x"))


def test_a_client_is_redirected_once(judge: redirect.Judge, monkeypatch: pytest.MonkeyPatch) -> None:
    class ClientSession:
        _request = None

    monkeypatch.setitem(sys.modules, "aiohttp", SimpleNamespace(ClientSession=ClientSession))
    redirect_clients.redirect(judge, ["no_such_client"])
    first = ClientSession._request
    redirect_clients.redirect(judge, ["aiohttp"])
    assert ClientSession._request is first is not None
