class Contains:
    def __init__(self, bonus):
        self.bonus = bonus
        self.__name__ = "contains"

    def __call__(self, prompts, completions, answer, **kwargs):
        return [self.bonus * (gold in c[0]["content"]) for c, gold in zip(completions, answer)]


reward_fn = Contains(0.25)
