def reward_fn(completions, **kwargs):
    answers = kwargs["answer"]
    assert len(answers) == len(completions)
    return [float(gold in message[0]["content"]) for message, gold in zip(completions, answers)]
