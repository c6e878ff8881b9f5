"""String relations: what is the second string to the first?"""

import re

FORMS = {
    "reversal": {"reversal", "reversed", "reverse"},
    "rotation": {"rotation", "rotated"},
    "anagram": {"anagram", "anagrams", "permutation"},
    "prefix": {"prefix"},
    "subsequence": {"subsequence"},
    "unrelated": {"unrelated"},
}
MARK = "relation:"
MAX_WORDS = 25


def conclusion(text):
    """What stands behind the last mark, in lower case and without decoration."""
    lines = text.strip().lower().split("\n")
    for line in reversed(lines):
        line = line.strip(" *`_\t\r")
        if line.startswith(MARK):
            return line[len(MARK) :].strip(" *`_.")
    return ""


def hedges(said):
    return "," in said or "/" in said or re.search(r"\bor\b", said) is not None


def reward_fn(completion, **kwargs):
    said = conclusion(completion)
    words = re.findall(r"[a-z]+", said)
    if not words or len(words) > MAX_WORDS or hedges(said):
        return 0.0, {"said": said[:80]}
    named = FORMS[kwargs["relation"]].intersection(words)
    return float(bool(named)), {"said": said[:80]}
