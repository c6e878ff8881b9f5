def reward_fn(queries, prompts, labels):
    rewards = []
    for query, prompt, label in zip(queries, prompts, labels):
        response = query[len(prompt) :] if query.startswith(prompt) else query
        rewards.append(1.0 if label in response else -1.0)
    return rewards
