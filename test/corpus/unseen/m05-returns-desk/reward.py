"""Returns desk: is the decision right, and would we send this mail to a customer?

decision      0.5   the action line names what the rules say
tone          0.1   for every courteous phrase
length        0.3   full marks at 60 words, falling off on both sides
order number  0.1   quoted, so that the customer can find it again
shouting     -0.2   more than a few words in capitals, or "!!"
"""

import re

ACTIONS = ("ESCALATE", "REPLACE", "REPAIR", "REFUND", "STORE_CREDIT", "DECLINE")
ACTION_LINE = re.compile(r"^[*]*action[*]*:[* ]*([a-z_]+(?: [a-z]+)?)[*]*$", re.IGNORECASE | re.MULTILINE)
COURTEOUS = [
    "thank you",
    "thanks",
    "please",
    "sorry",
    "apologise",
    "apologize",
    "appreciate",
    "happy to help",
    "kind regards",
    "understand",
]
IDEAL_WORDS = 60


def stated_action(text):
    found = ACTION_LINE.search(text)
    if not found:
        return None
    name = found.group(1).upper().replace(" ", "_")
    return name if name in ACTIONS else None


def body_of(text):
    return ACTION_LINE.sub("", text, count=1).strip()


def tone_points(body):
    low = body.lower()
    return sum(0.1 * low.count(phrase) for phrase in COURTEOUS)


def length_points(body):
    words = len(body.split())
    return 0.3 * max(0.0, 1 - abs(words - IDEAL_WORDS) / IDEAL_WORDS)


def shouting(body):
    capitals = [w for w in re.findall(r"\b[A-Z]{4,}\b", body) if w not in ACTIONS]
    return len(capitals) > 3 or "!!" in body


def reward_fn(completion, decision=None, order_id="", **kwargs):
    action = stated_action(completion)
    body = body_of(completion)

    right = 0.5 if action == decision else 0.0
    tone = tone_points(body)
    length = length_points(body)
    quoted = 0.1 if order_id and order_id in body else 0.0
    penalty = 0.2 if shouting(body) else 0.0

    total = right + tone + length + quoted - penalty
    total = max(0.0, min(1.0, total))
    return total, {
        "decision": right,
        "tone": tone,
        "length": length,
        "order_quoted": quoted,
        "shouting": penalty,
        "action": action or "none",
    }
