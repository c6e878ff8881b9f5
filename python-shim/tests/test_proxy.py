"""The proxy by itself, with a resolver of the test's own: what gets through, and everything that must not."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator, Callable, Coroutine
from ipaddress import ip_address
from typing import Any

import pytest
from runrl_shim.agent.network.allow_list import AllowList
from runrl_shim.agent.network.proxy import Proxy

WITHIN = 60.0
Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Stage:
    """A proxy and a server behind it, both on this machine, with the names and addresses that a test gives."""

    def __init__(self) -> None:
        self.names: dict[str, list[list[str]]] = {}
        self.asked: list[str] = []
        self.refusals: list[str] = []
        self.heads: list[bytes] = []
        self.visits = 0

    async def resolve(self, name: str) -> list[Any]:
        self.asked.append(name)
        answers = self.names.get(name)
        if answers is None:
            raise socket.gaierror(-2, "Name or service not known")
        return [ip_address(each) for each in (answers.pop(0) if len(answers) > 1 else answers[0])]

    async def serve_http(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answers one request, and tells everything that came until the client's end."""
        head = await reader.readuntil(b"\r\n\r\n")
        self.heads.append(head)
        if b"POST" in head:
            head += await reader.readexactly(5) if b"content-length" in head else await reader.readuntil(b"0\r\n\r\n")
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        self.heads[-1] = head + await reader.read()
        writer.close()

    async def ask(self, request: bytes) -> bytes:
        """Sends it and reads to the end."""
        reader, writer = await self.connect()
        writer.write(request)
        answer = await asyncio.wait_for(reader.read(), WITHIN)
        writer.close()
        return answer

    async def connect(self) -> Streams:
        return await asyncio.open_connection(*self.address)

    async def tunnel(self, target: str) -> Streams:
        reader, writer = await self.connect()
        writer.write(f"CONNECT {target} HTTP/1.1\r\nHost: {target}\r\n\r\n".encode())
        assert await reader.readuntil(b"\r\n\r\n") == b"HTTP/1.1 200 Connection established\r\n\r\n"
        return reader, writer


@contextlib.asynccontextmanager
async def staged(
    allowed: list[tuple[str, list[int]]] | None = None,
    serve: Callable[[Stage, Streams], Coroutine[Any, Any, None]] | None = None,
    **limits: Any,
) -> AsyncIterator[Stage]:
    stage = Stage()

    async def on_visit(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        stage.visits += 1
        with contextlib.suppress(OSError, asyncio.IncompleteReadError):
            await (stage.serve_http(reader, writer) if serve is None else serve(stage, (reader, writer)))
        writer.close()

    server = await asyncio.start_server(on_visit, "127.0.0.1", 0)
    stage.port = server.sockets[0].getsockname()[1]
    entries = [("localhost", [stage.port]), ("good.example", [stage.port])] if allowed is None else allowed
    listening = socket.create_server(("127.0.0.1", 0))
    stage.address = listening.getsockname()
    stage.names["good.example"] = [["127.0.0.1"]]
    allow_list = AllowList([{"host": host, "ports": ports} for host, ports in entries])
    stage.proxy = Proxy(allow_list, stage.refusals.append, stage.resolve, **limits)
    proxy_server = await stage.proxy.serve(listening)
    try:
        yield stage
        await until(lambda: stage.proxy.open == 0)  # every test proves that no connection is left
        assert stage.proxy.targets == {}
    finally:
        proxy_server.close()
        server.close()


async def until(condition: Callable[[], bool]) -> None:
    deadline = asyncio.get_running_loop().time() + WITHIN
    while not condition():
        assert asyncio.get_running_loop().time() < deadline
        await asyncio.sleep(0.002)


async def echo(_stage: Stage, streams: Streams) -> None:
    reader, writer = streams
    while data := await reader.read(65536):
        writer.write(data)
        await writer.drain()
    writer.write(b"the end")
    writer.write_eof()


def run(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(test())


# --- what gets through -----------------------------------------------------------------------------------


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "good.example", "GOOD.Example.", "[::ffff:127.0.0.1]"])
def test_a_tunnel_carries_bytes_both_ways_and_each_end_by_itself(host: str) -> None:
    async def test() -> None:
        async with staged(serve=echo) as stage:
            reader, writer = await stage.tunnel(f"{host}:{stage.port}")
            sent = bytes(range(256)) * 4096
            writer.write(sent)
            writer.write_eof()
            assert await asyncio.wait_for(reader.read(), WITHIN) == sent + b"the end"
            writer.close()

    run(test)


