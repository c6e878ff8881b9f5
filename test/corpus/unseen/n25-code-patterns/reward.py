import logging
import re

log = logging.getLogger("regex_reward")

LIMIT = 120
QUANTIFIERS = "*+?{"
# (?:...), lookarounds and names; no inline flags and no comments
SPECIAL = re.compile(r"\(\?(?![:=!<P])")


def find_pattern(completion):
    lines = completion[-2000:].strip().split("\n")
    label, colon, pattern = lines[-1].partition("PATTERN:")
    if not colon or label.strip():
        return None
    return pattern.strip()


def affordable(pattern):
    """No backtracking that could take long: few quantifiers, none of them behind a group."""
    if not 0 < len(pattern) <= LIMIT or sum(pattern.count(q) for q in QUANTIFIERS) > 5:
        return False
    if SPECIAL.search(pattern):
        return False
    return not any(")" + q in pattern for q in QUANTIFIERS)


def compiled(pattern):
    try:
        return re.compile(pattern)
    except (re.error, OverflowError, RecursionError, ValueError, Warning) as e:
        log.debug("no regular expression: %s", e)
        return None


def share(regex, accept, reject):
    """Share of the strings that are treated as they should."""
    right = sum(regex.fullmatch(s) is not None for s in accept) + sum(regex.fullmatch(s) is None for s in reject)
    return right / (len(accept) + len(reject))


def reward_fn(completion, accept, reject, holdout_accept, holdout_reject, **kwargs):
    info = {"compiled": 0.0, "examples": 0.0, "holdout": 0.0}
    pattern = find_pattern(completion)
    if pattern is None or not affordable(pattern):
        return 0.0, info
    regex = compiled(pattern)
    if regex is None:
        return 0.0, info
    info["compiled"] = 1.0
    info["examples"] = share(regex, accept, reject)
    info["holdout"] = share(regex, holdout_accept, holdout_reject)
    return float(info["examples"] == 1.0), info
