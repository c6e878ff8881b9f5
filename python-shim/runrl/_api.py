"""`run_code`: the caller's side. What it says to the supervisor of the run is in `_wire.py`."""

from __future__ import annotations

import json

from runrl import _wire as wire
from runrl._connect import Connection, connect
from runrl._result import CodeResult

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator, Mapping, Sequence
    from typing import Any

    from runrl._result import CodeLevel

_START_WITHIN = 60.0  # seconds that a run may wait for its turn
_END_WITHIN = 15.0  # seconds beyond its timeout after which the supervisor is not waited for any more
_MAX_ANSWER = 512 << 20


class RunCodeError(RuntimeError):
    """The run could not be made, through no fault of the code: it says nothing about the completion."""


def run_code(
    code: str,
    *,
    stdin: str | bytes = "",
    files: Mapping[str, str | bytes] | None = None,
    outputs: Sequence[str] = (),
    arguments: Sequence[str] = (),
    timeout: float = 5.0,
    memory: int = 256 << 20,
    processes: int = 32,
    output_limit: int = 64 << 10,
    file_limit: int = 16 << 20,
    packages: bool = False,
) -> CodeResult:
    """Runs Python code as `python main.py` would, in a process that holds nothing of the caller.

    Args:
        code: the program. What does not compile is a `failed` run with its traceback on stderr.
        stdin: what it reads from its standard input.
        files: files to put into its working folder, which is empty otherwise, by relative path.
        outputs: files to take from the working folder when it has ended, by relative path. Links are not followed.
        arguments: `sys.argv[1:]`.
        timeout: seconds of wall time, from its start. Waiting for its turn does not count.
        memory: bytes of private memory that each of its processes may have beyond the bare interpreter; all
            together at most twice as much. Never more than the limit of the module (`--memory`).
        processes: processes and threads that it may have at a time (at level `landlock` a run with more is killed;
            without a sandbox they are not limited).
        output_limit: bytes of stdout, and of stderr, that are kept. The rest is dropped, and the program goes on.
        file_limit: bytes that each file of `outputs` may have.
        packages: whether it finds the installed packages (site-packages). Leave it off where they could hold answers.

    Raises:
        RunCodeError: the sandbox failed, so nothing is known about the code.
        ValueError: an argument is wrong: a file name that points elsewhere, a limit that is not positive.
    """
    limits = _limits(timeout, memory, processes, output_limit, file_limit)
    parts = _request(code, stdin, files or {}, outputs, arguments, limits, packages=packages)
    with _errors(), connect() as connection:
        connection.settimeout(_START_WITHIN)
        wire.send_all(connection.socket, parts)
        steps = _conversation(timeout, level=connection.level)
        size, seconds = next(steps)
        try:
            while True:
                connection.settimeout(seconds)
                size, seconds = steps.send(connection.receive(size))
        except StopIteration as done:
            result: CodeResult = done.value
            return result


async def run_code_async(
    code: str,
    *,
    stdin: str | bytes = "",
    files: Mapping[str, str | bytes] | None = None,
    outputs: Sequence[str] = (),
    arguments: Sequence[str] = (),
    timeout: float = 5.0,
    memory: int = 256 << 20,
    processes: int = 32,
    output_limit: int = 64 << 10,
    file_limit: int = 16 << 20,
    packages: bool = False,
) -> CodeResult:
    """`run_code` for coroutines: others go on meanwhile. Cancelling it kills the run."""
    import asyncio

    limits = _limits(timeout, memory, processes, output_limit, file_limit)
    parts = _request(code, stdin, files or {}, outputs, arguments, limits, packages=packages)
    loop = asyncio.get_running_loop()

    async def receive(size: int) -> bytes:
        data = b""
        while len(data) < size:
            more = await loop.sock_recv(connection.socket, min(size - len(data), 1 << 20))
            if not more:
                return connection.word_of_the_dead(size)
            data += more
        return data

    with _errors(), connect() as connection:
        connection.settimeout(0)
        for part in parts:
            await asyncio.wait_for(loop.sock_sendall(connection.socket, part), _START_WITHIN)
        steps = _conversation(timeout, level=connection.level)
        size, seconds = next(steps)
        try:
            while True:
                size, seconds = steps.send(await asyncio.wait_for(receive(size), seconds))
        except StopIteration as done:
            result: CodeResult = done.value
            return result


