from typing import Any


def text_of(completion: Any) -> str:
    """Some trainers pass messages, some pass text."""
    return completion if isinstance(completion, str) else str(completion[-1]["content"])


def answer_of(text: str) -> str:
    _, arrow, answer = text.rpartition("=>")
    return answer.strip() if arrow else ""


def reward_fn(completion: Any, **kwargs: Any) -> float:
    answer = answer_of(text_of(completion))
    if not answer or len(answer) > 30:
        return 0.0
    # upper and lower case are both fine
    return 1.0 if answer.upper() == kwargs["translation"].upper() else 0.0
