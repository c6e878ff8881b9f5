import asyncio


async def grade(text, gold):
    await asyncio.sleep(0)
    return float(text == gold)


async def reward_fn(prompts, completions, answer, **kwargs):
    texts = [completion[0]["content"] for completion in completions]
    return await asyncio.gather(*(grade(text, gold) for text, gold in zip(texts, answer)))
