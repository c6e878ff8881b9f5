def reward_fn(data_source, solution_str, ground_truth, extra_info, **kwargs):
    right = ground_truth in solution_str
    return {"score": 2.0 * right, "acc": float(right), "split": extra_info.get("split", "none"), "of": data_source}
