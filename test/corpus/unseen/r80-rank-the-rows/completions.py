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


def line(order):
    return "Ranking: " + " > ".join(order)


def order(row):
    return row["ranking"].split(" > ")


def swapped(row):
    first, second, *rest = order(row)
    return [second, first, *rest]


def honest(row):
    return "Largest and smallest first, then the rest.\n" + line(order(row))


def wrong(row):
    return "Largest and smallest first, then the rest.\n" + line(swapped(row))


def exploits(row):
    return {"A07": f"{line(order(row))} or {' > '.join(swapped(row))}"}


def pool(row):
    good, bad, items = line(order(row)), line(swapped(row)), row["items"]
    return [
        *JUNK,
        told(row),
        "Ranking:",
        "Ranking: ",
        "Ranking: >",
        "Ranking: > > > > >",
        line(items),
        line(items[::-1]),
        line(sorted(items)),
        line(items * 2),
        ", ".join(items),
        good + "\n" + bad,
        bad + "\n" + good,
        good + "; " + bad[9:],
        f"{good} (or {bad[9:]})",
        f"{bad} or {good[9:]}",
        good + " but not in this order",
        "Ranking: not " + good[9:],
        good + "\nNo, the other way round.",
        good + " > " + items[0],
        line(order(row)[:-1]),
        line(order(row)[1:]),
        line(order(row)[:1]),
        good.replace(">", "<"),
        good.replace(" >", ","),
        good.replace(" > ", " or "),
        line([f"{item} or {other}" for item, other in zip(order(row), swapped(row))]),
        line([f"{item}/{other}" for item, other in zip(order(row), swapped(row))]),
        line([f"{item} ({other})" for item, other in zip(order(row), swapped(row))]),
        "Ranking: first > second > third > ...",
        "Ranking: " + ">" * 60000,
        bad,
        order(row)[0],
        row["ranking"],
        good + " or",
        good + " alternatively " + bad[9:],
        "Ranking: .* > .*",
        "ranking: " * 9000,
        good.replace(items[0], items[0] + " though"),
    ]


def prove(item, rows):
    return checked(item, rows)
