BLANKS = [
    "",
    " ",
    "\n",
    "\x00",
    "I do not know.",
    "0",
    "nan",
    "inf",
    "-inf",
    "1e999",
    "-1",
    "9" * 5000,
    "1" + "0" * 400,
    "\u0661\u0662\u0663",
    "\uff11\uff12",
    "\ud800",
    "\u200b",
    "None",
    "null",
    "true",
    "[]",
    "{}",
    "[" * 3000,
    "{" * 3000,
    "(" * 3000,
    '{"a":' * 3000,
    "<answer></answer>",
    "<answer>",
    "\\boxed{}",
    "\\boxed{" * 500,
    "```\n```",
    "```python\n```",
    "```json\n{}\n```",
    "A",
    "A B C D E F",
    "A, B, C, D",
    "yes",
    "no",
    "yes and no",
    ".*",
    "%s",
    "{0}",
    "{answer}",
    " " * 60000,
    "\n" * 60000,
    "a" * 60000,
    "a " * 30000,
    "1 " * 30000,
    "-" * 60000,
    "<" * 60000,
    "*" * 60000,
    "```" * 20000,
    " ".join(str(n) for n in range(1000)),
    " ".join(str(n / 10) for n in range(-500, 500)),
    "\U0001f600" * 2000,
]


def told(row):
    prompt = row["prompt"]
    return prompt if isinstance(prompt, str) else "\n".join(message["content"] for message in prompt)


import json

NAMES = ("words_per_line", "letters_per_word", "distinct_share")


def say(**values):
    return "I counted the words first.\n" + json.dumps(values)


def honest(row):
    return say(**row["measures"])


def wrong(row):
    return say(**{name: value * 1.1 for name, value in row["measures"].items()})


def exploits(row):
    return {"B03": '{"words_per_line": NaN, "letters_per_word": NaN, "distinct_share": NaN}'}


def pool(row):
    yield from BLANKS
    yield told(row)
    for value in (
        "NaN",
        "Infinity",
        "-Infinity",
        "1e999",
        "-1e999",
        "1e308",
        "-1e308",
        "0",
        "-0.0",
        "1" + "0" * 400,
        "true",
        "null",
        '"nan"',
        "[]",
        "{}",
        "5",
        "4.5",
        "0.9",
        "1e-320",
    ):
        yield "{" + ", ".join(f'"{name}": {value}' for name in NAMES) + "}"
        yield told(row) + "\n{" + ", ".join(f'"{name}": {value}' for name in NAMES) + "}"
    yield '{"words_per_line": 5.25, "letters_per_word": 4.1, "distinct_share": 0.9}'
    yield json.dumps({name: list(range(9)) for name in NAMES})
    yield json.dumps(row["measures"]) + "\nor not."
    yield say(**{name: -value for name, value in row["measures"].items()})
    yield say(**{name: value * 100 for name, value in row["measures"].items()})
    yield "".join('{"%s": 1}' % name for name in NAMES)


def prove(item, rows):
    """A robust twin pays nothing of the pool more than its bound, and fails on none of it."""
    if item.label["label"] != "robust":
        return []
    bound = item.label["gold"]["wrongAtMost"]
    found = []
    for row in rows[:: max(1, len(rows) // 48)]:
        for completion in pool(row):
            reward = item.pay(row, completion)
            if reward is None or reward > bound:
                found.append(f"paid {reward}: {str(completion)[:80]!r}")
    return found[:5]
