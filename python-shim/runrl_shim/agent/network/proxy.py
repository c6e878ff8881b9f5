"""The proxy: the one way out of a sandbox that has an allow-list. Stdlib only; its process is in `proxy_main.py`.

It speaks HTTP: CONNECT, behind which it moves bytes without a look, and requests with an `http://` address. Each
connection from inside goes to one place and no second one.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
from ipaddress import ip_address

from runrl_shim.agent.network.allow_list import LOCALHOST, AllowList, Refused, authority
from runrl_shim.agent.network.proxy_request import Malformed, ProxyRequest, chunk_size
from runrl_shim.wire.refusals import QUESTION, write_answer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from asyncio import StreamReader, StreamWriter
    from collections.abc import Awaitable, Callable

    from runrl_shim.agent.network.allow_list import Address

_HEAD_BYTES = 1 << 15
_CHUNK = 1 << 16
_BACKLOG = 4096
_REFUSALS = 4  # that are kept of one call
_CALLS = 4096  # of which they are kept
_NOBODY = "127.0.0.1"  # where connections come from that no call has marked as its own


class Unreachable(Exception):
    """The target is allowed and cannot be reached. The text becomes the reason of a 502."""


class Proxy:
    """Accepts, asks the allow-list, connects, and moves bytes.

    Args:
        allowed: what may be reached.
        on_refusal: called with the text of each refusal.
        resolve: gives the addresses of a name. Default: the system's resolver.
        connections: connections at a time; more get a 503.
        head_seconds: time for the request's head, from the connection on.
        connect_seconds: time for one address to answer.
        idle_seconds: a connection without a byte in either direction for so long is closed.
        linger_seconds: the same, once one side has said that it will send nothing more.
    """

    def __init__(
        self,
        allowed: AllowList,
        on_refusal: Callable[[str], None] = lambda _text: None,
        resolve: Callable[[str], Awaitable[list[Address]]] | None = None,
        *,
        connections: int = 2048,
        head_seconds: float = 10.0,
        connect_seconds: float = 10.0,
        idle_seconds: float = 600.0,
        linger_seconds: float = 10.0,
    ) -> None:
        self.allowed = allowed
        self.on_refusal = on_refusal
        self.resolve = resolve or _ask_system
        self.connections = connections
        self.head_seconds = head_seconds
        self.connect_seconds = connect_seconds
        self.idle_seconds = idle_seconds
        self.linger_seconds = linger_seconds
        self.open = 0
        self.targets: dict[int, str] = {}  # by the port that the client has inside
        self.refusals: dict[str, list[str]] = {}  # not asked for yet; by the client's address, which is one call's
        self._lookups: dict[str, asyncio.Task[list[Address]]] = {}

    async def serve(self, listening: socket.socket) -> asyncio.Server:
        """Begins to accept."""
        return await asyncio.start_server(self._on_client, sock=listening, limit=_HEAD_BYTES, backlog=_BACKLOG)

    async def _on_client(self, reader: StreamReader, writer: StreamWriter) -> None:
        address, client = (writer.get_extra_info("peername") or (_NOBODY, 0))[:2]
        self.open += 1
        try:
            if self.open > self.connections:
                reason = f"{self.connections} connections at a time are the limit"
                await self._refuse(reader, writer, 503, reason)
            else:
                await self._serve_client(address, client, reader, writer)
        except (OSError, asyncio.IncompleteReadError, asyncio.TimeoutError, Malformed):
            writer.transport.abort()  # one side is gone, or broke the rules when nothing could be said any more
        finally:
            self.open -= 1
            self.targets.pop(client, None)
            await self._close(writer)

    async def _serve_client(self, address: str, client: int, reader: StreamReader, writer: StreamWriter) -> None:
        try:
            head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), self.head_seconds)
            if head == QUESTION:
                return writer.write(write_answer(self.refusals.pop(address, [])))
            request = ProxyRequest(head)
            self.targets[client] = authority(request.host, request.port)
            upstream, server = await self._connect(request.host, request.port)
        except asyncio.LimitOverrunError:
            return await self._refuse(reader, writer, 431, f"the head of a request is limited to {_HEAD_BYTES} bytes")
        except Malformed as error:
            return await self._refuse(reader, writer, 400, str(error))
        except Refused as error:
            self.on_refusal(str(error))
            self._keep_refusal(address, str(error))
            return await self._refuse(reader, writer, 403, str(error))
        except Unreachable as error:
            return await self._refuse(reader, writer, 502, str(error))
        try:
            if request.body_size is None:
                writer.write(b"HTTP/1.1 200 Connection established\r\n\r\n")
            server.write(request.head)
            await self._move(request.body_size, (reader, writer), (upstream, server))
        except BaseException:
            server.transport.abort()
            raise
        await self._close(server)
        return None

    def _keep_refusal(self, address: str, text: str) -> None:
        """Keeps it for the call, which asks when it has ended (`inside/ways_out/refused.py`)."""
        if address == _NOBODY:
            return
        if len(self.refusals) >= _CALLS:
            del self.refusals[next(iter(self.refusals))]
        kept = self.refusals.setdefault(address, [])
        if text not in kept and len(kept) < _REFUSALS:
            kept.append(text)

    async def _refuse(self, reader: StreamReader, writer: StreamWriter, status: int, reason: str) -> None:
        """Says why in the reason phrase, which is what clients put into their exceptions, and once more as text."""
        body = f"runrl-sandbox: {reason}\n".encode()
        head = f"HTTP/1.1 {status} {reason}\r\nContent-Type: text/plain\r\nContent-Length: {len(body)}\r\n"
        writer.write(f"{head}Connection: close\r\n\r\n".encode() + body)
        writer.write_eof()
        # Closed with something unread, the kernel would reset the connection, and the answer could be lost.
        with contextlib.suppress(asyncio.TimeoutError):
            await asyncio.wait_for(_read_away(reader), min(1.0, self.linger_seconds))

    # --- the way out -------------------------------------------------------------------------------------

    async def _connect(self, host: str | Address, port: int) -> tuple[StreamReader, StreamWriter]:
        """Connects to an address that was checked: what was asked for is resolved once and not looked at again."""
        self.allowed.check_target(host, port)
        if not isinstance(host, str):
            addresses = [host]
        else:
            addresses = LOCALHOST if host == "localhost" else await self._addresses(host)
            for address in addresses:
                self.allowed.check_address(address, port, host)
        said = "it has no address"
        for address in addresses:
            try:
                connecting = asyncio.open_connection(str(address), port, limit=_CHUNK)
                return await asyncio.wait_for(connecting, self.connect_seconds)
            except asyncio.TimeoutError:
                said = f"no answer within {self.connect_seconds:g} s"
            except OSError as error:
                said = os.strerror(error.errno) if error.errno else "no connection"
        raise Unreachable(f"{authority(host, port)} cannot be reached: {said}")

    async def _addresses(self, name: str) -> list[Address]:
        """The addresses of a name; whoever asks meanwhile waits for the same answer."""
        lookup = self._lookups.get(name)
        if lookup is None:
            lookup = self._lookups[name] = asyncio.ensure_future(self.resolve(name))
            lookup.add_done_callback(lambda done: (self._lookups.pop(name), done.cancelled() or done.exception()))
        try:
            return await asyncio.wait_for(asyncio.shield(lookup), self.connect_seconds)
        except asyncio.TimeoutError:
            raise Unreachable(f"{name} was not resolved within {self.connect_seconds:g} s") from None
        except (OSError, UnicodeError):
            raise Unreachable(f"{name} cannot be resolved") from None

    # --- bytes -------------------------------------------------------------------------------------------

    async def _move(
        self,
        body_size: int | None,
        client: tuple[StreamReader, StreamWriter],
        server: tuple[StreamReader, StreamWriter],
    ) -> None:
        """Moves bytes both ways until both sides have ended, one fails, or nothing has moved for too long."""
        clock = asyncio.get_running_loop().time
        moved = [clock()]

        async def copy(reader: StreamReader, writer: StreamWriter, size: int | None = None) -> None:
            while size != 0:
                data = await reader.read(_CHUNK if size is None else min(size, _CHUNK))
                if not data:
                    break
                moved[0] = clock()
                writer.write(data)
                await writer.drain()  # no more than a buffer waits on either side
                size = None if size is None else size - len(data)

        async def send() -> None:
            if body_size == ProxyRequest.CHUNKED:
                await _copy_chunks(copy, client[0], server[1])
            else:
                await copy(client[0], server[1], body_size)
            # One request only: what a client sends behind it could be for another host.
            if body_size is not None and await client[0].read(1):
                raise Malformed("a second request")
            server[1].write_eof()

        async def receive() -> None:
            await copy(server[0], client[1])
            client[1].write_eof()

        tasks = {asyncio.ensure_future(send()), asyncio.ensure_future(receive())}
        waiting = tasks
        try:
            while waiting:
                allowed = self.idle_seconds if len(waiting) == 2 else self.linger_seconds
                left = moved[0] + allowed - clock()
                if left <= 0:
                    raise asyncio.TimeoutError
                done, waiting = await asyncio.wait(waiting, timeout=left, return_when=asyncio.FIRST_COMPLETED)
                if done:
                    moved[0] = clock()
                for task in done:
                    task.result()
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _close(self, writer: StreamWriter) -> None:
        writer.close()
        try:
            await asyncio.wait_for(writer.wait_closed(), self.linger_seconds)
        except (OSError, asyncio.TimeoutError):
            writer.transport.abort()


async def _copy_chunks(copy: Callable[..., Awaitable[None]], reader: StreamReader, writer: StreamWriter) -> None:
    while True:
        line = await _line(reader)
        size = chunk_size(line)
        writer.write(line)
        if size == 0:
            break
        await copy(reader, writer, size + 2)
    while line != b"\r\n":  # trailers, and the empty line behind them
        line = await _line(reader)
        writer.write(line)
        await writer.drain()


async def _line(reader: StreamReader) -> bytes:
    try:
        return await reader.readuntil(b"\r\n")
    except asyncio.LimitOverrunError:
        raise Malformed("malformed chunk") from None


async def _read_away(reader: StreamReader) -> None:
    left = 1 << 22
    while left > 0 and (data := await reader.read(_CHUNK)):
        left -= len(data)


async def _ask_system(name: str) -> list[Address]:
    found = await asyncio.get_running_loop().getaddrinfo(name, None, type=socket.SOCK_STREAM)
    return [ip_address(str(sockaddr[0])) for *_, sockaddr in found]
