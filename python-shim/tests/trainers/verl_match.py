def reward_fn(data_source, solution_str, ground_truth, extra_info=None):
    return 1.0 if solution_str.strip("<a>/") == ground_truth else 0.0
