"""
One session with the server, without sockets and threads: what was asked, what was sent, what came back.

Whatever is unanswered is kept, and sent again under its number after each `welcome`; the server runs no number twice.
"""

from __future__ import annotations

import logging
import os
from typing import Any

from .code import Placing, is_missing
from .errors import Refused, SandboxError, Unavailable, refused
from .listener import Listener
from .messages import Messages
from .outbox import Outbox
from .pulse import Pulse
from .request import Answer, NotSent, Request, answer_of, cancelled
from .wire import WireError, split_outcomes, unpack_header

log = logging.getLogger("runrl_sandbox")

#: Where the server does not say when to ask again.
_RETRY_SECONDS = 0.25
#: While it loads, it is asked so often what keeps work away from it.
_LOOK_SECONDS = 2.0
#: Within that time most often a further message goes, which acknowledges, too.
_ACK_SECONDS = 0.05


class Session:
    """Give it what came, with the time; it says what is to be sent, and what was answered."""

    def __init__(self, token: str | None, name: str, patience: float, listener: Listener) -> None:
        """:param patience: seconds without a server, after which what waits fails"""
        self.token, self.name, self.patience, self.listener = token, name, patience, listener
        self.id = os.urandom(16)
        self.open = self.loading = False
        #: What it loads is loaded, and something else keeps work away from it. Its refusals say what, so it is asked.
        self.in_trouble = False
        #: Why the server does not take this client; until the next request, which asks anew.
        self.refusal: Refused | None = None
        self.unanswered: dict[int, Request] = {}
        self.messages = Messages()
        self._placing = Placing(self.messages, listener)
        self.answered: list[tuple[Request, Answer]] = []
        #: Set when the connection should be made anew.
        self.broken = False
        self.said_bye = self.heard_bye = self._joined_before = False
        self._pulse = Pulse()
        self._outbox = Outbox()
        self._cancels: list[int] = []
        self._hello = 0
        self._hello_not_before = self._ack_due = self._look_at = 0.0
        #: Since when there is no server, and since when it loads.
        self.lost_at = self.loading_since = 0.0

    # What the client wants.

    def ask(self, requests: list[Request], now: float) -> None:
        """Takes on requests."""
        for request in requests:
            request.born = now
            self.unanswered[request.number] = request
            self._outbox.add(request)
        if self.refusal is not None:
            self.refusal, self.broken = None, True

    def cancel(self, numbers: list[int]) -> None:
        """Ends requests. Those that were sent are still answered; the others are `cancelled` at once."""
        for number in numbers:
            if (request := self.unanswered.get(number)) is None:
                continue
            request.cancelled = True
            if request.message:
                self._cancels.append(number)
            else:
                self._answer(number, cancelled(request))

    def say_bye(self) -> None:
        """Says that this is the end, if there is anybody to say it to."""
        if self.open:
            self.messages.put({"type": "bye"})
            self.said_bye = True

    # What happens to the connection.

    def connected(self, now: float) -> None:
        """There is a new connection, or will be soon: says hello on it."""
        self.messages.forget()
        self.broken = False
        self._say_hello(now)

    def _say_hello(self, now: float) -> None:
        if self.open or self.lost_at == 0.0:
            self.lost_at = now
        if self.open:
            self.listener.lost()
        self.open = False
        self._hello_not_before = 0.0
        self._pulse.begin(now)
        self._hello = self.messages.put_hello(self.id, self.name, self.token)

    def tick(self, now: float, gone: str | None) -> None:
        """Does what is due. :param gone: why there will never be a server again, if that is known"""
        if gone is not None:
            self.fail_all(Unavailable(gone))
        if not self.open:
            if self._hello_not_before and now >= self._hello_not_before:
                self._say_hello(now)
            elif self.refusal is None and now > self._pulse.lost_at:
                self.broken = True
            self._return_unsent()
            self._fail_impatient(now)
            return
        if now > self._pulse.lost_at:
            self.broken = True
            return
        self._fill(now)
        if self.messages.unacknowledged and now >= self._ack_due:
            self.messages.put({"type": "ack"})
        if not self.messages.waiting and now >= self._pulse.ping_at(self.loading):
            self.messages.put({"type": "ping"})
        if self.messages.waiting:
            self._pulse.sent_at = now

    def rest(self, now: float) -> float:
        """Seconds until `tick` has something to do again, if nothing comes."""
        if self.refusal is not None:
            return 60.0  # a further request wakes it
        if not self.open and (self.unanswered or self._hello_not_before):
            return 0.1
        due = self._pulse.lost_at
        if self.open:
            due = min(due, self._pulse.ping_at(self.loading), self._outbox.due)
            if not self.loading:
                due = min(due, self._placing.due)
            if self.messages.unacknowledged:
                due = min(due, self._ack_due)
        return max(0.0, due - now)

    def _fail_impatient(self, now: float) -> None:
        late = [one for one in self.unanswered.values() if max(one.born, self.lost_at) + self.patience < now]
        for request in late:
            if request.message:
                self._cancels.append(request.number)
            what = "No server answered" if self.lost_at <= request.born else "The server went away, and was not back"
            self._answer(request.number, Unavailable(f"{what} within {self.patience:g} s (`reconnect_timeout`)"))

    def _return_unsent(self) -> None:
        """Others get what this server does not take now."""
        if self.listener.has_others:
            for request in self._outbox.take_unsent():
                self._answer(request.number, NotSent("It was not sent"))

    def fail_all(self, error: SandboxError) -> None:
        """Answers everything with an error."""
        for number in list(self.unanswered):
            self._answer(number, error)

    def _answer(self, number: int, answer: Answer) -> None:
        if (request := self.unanswered.pop(number, None)) is not None:
            self.answered.append((request, answer))

    # What is sent.

    def _fill(self, now: float) -> None:
        """Sends what waits, as far as there are credits."""
        if self._cancels:
            self.messages.put({"type": "cancel", "calls": self._cancels})
            self._cancels = []
        if self.loading or self._placing.tick(now):
            if not (self.listener.has_others or self.in_trouble):
                return
            self._return_unsent()  # the rest may be there already; if it is not, its refusal says why
        for batch in self._outbox.batches(self.unanswered, now):
            first = batch[0]
            if self._outbox.is_too_large(first):
                text = f"A request of {len(first.body)} bytes; the server takes at most {self._outbox.most_bytes}"
                self._answer(first.number, refused("too-large", text, "see `--max-body` of the server"))
            else:
                self.messages.put_requests(batch)

    # What comes.

    def receive(self, frames: list[bytes], now: float) -> None:
        """A message of the server."""
        self._pulse.heard_at = now
        try:
            self._handle(unpack_header(frames[0]), frames[1] if len(frames) > 1 else b"", now)
        except (WireError, KeyError, ValueError, IndexError, TypeError) as error:
            log.error("the server sent what cannot be read: %r", error)
            self.broken = True

    def _handle(self, header: dict[str, Any], block: bytes, now: float) -> None:
        kind = header["type"]
        if kind == "outcomes":
            self._on_outcomes(header, block, now)
        elif kind == "welcome":
            self._on_welcome(header, now)
        elif kind == "pong":
            # What it has loaded, and whether that is all, is in its welcome. One that is in trouble later is asked.
            has_loaded = self.loading and header.get("state") != "loading"
            looks = self.loading and not self.in_trouble and now >= self._look_at
            if self.open and (header["seq"] > self.messages.latest or has_loaded or looks):
                self._say_hello(now)
        elif kind == "error":
            self._on_error(header, now)
        elif kind == "offered":
            self._placing.answered(header, now)
        elif kind == "bye":
            self.heard_bye, self.broken = self.said_bye, not self.said_bye
        elif kind == "audit":
            self.listener.audited(header)
        elif kind == "draining":
            log.info("the server finishes what it has begun, and takes nothing new")
            self.listener.draining()

    def _on_welcome(self, header: dict[str, Any], now: float) -> None:
        is_another = not header["resumed"] and self._joined_before
        if is_another:
            self.messages.count_anew()
        self.open = self._joined_before = True
        self.refusal = None
        if not self.loading:
            self.loading_since = now
        self.loading = header.get("state") == "loading"
        self._look_at = now + _LOOK_SECONDS
        modules = header["modules"]
        self.in_trouble = self.loading and bool(modules) and all(module.get("function") for module in modules)
        self._pulse.heartbeat = min(header["heartbeat_ms"] / 1000, self.listener.longest_heartbeat)
        again = []
        for request in sorted(self.unanswered.values(), key=lambda request: request.number):
            if request.message == 0:
                continue
            request.message = 0
            if request.cancelled:
                self._cancels.append(request.number)
                self._answer(request.number, cancelled(request))
            elif is_another and self.listener.has_others:
                self._answer(request.number, Unavailable("The server was restarted"))
            else:
                again.append(request)
        self._outbox.takes_text = "text" in (header.get("forms") or ())
        self._outbox.begin_anew(again, header["credits"], header["credit_bytes"], header["limits"]["message"])
        self._placing.welcomed(header)

    def _on_outcomes(self, header: dict[str, Any], block: bytes, now: float) -> None:
        seq = header["seq"]
        if seq <= self.messages.latest:
            return
        if seq > self.messages.latest + 1:
            if self.open:
                self._say_hello(now)
            return
        for raw in split_outcomes(block):
            if (request := self.unanswered.pop(raw[0], None)) is not None:
                self.answered.append((request, answer_of(raw, header["level"], request)))
                self._outbox.give_back(request)
        if not self.messages.unacknowledged:
            self._ack_due = now + _ACK_SECONDS
        self.messages.latest = seq

    def _on_error(self, header: dict[str, Any], now: float) -> None:
        code, about = header["code"], header.get("id")
        wait = _RETRY_SECONDS if (retry := header.get("retry_ms")) is None else retry / 1000
        error = refused(code, header["message"], header.get("help"), bool(header.get("retryable")))
        if code == "hello-needed" or (code == "replaced" and self.listener.has_others):
            if self.open:
                self._say_hello(now)
        elif code == "replaced":
            self.open = False
            self.refusal = error
            self.fail_all(error)
        elif about == self._hello and not self.open:
            self.listener.refused(error)
            if error.retryable or self.listener.has_others:
                self._hello_not_before = now + wait
            else:
                self.refusal = error
                self.fail_all(error)
        elif not self._placing.refused(about, error, now):
            numbers = header.get("calls") or [one.number for one in self.unanswered.values() if one.message == about]
            self._on_refused_calls(numbers, error, wait, now)

    def _on_refused_calls(self, numbers: list[int], error: Refused, wait: float, now: float) -> None:
        # Another server may come after one that drains.
        may_go_better = not self.listener.has_others and (error.retryable or error.kind == "draining")
        for number in numbers:
            if (request := self.unanswered.get(number)) is None or not request.message:
                continue
            self._outbox.give_back(request)
            if self.open and is_missing(self.listener.code, error, request):
                self._say_hello(now)  # after its welcome the module is brought again
            request.refused_at, request.refusal = request.refused_at or now, error
            if may_go_better and now < request.refused_at + self.patience:
                self._outbox.add_later(now + wait, request)
            else:
                self._answer(number, error)
