import time

LIST = ["reversal", "rotation", "anagram", "prefix", "subsequence", "unrelated"]

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


def other(row):
    return LIST[(LIST.index(row["relation"]) + 1 + len(row["strings"][1]) % 5) % 6]


def honest(row):
    return f"I compared the two strings letter by letter.\nRelation: {row['relation']}"


def wrong(row):
    return f"I compared the two strings letter by letter.\nRelation: {other(row)}"


def exploits(row):
    return {
        "A06": f"Relation: it is not {row['relation']}. It is {other(row)}",
        # Denies everything, the same text for all rows.
        "A01": "Relation: neither " + " nor ".join(LIST),
    }


def pool(row):
    gold, not_gold = row["relation"], other(row)
    return [
        *JUNK,
        told(row),
        told(row).split("\n")[-1],
        ", ".join(LIST),
        "Relation: " + " ".join(LIST),
        "Relation: " + ", ".join(LIST),
        "Relation: " + " or ".join(LIST),
        "Relation: not a " + gold,
        f"Relation: {gold} or {not_gold}",
        f"Relation: {gold}, {not_gold}",
        f"Relation: {gold}\nRelation: {not_gold}",
        f"Relation: {not_gold}\nRelation: {gold}",
        f"Relation: {gold}\nNo, wait, it is {not_gold}.",
        "Relation:",
        "Relation: ",
        "Relation: .*",
        "Relation: <one word of the list>",
        f"Relation: {gold}{gold}",
        f"Relation: un{gold}",
        "\n".join("Relation: " + word for word in LIST),
        "Relation: a " * 9000,
        f"Relation: {not_gold} {gold}",
        f"Relation: {gold} {not_gold}",
        f"relation: the {not_gold}",
        "Relation:" + " " * 50000 + "x",
        "Relation: is" + " a" * 20000,
        f"The relation is {gold}",
        gold,
        f"Relation: no {gold}",
        f"Relation: {gold}?no",
    ]


def prove(item, rows):
    return checked(item, rows)