def test_what_is_sent_together_with_connect_goes_into_the_tunnel() -> None:
    async def test() -> None:
        async with staged(serve=echo) as stage:
            reader, writer = await stage.connect()
            writer.write(f"CONNECT localhost:{stage.port} HTTP/1.1\r\n\r\nearly".encode())
            await reader.readuntil(b"\r\n\r\n")
            assert await reader.readexactly(5) == b"early"
            writer.close()

    run(test)


def test_a_plain_request_is_made_for_the_host_in_its_address() -> None:
    async def test() -> None:
        async with staged() as stage:
            request = (
                f"GET http://good.example:{stage.port}/a?b=http://evil.org/#c HTTP/1.1\r\n"
                "Host: evil.org\r\nhost: evil.org\r\nAccept: x\r\nX-Drop: 1\r\nProxy-Connection: keep-alive\r\n"
                "Proxy-Authorization: Basic abc\r\nConnection: keep-alive, X-Drop\r\nUpgrade: h2c\r\n\r\n"
            )
            reader, writer = await stage.connect()
            writer.write(request.encode())
            assert await reader.readexactly(40) == b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
            writer.close()
            await until(lambda: stage.proxy.open == 0)
            assert stage.heads == [
                f"GET /a?b=http://evil.org/ HTTP/1.1\r\nHost: good.example:{stage.port}\r\n"
                "accept: x\r\nConnection: close\r\n\r\n".encode()
            ]

    run(test)


@pytest.mark.parametrize(
    ("headers", "body"),
    [
        ("Content-Length: 5", b"hello"),
        ("Content-Length: 5\r\nContent-Length: 5\r\nConnection: content-length", b"hello"),
        ("Transfer-Encoding: chunked", b"5\r\nhello\r\n3;x=y\r\nabc\r\n0\r\n\r\n"),
        ("Transfer-Encoding: Chunked\r\nConnection: transfer-encoding", b"5\r\nhello\r\n0\r\n\r\n"),
    ],
)
def test_a_body_goes_with_its_request(headers: str, body: bytes) -> None:
    async def test() -> None:
        async with staged() as stage:
            reader, writer = await stage.connect()
            writer.write(f"POST http://localhost:{stage.port}/ HTTP/1.1\r\n{headers}\r\n\r\n".encode() + body)
            assert (await reader.readexactly(40)).endswith(b"ok")
            writer.close()
            await until(lambda: stage.proxy.open == 0)
            assert stage.heads[0].endswith(b"\r\n\r\n" + body)

    run(test)


def test_many_connections_at_a_time_share_one_lookup_each_and_are_told_apart() -> None:
    async def test() -> None:
        async with staged(serve=echo) as stage:
            tunnels = await asyncio.gather(*(stage.tunnel(f"localhost:{stage.port}") for _ in range(300)))
            assert stage.proxy.open == 300
            assert set(stage.proxy.targets.values()) == {f"localhost:{stage.port}"}
            for number, (_, writer) in enumerate(tunnels):
                writer.write(b"%d" % number)
                writer.write_eof()
            for number, (reader, writer) in enumerate(tunnels):
                assert await asyncio.wait_for(reader.read(), WITHIN) == b"%dthe end" % number
                writer.close()

    run(test)


# --- what does not ---------------------------------------------------------------------------------------


def status_of(answer: bytes) -> str:
    return answer.split(b"\r\n")[0].decode()


