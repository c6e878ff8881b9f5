"""What the server's audit says of a run: figures by module, and a callback that is told of an alarm."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from .listener import Listener

log = logging.getLogger("runrl_sandbox")

#: Is given what `--on-alarm` is told, as a dict: `module`, `step`, `message`, `examples`, `command`, …
AlarmCallback = Callable[[dict[str, Any]], object]


@dataclass(frozen=True)
class Audit:
    """The latest figures of a module."""

    #: The training step that was audited last.
    step: int
    #: Share of the well-paid calls that keep their pay on other rows; None where none was paid well.
    unearned: float | None
    #: The same share of all steps before; None in the first.
    level: float | None
    #: Evidence that a share has risen: the alarm comes at 100.
    e: float
    #: `learning`, `watching`, `row-blind`, `no-rows`, `alarm`.
    state: str
    #: Alarms since the server began.
    alarms: int
    #: The latest, if there was one.
    alarm: dict[str, Any] | None
    #: Calls of that step that were paid well and audited.
    paid_well: int = 0
    #: Those among them that keep their pay.
    kept: int = 0


class Audits(Listener):
    """Keeps what servers say; told on the I/O thread. Those of a fleet have names."""

    def __init__(self) -> None:
        self._callbacks: list[AlarmCallback] = []
        self._by_server: dict[str, _Server] = {}
        self._lock = threading.RLock()

    @property
    def latest(self) -> dict[str, Audit]:
        """By module; of several servers together."""
        by_module: dict[str, list[Audit]] = {}
        with self._lock:
            for server in self._by_server.values():
                for module, audit in server.latest.items():
                    by_module.setdefault(module, []).append(audit)
        return {module: together(audits) for module, audits in by_module.items()}

    def call(self, callback: AlarmCallback) -> None:
        """
        Has it called at each alarm, once, and for one that was there before. Nothing happens the second time.

        :raises TypeError: it cannot be called
        """
        if not callable(callback):
            raise TypeError(f"expected `on_alarm` to be a function that takes the alarm, got {callback!r}")
        with self._lock:
            if callback not in self._callbacks:
                self._callbacks.append(callback)
        self._tell()

    def welcomed(self, header: dict[str, Any], name: str = "") -> None:
        """What was audited while nobody listened. Another server counts its alarms anew."""
        with self._lock:
            if name not in self._by_server or self._by_server[name].run != header.get("server"):
                self._by_server[name] = _Server(header.get("server"))
        for audit in header.get("audits") or ():
            self.audited(audit, name)

    def audited(self, header: dict[str, Any], name: str = "") -> None:
        """A step was audited."""
        with self._lock:
            self._by_server.setdefault(name, _Server(None)).latest[header["module"]] = Audit(
                header["step"],
                header["unearned"],
                header["level"],
                header["e"],
                header["state"],
                header["alarms"],
                header.get("alarm"),
                header.get("paid_well", 0),
                header.get("kept", 0),
            )
        self._tell()

    def forget(self, name: str) -> None:
        """A server that has left the fleet."""
        with self._lock:
            self._by_server.pop(name, None)

    def _tell(self) -> None:
        with self._lock:
            for callback, alarm in self._untold():
                # On a thread of its own: whatever it does, calls go on.
                threading.Thread(target=_call, args=(callback, alarm), name="runrl-alarm", daemon=True).start()

    def _untold(self) -> Iterator[tuple[AlarmCallback, dict[str, Any]]]:
        for name, server in self._by_server.items():
            host = {"host": name} if name else {}
            for module, audit in server.latest.items():
                for index, callback in enumerate(self._callbacks):
                    if audit.alarm is not None and (key := (index, module, audit.alarms)) not in server.told:
                        server.told.add(key)
                        yield callback, {"event": "audit_alarm", "module": module, **host, **audit.alarm}


class _Server:
    """What one run of a server has said."""

    def __init__(self, run: object) -> None:
        self.run = run
        self.latest: dict[str, Audit] = {}
        #: Which callback was told of which alarm of which module.
        self.told: set[tuple[int, str, int]] = set()


def together(audits: Sequence[Audit]) -> Audit:
    """The figures of several servers, each of which audits the calls that it was given, of the latest step of each."""
    if len(audits) == 1:
        return audits[0]
    paid_well, kept = sum(audit.paid_well for audit in audits), sum(audit.kept for audit in audits)
    levels = [audit.level for audit in audits if audit.level is not None]
    gravest = max(audits, key=lambda audit: (audit.state == "alarm", audit.e))
    alarms = [audit.alarm for audit in audits if audit.alarm is not None]
    return Audit(
        max(audit.step for audit in audits),
        kept / paid_well if paid_well else None,
        sum(levels) / len(levels) if levels else None,
        gravest.e,
        gravest.state,
        sum(audit.alarms for audit in audits),
        max(alarms, key=lambda alarm: int(alarm.get("step", 0)), default=None),
        paid_well,
        kept,
    )


def alarm_callback(given: AlarmCallback | str | None) -> AlarmCallback | None:
    """What this process calls."""
    return given if callable(given) else None


def alarm_flag(given: AlarmCallback | str | None) -> dict[str, str]:
    """
    What the server is told with `--on-alarm`: a URL or a command.

    :raises TypeError: it is neither that nor a function
    """
    if given is not None and not isinstance(given, str) and not callable(given):
        raise TypeError(f"expected `on_alarm` to be a function, a URL or a command, got {given!r}")
    return {"on_alarm": given} if isinstance(given, str) else {}


def _call(callback: AlarmCallback, alarm: dict[str, Any]) -> None:
    try:
        callback(alarm)
    except Exception:
        log.exception("`on_alarm` failed; the alarm was: %s", alarm.get("message"))
