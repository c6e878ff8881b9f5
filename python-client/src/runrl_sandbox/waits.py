"""What a request waits for, in words: for whoever did not wait to the end."""

from __future__ import annotations

import time
from typing import Final

from .session import Session

#: Neither the session nor a fleet knows the request.
NOT_HERE: Final = "this process was too busy to send it, or to hand out its answer"


def what_it_waits_for(session: Session, number: int) -> str:
    """May be called by all threads: it only reads."""
    now, request = time.monotonic(), session.unanswered.get(number)
    if request is None:
        return NOT_HERE
    if not session.open:
        return f"no server has welcomed this client for {now - session.lost_at:.1f} s"
    if request.refusal is not None:
        return f"the server has refused it for {now - request.refused_at:.1f} s: {request.refusal}"
    if request.message:
        return "the server has it, where it waits in the queue or runs"
    if session.loading and not session.in_trouble:
        return f"the server has been loading for {now - session.loading_since:.1f} s"
    return "it has not been sent: the server takes no more of this client at once (`credits`)"