@pytest.mark.parametrize(
    ("target", "add"),
    [
        *(("evil.org:443", "evil.org"), ("evil.org:8443", "evil.org:8443"), ("good.example.evil.org:80", "")),
        *(
            ("127.0.0.1:1", "127.0.0.1:1"),
            ("[::1]:1", "[::1]:1"),
            ("10.0.0.1:443", "10.0.0.1"),
            ("0.0.0.0:80", "0.0.0.0"),
        ),
        *(("169.254.169.254:80", "169.254.169.254"), ("[fd00:ec2::254]:80", "fd00:ec2::254"), ("[::]:80", "::")),
        *(("[::ffff:169.254.169.254]:80", "169.254.169.254"), ("[64:ff9b::a9fe:a9fe]:80", "64:ff9b::a9fe:a9fe")),
        *(("[::127.0.0.1]:80", "::7f00:1"), ("localhost:80", "localhost"), ("LOCALHOST.:443", "localhost")),
    ],
)
def test_what_is_not_on_the_list_is_refused_with_what_to_add(target: str, add: str) -> None:
    async def test() -> None:
        async with staged() as stage:
            for request in (f"CONNECT {target} HTTP/1.1", f"GET http://{target}/ HTTP/1.1"):
                answer = await stage.ask(f"{request}\r\nHost: localhost:{stage.port}\r\n\r\n".encode())
                assert status_of(answer).startswith("HTTP/1.1 403 ")
                assert f"is not allowed: add --allow-net {add}" in status_of(answer)
            assert (stage.asked, stage.visits) == ([], 0)  # names that are not on the list are not even resolved
            assert len(stage.refusals) == 2

    run(test)


@pytest.mark.parametrize(
    "addresses",
    [
        ["10.0.0.1"],
        ["8.8.8.8", "127.0.0.2"],
        ["::ffff:127.0.0.2"],
        ["169.254.169.254"],
        ["::1", "fd00::1"],
        ["0.0.0.0"],
    ],
)
def test_a_name_that_leads_to_a_forbidden_address_is_refused(addresses: list[str]) -> None:
    async def test() -> None:
        async with staged() as stage:
            stage.names["good.example"] = [addresses]
            answer = await stage.ask(f"CONNECT good.example:{stage.port} HTTP/1.1\r\n\r\n".encode())
            assert status_of(answer).startswith(f"HTTP/1.1 403 good.example:{stage.port} is ")
            assert stage.visits == 0

    run(test)


def test_a_name_is_resolved_once_and_what_was_checked_is_connected_to() -> None:
    async def test() -> None:
        async with staged(serve=echo) as stage:
            # A second look would give another server's address: DNS rebinding.
            stage.names["good.example"] = [["127.0.0.1"], ["127.0.0.2"]]
            _, writer = await stage.tunnel(f"good.example:{stage.port}")
            assert (stage.asked, stage.visits) == (["good.example"], 1)
            writer.close()
            answer = await stage.ask(f"CONNECT good.example:{stage.port} HTTP/1.1\r\n\r\n".encode())
            assert " 403 " in status_of(answer)

    run(test)


def test_what_cannot_be_reached_or_resolved_says_so() -> None:
    async def test() -> None:
        with socket.create_server(("127.0.0.1", 0)) as closed:
            port = closed.getsockname()[1]
        allowed = [("localhost", [port]), ("unknown.example", [443])]
        async with staged(allowed) as stage:
            answer = await stage.ask(f"CONNECT localhost:{port} HTTP/1.1\r\n\r\n".encode())
            assert status_of(answer) == f"HTTP/1.1 502 localhost:{port} cannot be reached: Connection refused"
            answer = await stage.ask(b"CONNECT unknown.example:443 HTTP/1.1\r\n\r\n")
            assert status_of(answer) == "HTTP/1.1 502 unknown.example cannot be resolved"

    run(test)


