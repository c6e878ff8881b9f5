import unicodedata

_scores = {}


def normal(text):
    return unicodedata.normalize("NFKC", text).strip().strip(".!").casefold()


def compare(completion, solution):
    return 1.0 if normal(completion) == normal(solution) else 0.0


def reward_fn(completion, **kwargs):
    if completion not in _scores:
        if len(_scores) > 50_000:
            _scores.clear()
        _scores[completion] = compare(completion, kwargs["solution"])
    return _scores[completion]
