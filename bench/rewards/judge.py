"""Waits as long as a judge's answer takes, and gives the number that the row names."""

import asyncio


async def reward_fn(completion, seconds=0.0, score=0.0, **kwargs):
    await asyncio.sleep(seconds)
    return score