@pytest.mark.parametrize(
    "line",
    [
        *(
            "CONNECT HOST",
            "CONNECT HOST HTTP/2.0",
            "CONNECT  HOST HTTP/1.1",
            "CONNECT HOST  HTTP/1.1",
            " CONNECT HOST HTTP/1.1",
        ),
        *(
            "CONNECT HOST/ HTTP/1.1",
            "CONNECT http://HOST HTTP/1.1",
            "CONNECT user@HOST HTTP/1.1",
            "CONNECT HOST\0 HTTP/1.1",
        ),
        *(
            "CONNECT evil.org:80@HOST HTTP/1.1",
            "CONNECT HOST@evil.org:80 HTTP/1.1",
            "CONNECT HOST,evil.org:80 HTTP/1.1",
        ),
        *("CONNECT HOST\tHTTP/1.1", "CONNECT HOST\nHTTP/1.1", "CONNECT HOST\rHTTP/1.1", "connect HOST HTTP/1.1"),
        *(
            "GET / HTTP/1.1",
            "GET //HOST/ HTTP/1.1",
            "GET https://HOST/ HTTP/1.1",
            "GET ftp://HOST/ HTTP/1.1",
            "GET HOST HTTP/1.1",
        ),
        *("OPTIONS * HTTP/1.1", "GET http:/HOST/ HTTP/1.1", "GET http:HOST/ HTTP/1.1", "GET http:///HOST/ HTTP/1.1"),
        *(
            "GET http://user@HOST/ HTTP/1.1",
            "GET http://user:pw@HOST/ HTTP/1.1",
            "GET http://evil.org\\@HOST/ HTTP/1.1",
        ),
        *(
            "GET http://HOST\\@evil.org/ HTTP/1.1",
            "GET http://HOST%2f/ HTTP/1.1",
            "GET http://HOST\0/ HTTP/1.1",
            "",
            "GET",
        ),
        *(
            "GET http://HOST/ a HTTP/1.1",
            "GET http://HOST/\r HTTP/1.1",
            "GET http://HOST/ä HTTP/1.1",
            "GET http:// HTTP/1.1",
        ),
        *(
            "GET http://HOST HTTP/1.1\nGET http://evil.org/ HTTP/1.1",
            "GE T http://HOST/ HTTP/1.1",
            "G\x7fT http://HOST/ HTTP/1.1",
        ),
    ],
)
def test_a_request_line_that_could_be_read_in_two_ways_is_refused(line: str) -> None:
    async def test() -> None:
        async with staged() as stage:
            text = line.replace("HOST", f"localhost:{stage.port}")
            answer = await stage.ask(f"{text}\r\nHost: localhost:{stage.port}\r\n\r\n".encode())
            assert status_of(answer).startswith("HTTP/1.1 400 ")
            assert stage.visits == 0

    run(test)


@pytest.mark.parametrize(
    "headers",
    [
        *(
            "Content-Length: 5\r\nTransfer-Encoding: chunked",
            "Content-Length: 5\r\nContent-Length: 6",
            "Content-Length: 5, 5",
        ),
        *("Content-Length: +5", "Content-Length: -1", "Content-Length: 0x5", "Content-Length: 5 5", "Content-Length:"),
        *("Transfer-Encoding: chunked, identity", "Transfer-Encoding: gzip, chunked", "Transfer-Encoding: xchunked"),
        *(
            "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked",
            "Transfer-Encoding:\x0bchunked",
            "Transfer-Encoding: ",
        ),
        *("Transfer-Encoding : chunked", "Content-Length : 5", " Content-Length: 5", "X: y\r\n Content-Length: 5", "X"),
        *(
            "X: a\rContent-Length: 5",
            "X: a\nContent-Length: 5",
            "X: a\0b",
            "X\0: a",
            ": a",
            "X y: a",
            "Content-Length: ５",
        ),
    ],
)
def test_headers_that_could_be_read_in_two_ways_are_refused(headers: str) -> None:
    async def test() -> None:
        async with staged() as stage:
            answer = await stage.ask(
                f"POST http://localhost:{stage.port}/ HTTP/1.1\r\n{headers}\r\n\r\n0\r\n\r\n".encode()
            )
            assert status_of(answer).startswith("HTTP/1.1 400 ")
            assert stage.visits == 0

    run(test)


@pytest.mark.parametrize("version", ["1.0", "1.1"])
@pytest.mark.parametrize("second", ["GET http://evil.org/ HTTP/1.1\r\n\r\n", "x"])
def test_a_second_request_on_the_same_connection_reaches_nobody(second: str, version: str) -> None:
    async def test() -> None:
        async with staged() as stage:
            first = f"GET http://localhost:{stage.port}/ HTTP/{version}\r\n\r\n"
            await stage_ask_and_lose(stage, f"{first}{second}".encode())
            await until(lambda: stage.proxy.open == 0)
            assert all(second.encode() not in head for head in stage.heads)

    run(test)


async def stage_ask_and_lose(stage: Stage, request: bytes) -> None:
    with contextlib.suppress(ConnectionError):
        await stage.ask(request)


