def reward_fn(completions, answer, log_extra=None, log_metric=None, **kwargs):
    said = [completion[0]["content"].strip("<a>/") for completion in completions]
    rewards = [float(one == gold) for one, gold in zip(said, answer)]
    if log_extra:
        log_extra("said", said)
    if log_metric:
        log_metric("accuracy", sum(rewards) / len(rewards))
    return rewards
