import asyncio


async def reward_fn(data_source, solution_str, ground_truth, extra_info):
    await asyncio.sleep(0)
    return {"score": float(ground_truth in solution_str), "turns": float(extra_info.get("index", 0))}
