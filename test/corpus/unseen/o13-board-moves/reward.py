import re

SQUARE = re.compile(r"[a-h][1-8]")
TAGS = ("position", "rays", "squares")
TERMS = ("file", "rank", "diagonal", "blocked", "capture", "edge")

TAG_CREDIT = 0.05
TERM_CREDIT = 0.05
ANSWER_CREDIT = 1.0


def squares_in(completion):
    """Set of the squares named in <squares>. None for anything that is not a plain list of squares."""
    if completion.count("<squares>") != 1 or completion.count("</squares>") != 1:
        return None
    inside = completion.split("<squares>", 1)[1].split("</squares>", 1)[0]
    names = inside.replace(",", " ").lower().split()
    if not names or len(names) > 64 or len(set(names)) != len(names):
        return None
    if any(SQUARE.fullmatch(name) is None for name in names):
        return None
    return set(names)


def layout_score(completion):
    """Every opening and every closing tag that stands there exactly once."""
    markers = [marker for tag in TAGS for marker in (f"<{tag}>", f"</{tag}>")]
    return TAG_CREDIT * sum(completion.count(marker) == 1 for marker in markers)


def analysis_score(completion):
    """Does the analysis speak of what there is to look at?"""
    words = set(re.findall(r"[a-z]+", completion.lower()))
    return TERM_CREDIT * sum(term in words or term + "s" in words for term in TERMS)


def answer_score(completion, targets):
    return ANSWER_CREDIT * (squares_in(completion) == set(targets.split()))


def reward_fn(completion, targets, **kwargs):
    layout = layout_score(completion)
    analysis = analysis_score(completion)
    answer = answer_score(completion, targets)
    # Layout and words are for the charts only.
    return answer, {"layout": layout, "analysis": analysis, "answer": answer}
