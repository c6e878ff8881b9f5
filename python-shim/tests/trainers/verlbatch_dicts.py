def reward_fn(data_sources, solution_strs, ground_truths, extra_infos=None, **reward_kwargs):
    results = []
    for i in range(len(solution_strs)):
        index = (extra_infos[i] or {}).get("index", 0)
        results.append({"score": float(ground_truths[i] in solution_strs[i]), "index": index})
    return results
