def reward_fn(prompts, completions, task, **kwargs):
    rewards = []
    for prompt, completion, kind in zip(prompts, completions, task):
        if kind == "math":
            rewards.append(float(prompt[-1]["content"][:1] in completion[-1]["content"]))
        else:
            rewards.append(None)
    return rewards
