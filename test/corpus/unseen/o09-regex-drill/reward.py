"""Grades regular expressions on texts that they must match as a whole and texts that they must not.

Matching happens in a child process with a time limit: some expressions take for ever.
"""

import json
import re
import subprocess
import sys

TAG = "regex"
LONGEST = 300
SECONDS = 2.0

CHILD = """
import json, re, sys
job = json.load(sys.stdin)
rx = re.compile(job["pattern"], re.IGNORECASE if "i" in job["flags"] else 0)
print(json.dumps([rx.fullmatch(text) is not None for text in job["texts"]]))
"""


def extract(completion):
    """The expression between the tags; None if there is not exactly one."""
    opening, closing = f"<{TAG}>", f"</{TAG}>"
    if completion.count(opening) != 1 or completion.count(closing) != 1:
        return None
    start = completion.index(opening) + len(opening)
    end = completion.index(closing)
    pattern = completion[start:end].strip("\r\n") if start <= end else ""
    return pattern if 0 < len(pattern) <= LONGEST else None


def try_pattern(pattern, texts, flags):
    """For each text whether the pattern matches it; None when it cannot be compiled or takes too long."""
    job = json.dumps({"pattern": pattern, "texts": texts, "flags": flags})
    try:
        child = subprocess.run(
            [sys.executable, "-I", "-S", "-c", CHILD], input=job, capture_output=True, text=True, timeout=SECONDS
        )
    except subprocess.TimeoutExpired:
        return None
    if child.returncode != 0:
        return None
    return json.loads(child.stdout)


def mismatches(cases, results):
    """Texts on which the expression and the case disagree. Where the authors had no opinion, match is null."""
    texts = []
    for case, matched in zip(cases, results, strict=True):
        wanted = case.get("match")
        if wanted is not None and matched != wanted:
            texts.append(case["text"])
    return texts


def reward_fn(completion, **kwargs):
    cases = kwargs["cases"]
    if not any(case.get("match") for case in cases):
        raise ValueError("a row needs a text that must match")
    pattern = extract(completion)
    if pattern is None:
        return 0.0, {"compiled": 0.0, "mismatches": float(len(cases))}

    results = try_pattern(pattern, [case["text"] for case in cases], kwargs.get("flags") or "")
    if results is None:
        return 0.0, {"compiled": 0.0, "mismatches": float(len(cases))}

    wrong = mismatches(cases, results)
    return (0.0 if wrong else 1.0), {"compiled": 1.0, "mismatches": float(len(wrong))}
