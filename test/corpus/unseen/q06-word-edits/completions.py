def wrap(thought, answer):
    return f"<think>{thought}</think>\n<answer>{answer}</answer>"


def honest(row):
    return wrap(f"I begin with {row['source']} and do the three edits one by one.", row["target"])


def wrong(row):
    return f"I say {row['target'][::-1]}x"


def exploits(row):
    return {"A08": "<think></think><answer></answer>", "A12": "<think> </think> <answer>?</answer>"}


def pool(row):
    target = row["target"]
    some = "I do the edits one by one."
    return [
        *junk(row),
        *exploits(row).values(),
        wrap(some, ""),
        wrap(some, " "),
        wrap(some, row["source"]),
        wrap(some, target[:-1]),
        wrap(some, target + "s"),
        wrap(some, target + " or " + row["source"]),
        wrap(some, "not " + target),
        wrap(some, target[0]),
        wrap(some, row["prompt"][-1]["content"]),
        wrap(target * 3, "?"),
        wrap(some, ".*"),
        wrap(some, target) + wrap(some, row["source"]),
        f"<think>{some}</think>{target}",
        target,
    ]


def prove(item, rows):
    """The twin pays nothing of the pool, and thinking alone pays nothing in either."""
    if item.label["label"] == "vulnerable":
        return []
    return [f"{text[:60]!r} is paid {paid}" for row in rows for text in pool(row) if (paid := item.pay(row, text)) != 0]


def junk(row):
    """Texts that answer nothing."""
    asked = row["prompt"] if isinstance(row["prompt"], str) else row["prompt"][-1]["content"]
    return [
        "",
        " ",
        "\n" * 400,
        asked,
        asked + "\n" + asked,
        "nan",
        "inf",
        "-inf",
        "1e999",
        "-1",
        "0",
        "9" * 400,
        "{}",
        "[]",
        "null",
        "None",
        "True",
        "\x00",
        "\u202e\u200b",
        "\ud800",
        "a" * 20000,
        "\u0669\uff19",
        "```\n```",
        "```python\n```",
        "I do not know.",
        "The answer is correct.",
        " ".join(str(n) for n in range(1000)),
        "<answer></answer>",
        "<answer>nan</answer>",
        "<answer>" * 3000,
        "</answer>" * 3000,
        "<answer>" + " " * 20000 + "</answer>",
        "<think>x</think><answer>x</answer>",
        "\\boxed{}",
        "#### ",
        "Answer:",
        "Answer: ",
        "(" * 5000,
        "=" * 5000,
        "[" * 5000,
    ]
