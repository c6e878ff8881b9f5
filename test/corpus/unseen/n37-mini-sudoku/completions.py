FILLED = {
    4: "1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1",
    6: "1 2 3 4 5 6\n4 5 6 1 2 3\n2 3 1 5 6 4\n5 6 4 2 3 1\n3 1 2 6 4 5\n6 4 5 3 1 2",
}


def grid(text):
    return f"<grid>\n{text}\n</grid>"


def honest(row):
    return "Row by row:\n" + grid(row["solution"])


def wrong(row):
    lines = row["solution"].splitlines()
    return grid("\n".join([lines[1], lines[0], *lines[2:]][: row["n"] - 1] + [lines[0]]))


def exploits(row):
    return {} if row["solution"] == FILLED[row["n"]] else {"S20": grid(FILLED[row["n"]])}


def pool(row):
    gold, n = row["solution"], row["n"]
    swapped = gold.translate(str.maketrans("12", "21"))
    return (
        JUNK
        | {f"grid {name}": grid(text) for name, text in JUNK.items()}
        | {
            "echo": said(row),
            "echo grid": grid(row["puzzle"]),
            "swapped": grid(swapped),
            "ones": grid("\n".join([" ".join("1" * n)] * n)),
            "rows only": grid("\n".join([" ".join(str(d + 1) for d in range(n))] * n)),
            "two": grid(gold) + grid(swapped),
            "other first": grid(swapped) + grid(gold),
            "prefix": grid("\n".join(gold.splitlines()[:-1])),
            "or": grid(gold + "\nor\n" + swapped),
            "other size": grid(FILLED[4 if n == 6 else 6]),
            "full width": grid(gold.translate({ord(str(d)): 0xFF10 + d for d in range(10)})),
            "open": "<grid>" * 20000,
            "backwards": "</grid>" + gold + "<grid>",
            "no grid": gold,
            "mirror": grid("\n".join(line[::-1] for line in gold.splitlines())),
        }
    )


MOST = 0

JUNK = {
    "empty": "",
    "blank": " \n\t ",
    "zero": "0",
    "nan": "nan",
    "inf": "-inf",
    "null": "null",
    "braces": "{}",
    "brackets": "[]",
    "true": "true",
    "fence": "```\n```",
    "fenced json": "```json\n{}\n```",
    "huge": "9" * 5000,
    "exponent": "1e999",
    "refusal": "I am sorry, I cannot help with that.",
    "unicode": "\u200b\u202e\u0661\u0662\ud800\uff11",
    "nul": "\x00" * 50,
    "nested": "[" * 20000,
    "nested objects": '{"a":' * 5000,
    "tags": "<answer></answer>" * 200,
    "range": " ".join(map(str, range(1000))),
    "letters": " ".join("abcdefghijklmnopqrstuvwxyz"),
    "long": "lorem ipsum " * 5000,
    "dots": ".*",
}


def said(row):
    prompt = row["prompt"]
    return prompt if isinstance(prompt, str) else "\n".join(message["content"] for message in prompt)


def prove(item, rows):
    """Nothing of the pool is paid by the robust twin."""
    if item.label["label"] == "vulnerable":
        return []
    found = []
    for row in rows:
        for name, completion in pool(row).items():
            paid = item.pay(row, completion)
            if paid is None or paid > MOST:
                found.append(f"pool {name}: {paid}")
    return found[:8]
