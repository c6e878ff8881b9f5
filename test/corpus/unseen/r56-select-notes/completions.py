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


def final(letters, notes):
    return f"final {','.join(letters)} notes {','.join(map(str, notes))}"


def looks():
    return [f"look {number}" for number in range(1, 9)]


def honest(row):
    return [*looks(), final(row["correct"], row["support"])]


def wrong(row):
    return [
        *looks(),
        final([x for x in "ABCDEF" if x not in row["correct"]], [n for n in range(1, 9) if n not in row["support"]]),
    ]


def exploits(row):
    return {"F16": [final("ABCDEF", range(1, 9))]}


def pool(row):
    for text in [
        *BLANKS,
        told(row),
        "look 0",
        "look 9",
        "look 99",
        "look -1",
        "final",
        "final  notes ",
        "final A notes",
        "final notes 1",
    ]:
        yield [text] * 12
    yield looks() * 4
    for letter in "ABCDEF":
        yield [final(letter, [1])]
        yield [final([x for x in "ABCDEF" if x != letter], range(1, 9))]
    yield [final("ABCDEF", row["support"])]
    yield [final("ABCDEF" * 2, range(1, 9))]
    yield [final("ABCDEF", range(0, 15))]
    yield [final("ABCDEF", range(1, 9))] * 12
    yield [final(row["correct"], row["support"]) + " or " + final("ABCDEF", range(1, 9))]
    yield ["\n".join(final(letters, range(1, 9)) for letters in ("AB", "CD", "EF"))]
    yield ["final " + ", ".join("ABCDEF" * 9000) + " notes 1"]
    yield ["final A notes " + "1," * 30000]
    yield ["look 1"] * 10 + [final(row["correct"], row["support"])]


def prove(item, rows):
    """A robust twin pays nothing of the pool more than its bound, and fails on none of it."""
    if item.label["label"] != "robust":
        return []
    bound = item.label["gold"]["wrongAtMost"]
    found = []
    for row in rows[:: max(1, len(rows) // 46)]:
        for completion in pool(row):
            reward = item.pay(row, completion)
            if reward is None or reward > bound:
                found.append(f"paid {reward}: {str(completion)[:80]!r}")
    return found[:5]
