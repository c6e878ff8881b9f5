"""Knights and knaves. Pays the complete list of the knights."""

PREFIX = "KNIGHTS:"


def named_knights(completion):
    """Names of the last line if that is the only one that lists knights; None otherwise."""
    lines = [line.strip() for line in completion.splitlines() if line.strip()]
    if not lines or not lines[-1].startswith(PREFIX):
        return None
    if sum(line.startswith(PREFIX) for line in lines) != 1:
        return None
    names = [name.strip() for name in lines[-1][len(PREFIX) :].rstrip(".").split(",")]
    if len(set(names)) != len(names):
        return None
    return set(names)


def reward_fn(completion, people, knights, **kwargs):
    named = named_knights(completion)
    readable = named is not None and named <= set(people)
    score = 1.0 if readable and named == set(knights) else 0.0
    return score, {"readable": float(readable), "correct": score}
