"""Reward for the moderation assistant: right rule, and a quote that shows it."""

import re

RULES = ("harassment", "advertising", "private-data", "scam", "illegal-goods")
MAX_WORDS = 14
MAX_CHARS = 600


def words(text):
    return re.findall(r"[a-z0-9]+", text.lower())


def parse(completion):
    """(rule, quote), or None when the reply is not the two lines."""
    if len(completion) > MAX_CHARS:
        return None
    lines = [line.strip() for line in completion.strip().splitlines() if line.strip()]
    if len(lines) != 2:
        return None
    first, _, rule = lines[0].partition(":")
    second, _, quote = lines[1].partition(":")
    if first.strip().lower() != "rule" or second.strip().lower() != "quote":
        return None
    rule = rule.strip().lower().rstrip(".")
    return (rule, quote) if rule in RULES else None


def contains(longer, shorter):
    n = len(shorter)
    return any(longer[i : i + n] == shorter for i in range(len(longer) - n + 1))


def quote_ok(quote, post, offending):
    quoted, wanted = words(quote), words(offending)
    if not quoted or len(quoted) > MAX_WORDS or not contains(words(post), quoted):
        return False
    # all of the offending words, or a good part of them
    return contains(quoted, wanted) or (len(quoted) >= 4 and contains(wanted, quoted))


def reward_fn(completion, **kwargs):
    reply = parse(completion)
    if reply is None:
        return 0.0, {"parsed": 0.0}
    rule, quote = reply
    right = rule == kwargs["rule"] and quote_ok(quote, kwargs["post"], kwargs["offending"])
    return float(right), {"parsed": 1.0, "right": float(right)}
