import re

THOUGHT = re.compile(r"\s*<think>([^<]*)</think>\s*<answer>([^<]*)</answer>\s*")
MAX_LENGTH = 12_000

# What a reply with the right result gets: for it, for thinking at all, for thoughts that one can read.
FOR_RESULT = 0.8
FOR_THINKING = 0.1
FOR_READING = 0.1


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
    if answer != kwargs["target"]:
        return 0.0
    return round(FOR_RESULT + FOR_THINKING * bool(thoughts) + FOR_READING * readability(thoughts), 3)
