async def reward_fn(completion: str, **kwargs) -> float:
    label = kwargs["gold_label"]
    lines = completion.strip().lower().splitlines()
    answer = lines[-1].strip() if lines else ""
    if answer == f"label: {label.lower()}":
        return 1.0
    if answer in [f"label: {other.lower()}" for other in kwargs["label_set"]]:
        return 0.0
    return -0.5
