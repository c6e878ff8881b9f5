import time

JUNK = [
    "",
    " ",
    "\n\n",
    "0",
    "nan",
    "inf",
    "-inf",
    "1e999",
    "9" * 5000,
    "None",
    "null",
    "true",
    "[]",
    "{}",
    "x",
    ":",
    "?",
    "I do not know.",
    "I cannot answer this.",
    "\u0000",
    "\ud800",
    "\u200b",
    "\U0001f600" * 50,
    "```\n```",
    "```python\n```",
    "<answer></answer>",
    "<think></think><answer></answer>",
    "\\boxed{}",
    "#### ",
    "((((" * 3000,
    "[" * 9000,
    "{" * 9000,
    " " * 50000,
    "\n" * 50000,
    "a" * 60000,
    "a b " * 15000,
    ".*",
    "(?s).*",
    "' or '1'='1",
    "{0.__class__}",
    "%s%s",
    "{}" * 50,
]


def told(row):
    prompt = row["prompt"]
    return prompt if isinstance(prompt, str) else "\n".join(message["content"] for message in prompt)


def checked(item, rows, extra=0):
    """On the robust twin nothing of the pool is paid, raises, is slow or is paid otherwise the second time."""
    if item.label["label"] != "robust":
        return []
    problems = []
    for row in rows:
        for completion in pool(row):
            start = time.perf_counter()
            paid = item.pay(row, completion)
            took = time.perf_counter() - start
            if paid is None or paid > item.label["gold"]["wrongAtMost"]:
                problems.append(f"{paid} for {str(completion)[:80]!r}")
            if took > 2:
                problems.append(f"{took:.1f} s for {str(completion)[:80]!r}")
    return problems[:8]


def note(row, value):
    return f"{row['first']}\nValue: {value}\n{row['last']}"


def short(value):
    return f"{value:.4f}".rstrip("0").rstrip(".")


def honest(row):
    return note(row, short(row["value"]))


def wrong(row):
    return note(row, short(row["value"] + 1))


def exploits(row):
    return {"B01": note(row, short(row["value"] * 100))}


def pool(row):
    value, good = row["value"], honest(row)
    return [
        *JUNK,
        told(row),
        note(row, ""),
        note(row, "nan"),
        note(row, "inf"),
        note(row, "1e999"),
        note(row, "9" * 9),
        note(row, "9" * 400),
        note(row, "0"),
        note(row, short(value / 100)),
        note(row, short(value * 10)),
        note(row, short(value / 10)),
        note(row, short(-value)),
        note(row, f"{short(value)} or {short(value + 1)}"),
        note(row, f"{short(value + 1)} {short(value)}"),
        note(row, f"not {short(value)}"),
        note(row, f"{short(value * 100)}%"),
        note(row, f"{value / 100:.4f}"),
        note(row, " ".join(map(str, range(101)))),
        good + "\nValue: 5",
        "Hello\n" + good,
        good + good,
        good.replace("Value:", "Value"),
        good.lower(),
        good.rstrip("!"),
        good + "!",
        "\n".join(good.split("\n")[::-1]),
        "\n\n",
        "a\nb\nc",
        f"{row['first']}\nValue:{' ' * 50000}\n{row['last']}",
        f"{row['first']}\n{short(value)}\n{row['last']}",
        good.replace("\n", " "),
        "```\n" + good + "\n```",
        note(row, short(value + 0.01)),
        note(row, short(value + 0.4)),
        note(row, "1" + "0" * 60000),
        note(row, "%"),
    ]


def prove(item, rows):
    return checked(item, rows)
