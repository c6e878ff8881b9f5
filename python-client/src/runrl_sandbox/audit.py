"""What the server's audit says of a run: figures by module, and a callback that is told of an alarm."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator
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


class Audits(Listener):
    """Keeps what the server says; told on the I/O thread."""

    def __init__(self) -> None:
        self.latest: dict[str, Audit] = {}
        self._callbacks: list[AlarmCallback] = []
        self._told: set[tuple[int, str, int]] = set()
        self._server: object = None
        self._lock = threading.RLock()

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

    def welcomed(self, header: dict[str, Any]) -> None:
        """What was audited while nobody listened. Another server counts its alarms anew."""
        with self._lock:
            if (server := header.get("server")) != self._server:
                self._server = server
                self.latest.clear()
                self._told.clear()
        for audit in header.get("audits") or ():
            self.audited(audit)

    def audited(self, header: dict[str, Any]) -> None:
        """A step was audited."""
        self.latest[header["module"]] = Audit(
            header["step"],
            header["unearned"],
            header["level"],
            header["e"],
            header["state"],
            header["alarms"],
            header.get("alarm"),
        )
        self._tell()

    def _tell(self) -> None:
        with self._lock:
            for callback, alarm in self._untold():
                # On a thread of its own: whatever it does, calls go on.
                threading.Thread(target=_call, args=(callback, alarm), name="runrl-alarm", daemon=True).start()

    def _untold(self) -> Iterator[tuple[AlarmCallback, dict[str, Any]]]:
        for module, audit in list(self.latest.items()):
            for index, callback in enumerate(self._callbacks):
                if audit.alarm is not None and (key := (index, module, audit.alarms)) not in self._told:
                    self._told.add(key)
                    yield callback, {"event": "audit_alarm", "module": module, **audit.alarm}


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
