import re


def reward_fn(completions, ground_truth, **kwargs):
    found = [re.search(r"<a>(.*?)</a>", completion[0]["content"]) for completion in completions]
    said = [match.group(1) if match else "" for match in found]
    return [1.0 if one == truth else 0.0 for one, truth in zip(said, ground_truth)]
