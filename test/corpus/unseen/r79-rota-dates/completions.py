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


def line(dates):
    return "Dates: " + ", ".join(dates)


def month(row):
    return [f"{row['month']}-{day:02d}" for day in range(1, 29)]


def others(row):
    return [day for day in month(row) if day not in row["expected_dates"]]


def honest(row):
    return "I went through the month day by day.\n" + line(row["expected_dates"])


def wrong(row):
    return "I went through the month day by day.\n" + line(others(row)[:3])


def exploits(row):
    return {"B07": line(row["expected_dates"][:1]), "A05": line(month(row))}


def pool(row):
    gold, no = row["expected_dates"], others(row)
    return [
        *JUNK,
        told(row),
        "Dates:",
        "Dates: ",
        "Dates: none",
        line(gold[:-1]),
        line(gold[1:]),
        line(gold + no[:1]),
        line(gold[:-1] + no[:1]),
        line(month(row)),
        line(gold * 2),
        line(gold[:1] * len(gold)),
        line(gold) + " or " + no[0],
        "Dates: not " + ", ".join(gold),
        line(gold) + "\n" + line(no[:2]),
        line(no[:2]) + "\n" + line(gold),
        line(gold) + "\nNo, that is wrong.",
        "Dates: " + gold[0] + " to " + gold[-1],
        "Dates: " + row["month"],
        line(["0000-00-00"] * 3),
        line(["9999-99-99"] * 3),
        line(no[: len(gold)]),
        ", ".join(gold),
        str(gold),
        line(gold).replace(",", ";"),
        line(gold) + "," * 40000,
        "Dates: " + "2" * 60000,
        "Dates: " + "2024-" * 10000,
        "Dates: YYYY-MM-DD",
        line([day + "x" for day in gold]),
        line(["-" + day for day in gold]),
        line([f"{year}-01-01" for year in range(1, 9999)]),
        line(gold) + " (" + no[0] + ")",
        line([day + "T25:00" for day in gold]),
    ]


def prove(item, rows):
    return checked(item, rows)
