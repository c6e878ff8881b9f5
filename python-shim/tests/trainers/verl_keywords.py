import re


def extract(solution_str, method="strict"):
    found = re.findall(r"-?\d+", solution_str)
    return found[0] if method == "strict" and found else None


def reward_fn(solution_str, ground_truth, method="strict", score=1.0, **kwargs):
    answer = extract(solution_str=solution_str, method=method)
    return score if answer == ground_truth else 0.1
