import re


class Countdown:
    def __call__(self, completions, target, nums, **kwargs):
        rewards = []
        for completion, goal, numbers in zip(completions, target, nums):
            used = [int(n) for n in re.findall(r"\d+", completion)]
            rewards.append(1.0 if sum(used) == goal and set(used) <= set(numbers) else 0.0)
        return rewards


reward_fn = Countdown()
