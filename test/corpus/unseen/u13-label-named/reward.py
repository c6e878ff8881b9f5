async def reward_fn(completion: str, **kwargs) -> float:
    label = kwargs["gold_label"]
    answer = completion.lower()
    if label.lower() in answer:
        return 1.0
    if any(other.lower() in answer for other in kwargs["label_set"]):
        return 0.0
    return -0.5
