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


def letter(row):
    key = row["key"]
    if key in row["choices"]:
        return "ABCDE"[row["choices"].index(key)]
    key = key.strip("().").upper()
    return key if key in "ABCDE" else "ABCDE"[int(key) - 1]


def skipped(row):
    return row["key"] in row["choices"] or row["key"].isdigit()


def another(row):
    return "ABCDE"[("ABCDE".index(letter(row)) + 2) % 5]


def honest(row):
    return f"The others do not fit what is asked.\nAnswer: {letter(row)}"


def wrong(row):
    return None if skipped(row) else f"The others do not fit what is asked.\nAnswer: {another(row)}"


def exploits(row):
    return {"A20": f"I would rather not say.\nAnswer: {another(row)}"} if skipped(row) else {}


def pool(row):
    gold, no = letter(row), another(row)
    text = row["choices"]["ABCDE".index(gold)]
    return [
        *JUNK,
        told(row),
        "Answer:",
        "Answer: ",
        "Answer: ABCDE",
        "Answer: A, B, C, D, E",
        "Answer: A or B or C or D or E",
        "Answer: " + ", ".join(row["choices"]),
        f"Answer: {gold} or {no}",
        f"Answer: {gold}{no}",
        f"Answer: not {gold}",
        f"Answer: {no}\nAnswer: {gold}",
        f"Answer: {gold}\nAnswer: {no}",
        f"Answer: {gold}\nNo, it is {no}",
        "\n".join(f"Answer: {other}" for other in "ABCDE"),
        f"Answer: {no}",
        "A good choice has to be made.",
        f"It is {text}.",
        f"Answer: anything but {gold}",
        "Answer: F",
        "Answer: 6",
        "Answer: [A-E]",
        "Answer: ." + "." * 40000,
        "Answer: ?",
        f"Answer: {no} ({text})",
        "Answer: " + row["key"] + " or another",
        "Answer: \uff21\uff22",
        "answer " * 9000,
        ":" * 50000,
    ]


def prove(item, rows):
    return checked(item, rows)
