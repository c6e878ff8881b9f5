def reward_fn(queries, prompts, labels, **kwargs):
    answers = [query[len(prompt) :].strip("<a>/") for query, prompt in zip(queries, prompts)]
    rewards = [float(answer == label) for answer, label in zip(answers, labels)]
    return {"rewards": rewards, "scores": rewards, "extra_logs": {"length": [len(answer) for answer in answers]}}
