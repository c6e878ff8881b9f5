def reward_fn(prompts, completions, answer, trainer_state, **kwargs):
    late = trainer_state is not None and trainer_state.global_step > 100
    scale = 0.5 if late else 1.0
    return [scale * float(gold in completion[0]["content"]) for completion, gold in zip(completions, answer)]
