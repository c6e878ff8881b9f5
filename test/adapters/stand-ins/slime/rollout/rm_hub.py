"""Stands in for slime, which is not on PyPI: what it sends to a reward server and makes of the answer, as in 0.3.1."""

import asyncio

import aiohttp


async def remote_rm(args, sample, max_retries=10):
    payload = {"prompt": sample.prompt, "response": sample.response, "label": sample.label}
    async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=120)) as session:
        attempt = 0
        while True:
            attempt += 1
            try:
                async with session.post(args.rm_url, json=payload) as answer:
                    answer.raise_for_status()
                    return await answer.json()
            except Exception:
                if attempt == max_retries:
                    raise
                await asyncio.sleep(min(2 ** (attempt - 1), 30))


async def batched_async_rm(args, samples):
    assert (args.rm_type, args.custom_rm_path) == ("remote_rm", None), args
    return await asyncio.gather(*(remote_rm(args, sample) for sample in samples))
