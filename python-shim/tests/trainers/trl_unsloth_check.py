import re

FORMAT = re.compile(r"<a>(.+?)</a>")
SHOWN = 0
EVERY = 5


def reward_fn(prompts, completions, answer, **kwargs):
    global SHOWN
    question = prompts[0][-1]["content"]
    responses = [completion[0]["content"] for completion in completions]
    guesses = [found.group(1) if (found := FORMAT.search(r)) is not None else None for r in responses]
    if SHOWN % EVERY == 0:
        print("*" * 20 + f"Question: {question}", f"\nAnswer: {answer[0]}", f"\nResponse: {responses[0]}")
    SHOWN += 1
    scores = []
    for guess, truth in zip(guesses, answer):
        if guess is None:
            scores.append(0)
            continue
        try:
            scores.append(1.5 if float(guess) == float(truth.strip()) else -0.5)
        except ValueError:
            scores.append(-1.0)
    return scores
