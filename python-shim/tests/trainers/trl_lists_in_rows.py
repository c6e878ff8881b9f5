def reward_fn(completions, tests, **kwargs):
    rewards = []
    for completion, cases in zip(completions, tests):
        text = completion[0]["content"]
        rewards.append(sum(case in text for case in cases) / len(cases))
    return rewards
