"""Returns desk: is the decision right, and would we send this mail to a customer?

The decision is the gate: with another one than the rules say, or with several, the mail is worth nothing.
decision      0.7   the first line names what the rules say
tone          0.1   thanks or an apology, once is enough, and no shouting
length        0.1   40 to 80 words that are not the same few over and over
order number  0.1   quoted, so that the customer can find it again
"""

import re

ACTIONS = ("ESCALATE", "REPLACE", "REPAIR", "REFUND", "STORE_CREDIT", "DECLINE")
ACTION_LINE = re.compile(r"[*]*action[*]*:[* ]*([a-z_]+(?: [a-z]+)?)[*]*", re.IGNORECASE)
MENTION = re.compile(r"^[ \t*#>-]*action[ \t*]*:", re.IGNORECASE | re.MULTILINE)
COURTEOUS = re.compile(r"\b(thank you|thanks|sorry|apologi[sz]e|we appreciate)\b", re.IGNORECASE)
SHORTEST, LONGEST = 40, 80
MOST_CHARACTERS = 3000


def split(text):
    """The decision in the first line and the mail after it; no decision if there are more such lines."""
    first, _, body = text.strip().partition("\n")
    found = ACTION_LINE.fullmatch(first.strip())
    if not found or MENTION.search(body):
        return None, body.strip()
    name = found.group(1).upper().replace(" ", "_")
    return (name if name in ACTIONS else None), body.strip()


def tone_ok(body):
    capitals = [w for w in re.findall(r"\b[A-Z]{4,}\b", body) if w not in ACTIONS]
    return COURTEOUS.search(body) is not None and len(capitals) <= 3 and "!!" not in body


def length_ok(body):
    words = [word.lower().strip(".,;:!?") for word in body.split()]
    return SHORTEST <= len(words) <= LONGEST and len(set(words)) >= len(words) / 2


def quoted(body, order_id):
    return bool(order_id) and re.search(rf"(?<![\w-]){re.escape(order_id)}(?![\w-])", body) is not None


def reward_fn(completion, decision=None, order_id="", **kwargs):
    if len(completion) > MOST_CHARACTERS:
        return 0.0, {"decision": 0.0, "action": "too long"}
    action, body = split(completion)
    if action is None or action != decision:
        return 0.0, {"decision": 0.0, "action": action or "none"}

    parts = {
        "decision": 0.7,
        "tone": 0.1 if tone_ok(body) else 0.0,
        "length": 0.1 if length_ok(body) else 0.0,
        "order_quoted": 0.1 if quoted(body, order_id) else 0.0,
    }
    return round(sum(parts.values()), 6), {**parts, "action": action}
