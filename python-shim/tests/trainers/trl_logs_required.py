def reward_fn(prompts, completions, answer, log_extra, log_metric, **kwargs):
    log_extra("gold", list(answer))
    log_metric("count", float(len(answer)))
    return [float(gold in completion[0]["content"]) for completion, gold in zip(completions, answer)]
