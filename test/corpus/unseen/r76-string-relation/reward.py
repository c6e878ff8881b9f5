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
LEAD = re.compile(r"(?:it is |is )?(?:an? |the )?")


def conclusion(text):
    """What stands behind the mark of the last line, in lower case and without decoration."""
    text = text.strip().lower()
    line = text[text.rfind("\n") + 1 :].strip(" *`_\t\r")
    if text.count(MARK) != 1 or not line.startswith(MARK):
        return ""
    return line[len(MARK) :].strip(" *`_.")


def reward_fn(completion, **kwargs):
    said = conclusion(completion)
    word = said[LEAD.match(said).end() :]
    return float(word in FORMS[kwargs["relation"]]), {"said": said[:80]}
