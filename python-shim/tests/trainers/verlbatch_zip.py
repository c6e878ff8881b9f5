import re


def extract(solution_str, method="strict"):
    found = re.findall(r"-?\d+", solution_str)
    return found[0] if method == "strict" and found else None


def reward_fn(data_sources, solution_strs, ground_truths, extra_infos, method="strict", score=1.0, **kwargs):
    scores = []
    for solution_str, ground_truth in zip(solution_strs, ground_truths):
        answer = extract(solution_str=solution_str, method=method)
        if answer is not None and answer == ground_truth:
            scores.append(score)
        else:
            scores.append(0.0)
    return scores
