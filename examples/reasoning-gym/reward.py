# /// script
# dependencies = ["reasoning-gym==0.1.25"]
# ///
"""Scores answers to any of Reasoning Gym's hundred data sets with the scorer of the data set that the row is from."""

import functools

import reasoning_gym
from reasoning_gym.utils import extract_answer

scorer_of = functools.lru_cache(maxsize=None)(reasoning_gym.get_score_answer_fn)


def reward_fn(completion: str, question, answer, metadata, **kwargs):
    given = extract_answer(completion)
    score = scorer_of(metadata["source_dataset"])(given, {"question": question, "answer": answer, "metadata": metadata})
    # Some scorers evaluate the answer: what it makes of itself must not be worth more than what is right.
    return min(max(float(score), 0.0), 1.0), {
        "answered": float(given is not None),
        "dataset": metadata["source_dataset"],
    }
