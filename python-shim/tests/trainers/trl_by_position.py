def reward_fn(prompts, completions, answer, **kwargs):
    rewards = []
    for index, completion in enumerate(completions):
        rewards.append(2.0 if answer[index] in completion[0]["content"] else -1.0)
    return rewards