@pytest.mark.parametrize(
    "body",
    [b"zz\r\n", b"-1\r\n", b"0x5\r\nhello\r\n0\r\n\r\n", b"5\nhello\n0\n\n", b"fffffffffffffffff\r\n", b"5" * 70_000],
)
def test_chunks_that_are_none_end_the_connection(body: bytes) -> None:
    async def test() -> None:
        async with staged() as stage:
            head = f"POST http://localhost:{stage.port}/ HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n"
            reader, writer = await stage.connect()
            writer.write(head.encode() + body)
            if b"\r\n" not in body and len(body) < 1000:
                writer.write_eof()
            with contextlib.suppress(ConnectionError):
                assert b" 200 " not in await asyncio.wait_for(reader.read(), WITHIN)
            writer.close()

    run(test)


# --- limits ----------------------------------------------------------------------------------------------


def test_a_head_without_end_is_refused() -> None:
    async def test() -> None:
        async with staged() as stage:
            request = b"GET http://localhost:1/ HTTP/1.1\r\nX: " + b"a" * 200_000
            assert status_of(await stage.ask(request)).startswith("HTTP/1.1 431 ")

    run(test)


def test_whoever_says_nothing_is_sent_away() -> None:
    async def test() -> None:
        async with staged(head_seconds=0.05) as stage:
            for begun in (b"", b"CONNECT localhost:80 HT"):
                reader, writer = await stage.connect()
                writer.write(begun)
                with contextlib.suppress(ConnectionError):
                    assert await asyncio.wait_for(reader.read(), WITHIN) == b""
                writer.close()

    run(test)


def test_more_connections_than_the_limit_are_told_so_and_harm_no_others() -> None:
    async def test() -> None:
        async with staged(serve=echo, connections=2) as stage:
            first = await stage.tunnel(f"localhost:{stage.port}")
            second = await stage.tunnel(f"localhost:{stage.port}")
            answer = await stage.ask(f"CONNECT localhost:{stage.port} HTTP/1.1\r\n\r\n".encode())
            assert status_of(answer) == "HTTP/1.1 503 2 connections at a time are the limit"
            for reader, writer in (first, second):
                writer.write(b"x")
                assert await reader.readexactly(1) == b"x"
                writer.close()
            await until(lambda: stage.proxy.open == 0)
            _, writer = await stage.tunnel(f"localhost:{stage.port}")
            writer.close()

    run(test)


def test_an_idle_tunnel_is_closed_and_one_that_is_used_is_not() -> None:
    async def test() -> None:
        async with staged(serve=echo, idle_seconds=3.0) as stage:
            reader, writer = await stage.tunnel(f"localhost:{stage.port}")
            for _ in range(20):
                writer.write(b"x")
                assert await reader.readexactly(1) == b"x"
                await asyncio.sleep(0.2)  # together longer than a tunnel may be idle
            with contextlib.suppress(ConnectionError):
                assert await asyncio.wait_for(reader.read(), WITHIN) == b""
            writer.close()

    run(test)


def test_a_client_that_is_gone_takes_its_connection_along_though_the_server_is_silent() -> None:
    gone = asyncio.Event

    async def test() -> None:
        left = gone()

        async def silent(_stage: Stage, streams: Streams) -> None:
            with contextlib.suppress(ConnectionError):
                await streams[0].read()
                while await streams[0].read():
                    pass
            await left.wait()

        async with staged(serve=silent, linger_seconds=0.05) as stage:
            _, writer = await stage.tunnel(f"localhost:{stage.port}")
            writer.close()
            await until(lambda: stage.proxy.open == 0)
            left.set()

    run(test)


def test_bytes_that_nobody_reads_wait_at_the_server() -> None:
    total, written = 64 * 2**20, [0]

    async def flood(_stage: Stage, streams: Streams) -> None:
        while written[0] < total:
            streams[1].write(bytes(65536))
            await streams[1].drain()
            written[0] += 65536
        streams[1].write_eof()
        await streams[0].read()

    async def test() -> None:
        async with staged(serve=flood) as stage:
            reader, writer = await stage.connect()
            sock = writer.get_extra_info("socket")
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 16)
            writer.write(f"CONNECT localhost:{stage.port} HTTP/1.1\r\n\r\n".encode())
            await reader.readuntil(b"\r\n\r\n")
            before = -1
            while before != written[0]:
                before = written[0]
                await asyncio.sleep(0.05)
            assert written[0] < total / 2
            received = 0
            while data := await reader.read(1 << 20):
                received += len(data)
            assert received == total
            writer.close()

    run(test)
