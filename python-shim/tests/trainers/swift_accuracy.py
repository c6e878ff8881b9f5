from typing import List


class ORM:
    def __call__(self, **kwargs):
        raise NotImplementedError


class Accuracy(ORM):
    def __call__(self, completions, answer, **kwargs) -> List[float]:
        rewards = []
        for content, gold in zip(completions, answer):
            rewards.append(1.0 if content.strip("<a>/") == gold else 0.0)
        return rewards


reward_fn = Accuracy()
