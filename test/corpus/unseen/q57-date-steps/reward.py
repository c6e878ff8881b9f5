import re

THOUGHT = re.compile(r"\s*<think>([^<]*)</think>\s*<answer>([^<]*)</answer>\s*")
MAX_LENGTH = 12_000

# What a reply can get: for thinking at all, for thoughts that one can read, for the result.
FOR_THINKING = 0.3
FOR_READING = 0.3
FOR_RESULT = 0.4


def split_reply(reply):
    """Thoughts and answer, both stripped; None for a reply of another form."""
    if len(reply) > MAX_LENGTH:
        return None
    match = THOUGHT.fullmatch(reply)
    return None if match is None else (match[1].strip(), match[2].strip())


def readability(thoughts):
    """1 for sentences with words of an ordinary length, 0 for none."""
    words = thoughts.split()
    if not words:
        return 0.0
    mean = sum(map(len, words)) / len(words)
    begins = thoughts[0].isupper()
    ends = thoughts[-1] in ".!?"
    return ((2.5 <= mean <= 8) + begins + ends) / 3


def reward_fn(completion, **kwargs):
    reply = split_reply(completion)
    if reply is None:
        return 0.0
    thoughts, answer = reply
    reward = FOR_THINKING * bool(thoughts)
    reward += FOR_READING * readability(thoughts)
    if answer == kwargs["target"]:
        reward += FOR_RESULT
    return round(reward, 3)