class _errors:  # noqa: N801
    """Tells of a connection that failed as a RunCodeError."""

    def __enter__(self) -> None: ...

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        if isinstance(error, TimeoutError) or type(error).__name__ == "TimeoutError":
            raise RunCodeError("the sandbox did not answer: the run waited too long for its turn, or hangs") from error
        if isinstance(error, wire.Gone):
            raise RunCodeError("the sandbox of the run ended without an answer") from None
        if isinstance(error, OSError):
            raise RunCodeError(f"the sandbox of the run cannot be reached: {error}") from error


def _limits(timeout: float, memory: int, processes: int, output_limit: int, file_limit: int) -> dict[str, float]:
    most = {
        "timeout": (timeout, 1e8),
        "memory": (memory, 1 << 50),
        "processes": (processes, wire.MAX_PROCESSES),
        "output_limit": (output_limit, wire.MAX_OUTPUT),
        "file_limit": (file_limit, wire.MAX_FILE),
    }
    for name, (value, largest) in most.items():
        if not 0 < value <= largest:
            raise ValueError(f"{name} is {value!r}: it must be positive, and at most {largest}")
    return {name: float(value) if name == "timeout" else int(value) for name, (value, _) in most.items()}


def _request(
    code: str,
    stdin: str | bytes,
    files: Mapping[str, str | bytes],
    outputs: Sequence[str],
    arguments: Sequence[str],
    limits: Mapping[str, float],
    *,
    packages: bool,
) -> list[bytes]:
    contents = {wire.checked_name(name): _bytes(content) for name, content in files.items()}
    program, text = _bytes(code), _bytes(stdin)
    if any("\0" in argument for argument in arguments):
        raise ValueError("an argument contains a NUL character")
    header = {
        **limits,
        "packages": bool(packages),
        "arguments": list(arguments),
        "outputs": [wire.checked_name(name) for name in outputs],
        "code": len(program),
        "stdin": len(text),
        "files": [(name, len(content)) for name, content in contents.items()],
    }
    parts = [wire.pack(header), program, text, *contents.values()]
    if len(parts[0]) > wire.MAX_HEADER or sum(map(len, parts)) > wire.MAX_REQUEST:
        raise ValueError(f"code, stdin and files are {sum(map(len, parts))} bytes: at most {wire.MAX_REQUEST}")
    return parts


def _bytes(text: str | bytes) -> bytes:
    # A lone surrogate, which a completion may hold, becomes bytes that do not compile instead of an error here.
    return text.encode("utf-8", "surrogatepass") if isinstance(text, str) else bytes(text)


def _conversation(timeout: float, *, level: CodeLevel) -> Generator[tuple[int, float], bytes, CodeResult]:
    """Yields how many bytes to receive next and how long to wait for them; is sent the bytes; returns the result."""
    word = yield 1, _START_WITHIN
    if word == wire.FAILED:
        raise RunCodeError((yield wire.length_of((yield wire.LENGTH_BYTES, _END_WITHIN)), _END_WITHIN).decode())
    if word != wire.STARTED:
        raise RunCodeError("the supervisor of the run died before it started")
    word = yield 1, timeout + _END_WITHIN
    if word == wire.KILLED:
        return CodeResult("killed", None, None, "", "", False, False, 0.0, 0.0, 0, level)
    if word != wire.ANSWERED:
        raise RunCodeError("the sandbox of the run failed while it ran")
    length = wire.length_of((yield wire.LENGTH_BYTES, _END_WITHIN))
    header: dict[str, Any] = json.loads((yield length, _END_WITHIN))
    files: list[list[Any]] = header.pop("files")
    sizes = [header["stdout"], header["stderr"], *(size for _, size in files)]
    if sum(sizes) > _MAX_ANSWER:
        raise RunCodeError(f"the run answered with {sum(sizes)} bytes")
    contents = []
    for size in sizes:
        contents.append((yield size, _END_WITHIN))
    header["stdout"], header["stderr"] = (content.decode("utf-8", "backslashreplace") for content in contents[:2])
    return CodeResult(**header, files=dict(zip([name for name, _ in files], contents[2:], strict=True)))


__all__ = ["Connection", "RunCodeError", "run_code", "run_code_async"]
