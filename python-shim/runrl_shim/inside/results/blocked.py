"""What a call looks for and the sandbox keeps from it: connections, files of the machine, programs.

Rewards catch the error and score 0, and nobody learns why: so it is noted before it fails, by audit event.
"""

from __future__ import annotations

import os

from runrl_shim.inside.results import unset
from runrl_shim.inside.ways_out import refused

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from runrl_shim.wire.protocol import ModuleSpec

_CONNECTIONS = frozenset({"socket.connect", "socket.getaddrinfo", "socket.gethostbyname", "socket.sendto"})
#: Events that are of interest here alone.
ONLY_NOTED = _CONNECTIONS | {unset.EVENT}
#: All events by which something that is kept from a call is seen.
BLOCKABLE = ONLY_NOTED | {"open", "subprocess.Popen"}
_MOST_NOTED = 4  # of one call
_LONGEST = 120
#: Below these, libraries look for what may or may not be there.
_SYSTEM = ("/dev/", "/etc/", "/lib", "/proc/", "/run/", "/sys/", "/tmp/", "/usr/", "/var/")

_access = os.access
_network = _files = _way_out = False
_own: tuple[str, ...] = ()
_hidden: tuple[str, ...] = ()


def prepare(spec: ModuleSpec) -> None:
    """Remembers what the sandbox keeps from calls."""
    global _files, _hidden, _network, _own, _way_out
    _files = spec["confined"] or spec["landlock"] is not None
    _network, _way_out = _files, spec["way_out"]
    _hidden = tuple(spec["hidden"])
    _own = (os.path.join(os.path.dirname(spec["file"]), ""), *_SYSTEM)


def prepare_way_out(spec: ModuleSpec) -> None:
    """Remembers the proxy, once the environment names it."""
    if spec["way_out"]:
        refused.prepare(os.environ["http_proxy"])


class Blocked:
    """What the sandbox keeps from one call, noted act by act."""

    __slots__ = ("asked", "told", "unset")

    def __init__(self) -> None:
        self.told: list[str] = []
        self.asked = False  # the proxy, for a way out
        self.unset: list[str] = []  # variables

    def note(self, event: str, arguments: tuple[Any, ...], call: int) -> None:
        """Remembers what will stop the act that comes next."""
        if event == unset.EVENT:
            # Whoever raises an event chooses its arguments: nothing is asked of them but by what they are.
            name = arguments[0] if arguments else None
            if type(name) is str and len(self.unset) < _MOST_NOTED and name not in self.unset:
                self.unset.append(name)
            return
        if len(self.told) >= _MOST_NOTED:
            return
        try:
            if event == "socket.connect" and refused.is_proxy(arguments[1]):
                self.asked = True
                refused.give_address(arguments[0], call)
                return
            told = _blocked(event, arguments)
        except Exception:
            return  # a text that says so is a nicety: nothing may come of it but that
        if told is not None and told not in self.told:
            self.told.append(told)

    def added_to(self, tail: dict[str, Any] | None, call: int, *, ok: bool) -> dict[str, Any]:
        """The tail of the call's result, with what was kept from it; of a call that failed, the error tells."""
        told = [*self.told, *(refused.refused(call) if self.asked else ())] if ok else []
        tail = tail or {}
        if self.unset:
            tail = {**tail, "unset": self.unset}
        return {**tail, "warnings": [*tail.get("warnings", ()), *told]} if told else tail


def _blocked(event: str, arguments: tuple[Any, ...]) -> str | None:
    """What to tell the person about an act that comes next; None where nothing will stop it."""
    if event in _CONNECTIONS:
        return _host(event, arguments) if _network else None
    if not _files:
        return None
    if event == "subprocess.Popen":
        return _program(arguments[0])
    path = arguments[0]
    if _hidden and type(path) is str and (told := _why_hidden(path)) is not None:
        return told
    if type(path) is not str or not path.startswith("/") or path.startswith(_own) or _access(path, os.F_OK):
        return None
    return f"the file `{_shown(path)}` was not found: the sandbox shows the module's folder and what --mount PATH names"


def why_hidden(error: BaseException) -> str | None:
    """Why a file could not be opened, where it is one that is hidden on purpose."""
    # Of that very type: an exception of the call's own making fails at whatever it is asked.
    path = error.filename if _hidden and type(error) is PermissionError else None
    return _why_hidden(path) if type(path) is str else None


def _why_hidden(path: str) -> str | None:
    for each in _hidden:
        if os.path.basename(each) not in path:
            continue  # links are not followed for a word more
        real = os.path.realpath(path)
        if real == each or real.startswith(each + os.sep):
            return (
                f"`{_shown(each)}` is hidden from the module: a completion that is executed could read it;"
                f" `--mount {_shown(each)}` (mounts) shows it"
            )
    return None


def _host(event: str, arguments: tuple[Any, ...]) -> str | None:
    address = arguments[1] if event in ("socket.connect", "socket.sendto") else arguments[:2]
    host = address[0] if type(address) is tuple and address else None
    host = host.decode("latin-1") if type(host) is bytes else host
    if type(host) is not str or host in ("", "localhost", "::1") or host.startswith("127."):
        return None
    if _way_out:
        return (
            f"`{_shown(host)}` cannot be reached directly: the way out of --allow-net is the proxy that HTTPS_PROXY"
            " names, which this client does not use"
        )
    return f"the sandbox has no network: `--allow-net {_shown(host)}` lets it reach that host"


def _program(executable: object) -> str | None:
    name = executable.decode("utf-8", "replace") if type(executable) is bytes else executable
    if type(name) is not str or ("/" in name and name.startswith(_own)):
        return None
    folders = [""] if "/" in name else os.get_exec_path()
    if any(_access(os.path.join(folder, name), os.X_OK) for folder in folders):
        return None
    return f"the program `{_shown(name)}` was not found: the sandbox shows what --mount PATH names"


def _shown(text: str) -> str:
    text = text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
    return "".join(letter if letter.isprintable() and letter != "`" else "�" for letter in text)
