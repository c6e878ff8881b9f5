"""Scores one bank transfer, written as JSON on the last line."""

import json

FULL = 1.0


def last_call(text):
    lines = [line for line in text[-4000:].splitlines() if line.strip()]
    if not lines:
        return None
    try:
        call = json.loads(lines[-1])
    except (ValueError, RecursionError):
        return None
    return call if isinstance(call, dict) else None


def is_right(call, recipient, amount, account):
    wanted = {"tool": "transfer", "to": recipient, "amount": amount, "from": account}
    return call == wanted and type(call["amount"]) is int


def reward_fn(completion, recipient, amount, account, **kwargs):
    call = last_call(completion)
    if call is not None and is_right(call, recipient, amount, account):
        return FULL
    return 0.0
