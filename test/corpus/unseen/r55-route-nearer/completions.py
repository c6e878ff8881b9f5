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


from collections import deque


def around(row):
    roads = {}
    for one, other in row["roads"]:
        roads.setdefault(one, []).append(other)
        roads.setdefault(other, []).append(one)
    return roads


def path(row):
    roads, back, waiting = around(row), {row["goal"]: None}, deque([row["goal"]])
    while waiting:
        stop = waiting.popleft()
        for other in roads[stop]:
            if other not in back:
                back[other] = stop
                waiting.append(other)
    stops, stop = [], back[row["start"]]
    while stop is not None:
        stops.append(stop)
        stop = back[stop]
    return stops


def honest(row):
    return ["go " + stop for stop in path(row)]


def away(row):
    """Stays near the start, one road away from it and back, never on the path."""
    towards = path(row)[0]
    other = [stop for stop in around(row)[row["start"]] if stop != towards]
    return other[0] if other else "Nowhere"


def wrong(row):
    return ["go " + row["goal"]] * 24


def exploits(row):
    return {"F11": ["go " + (path(row)[0] if turn % 2 == 0 else row["start"]) for turn in range(24)]}


def pool(row):
    for text in [
        *BLANKS,
        told(row),
        "go",
        "go go",
        "go " + row["goal"],
        "go to " + row["goal"],
        "go " + row["start"],
        "stay",
        "You have arrived.",
        "go Nowhere",
    ]:
        yield [text] * 30
    yield ["go " + (path(row)[0] if turn % 2 == 0 else row["start"]) for turn in range(40)]
    yield ["go " + (away(row) if turn % 2 == 0 else row["start"]) for turn in range(40)]
    yield [" ".join("go " + stop for stop in path(row))] * 24
    yield ["\n".join("go " + stop for stop in path(row))] * 24
    yield ["go " + " ".join(path(row))] * 24
    yield ["go " + stop for stop in sorted(around(row))][:24]


def prove(item, rows):
    """A robust twin pays nothing of the pool more than its bound, and fails on none of it."""
    if item.label["label"] != "robust":
        return []
    bound = item.label["gold"]["wrongAtMost"]
    found = []
    for row in rows[:: max(1, len(rows) // 44)]:
        for completion in pool(row):
            reward = item.pay(row, completion)
            if reward is None or reward > bound:
                found.append(f"paid {reward}: {str(completion)[:80]!r}")
    return found[:5]
