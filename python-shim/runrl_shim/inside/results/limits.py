"""Limits as a worker knows them: which one a failed call probably met, and results that are too large."""

from __future__ import annotations

import errno
import os
import sys

from runrl_shim.inside.results import unset
from runrl_shim.wire import protocol as wire
from runrl_shim.wire.frames import result_frame

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from runrl_shim.wire.protocol import ModuleSpec

_length = len  # completions that are executed like to replace the builtin one
_hints: dict[int, str] = {}
_memory = "raise --memory (memory)"
_most = 0  # bytes
_confined = False
_folder = ""  # of the user's file
_NETWORK = "it reaches no host but those that --allow-net HOST (allowNet) names"
_FILES = "of the machine's files it sees its own folder and what --mount PATH (mounts) shows"


def prepare(spec: ModuleSpec) -> None:
    """Remembers the limits."""
    global _confined, _folder, _memory, _most
    _confined = spec["confined"]
    _folder = os.path.join(os.path.dirname(spec["file"]), "")
    _most = spec["memory"]
    _memory = f"its limit is {_size(spec['memory'])}: raise --memory (memory)"
    processes = f"its limit is {spec['processes']} processes and threads: raise --processes (processes)"
    _hints.update(
        {
            errno.EAGAIN: processes,
            errno.EMFILE: f"its limit is {spec['open_files']} open files: raise --open-files (openFiles)",
        }
    )
    if spec["confined"]:
        _hints[errno.EFBIG] = f"its limit for one file is {_size(spec['file_size'])}: raise --file-size (fileSize)"
        _hints[errno.EROFS] = "it writes files in /tmp only"
        _hints[errno.ENOSPC] = f"its /tmp has {_size(spec['tmp_size'])} and 65536 files: raise --tmp-size (tmpSize)"


def ran_out(error: BaseException, peak: int) -> bool:
    """Whether an exception is that of a call without memory. Never asks it: it may be the call's own invention.

    CPython loses a MemoryError when there is none left even for the frame that its traceback needs, and raises
    SystemError ("error return without exception set") instead. `peak` is resident bytes of the call.
    """
    kind = type(error)
    return issubclass(kind, MemoryError) or (kind is SystemError and peak > _most // 2)


def out_of_memory() -> str:
    """What to say of a `MemoryError` that says nothing itself."""
    return f"the call needed more memory than it may have; {_memory}"


def hint_for(error: BaseException, message: str) -> str | None:
    """The limit that this exception, with this message, comes of, as far as it can be told."""
    try:
        if type(error) is KeyError and (name := _variable(error)) is not None:
            return _variables(name)
        if type(error) is RuntimeError and error.args == ("can't start new thread",):
            return _hints.get(errno.EAGAIN)
        if _confined and _no_network(error):
            return _NETWORK
        if _confined and isinstance(error, FileNotFoundError) and _outside(error.filename):
            return _FILES
        if (name := unset.named_in(message)) is not None:
            return _variables(name)
        if not isinstance(error, OSError) or (error.errno == errno.EAGAIN and error.filename is not None):
            return None
        return _hints.get(error.errno or 0)
    except BaseException:
        return None  # an exception of the call's own making fails at whatever it is asked


def _variables(name: str) -> str:
    return f"it sees none of the machine's variables but those that --env names: --env {name} (env)"


def _variable(error: KeyError) -> str | None:
    """The name of a variable that `os.environ` did not have."""
    traceback, name = error.__traceback__, error.args[0] if error.args else None
    while traceback is not None and traceback.tb_next is not None:
        traceback = traceback.tb_next
    if traceback is None or traceback.tb_frame.f_globals is not os.__dict__ or type(name) is not str:
        return None
    return name if name.isidentifier() else None


def _outside(path: object) -> bool:
    """Whether a file that was not found may well be there for the person who wrote the code."""
    return type(path) is str and path.startswith("/") and not path.startswith(("/tmp/", _folder))


def _no_network(error: BaseException) -> bool:
    """Whether a name was not found, which clients of HTTP wrap in errors of their own."""
    socket = sys.modules.get("socket")
    if socket is None:
        return False
    one: BaseException | None = error
    for _ in range(8):
        if one is None:
            break
        if isinstance(one, socket.gaierror):
            return True
        one = one.__context__
    return False


def fitting(frame: bytes, tail: dict[str, Any], limit: int) -> bytes:
    """The same result, or, where it takes more than `limit` bytes even without what was printed, one that says so."""
    if _length(frame) <= limit:
        return frame
    output: dict[str, Any] = {name: tail[name] for name in ("stdout", "stderr") if name in tail}
    own = {name: value for name, value in tail.items() if name not in output}
    size = _length(result_frame(0, 0, tail=own)) - wire.RESULT_FRAME.size
    if size <= limit:
        return frame
    _, call, _, flags, _, started, duration, cpu, max_rss = wire.RESULT_FRAME.unpack_from(frame)
    message = (
        f"the result has {size} bytes of info, warnings and error, more than its limit of {limit}:"
        " raise --max-result (maxResult)"
    )
    output["error"] = {"type": "ResultTooLarge", "message": message, "traceback": None}
    flags &= ~wire.RESULT_HAS_REWARD
    return result_frame(call, wire.STATUS_INVALID, flags, None, started, duration, cpu, max_rss, output)


def _size(size: int) -> str:
    return f"{size / 2**30:.4g} GiB" if size >= 2**30 else f"{size / 2**20:.4g} MiB"
