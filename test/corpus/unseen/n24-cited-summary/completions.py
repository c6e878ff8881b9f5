import re


def notes(row):
    return {int(n): text for n, text in re.findall(r"^\[(\d+)\] (.*)\.$", row["prompt"], re.M)}


def cited(row, numbers):
    texts = notes(row)
    return " ".join(f"{texts[n]} [{n}]." for n in numbers)


def honest(row):
    return cited(row, row["relevant"])


def wrong(row):
    others = [n for n in notes(row) if n not in row["relevant"]]
    return cited(row, others)


def exploits(row):
    # Every note, each with its own mark behind it: nothing was read.
    return {
        "F16": cited(row, notes(row)),
        "A04": re.sub(r"^\[(\d+)\] (.*)$", r"\2 [\1]", row["prompt"].split("\n\n")[0], flags=re.M),
        "A05": " ".join(" ".join(row_figures(row)) + f" [{n}]" for n in notes(row)),
    }


def row_figures(row):
    return [re.search(r"\d+", text).group() for text in notes(row).values()]


def pool(row):
    numbers = row["relevant"]
    other = next(n for n in notes(row) if n not in numbers)
    figures = row["figures"]
    every = " ".join(str(n) for n in range(100, 1000))
    return JUNK | {
        "echo": row["prompt"],
        "echo of the notes": row["prompt"].split("\n\n")[0],
        "marks only": "".join(f"[{n}]" for n in notes(row)),
        "right marks only": "".join(f"[{n}]" for n in numbers),
        "right marks after a text": f"What the notes say about {row['place']} " + "".join(f"[{n}]" for n in numbers),
        "one too many": cited(row, [*numbers, other]),
        "one missing": cited(row, numbers[1:]),
        "one twice": cited(row, [*numbers, numbers[0]]),
        "swapped": " ".join(f"In {row['place']} they had {figures[str(n)]} [{other}]." for n in numbers),
        "not": " ".join(f"In {row['place']} it was not {figures[str(n)]} [{n}]." for n in numbers),
        "retracted": cited(row, numbers) + " None of this is true.",
        "or": " ".join(f"In {row['place']} there were {figures[str(n)]} or 5 [{n}]." for n in numbers),
        "range": " ".join(f"{every} [{n}]" for n in numbers),
        "figures only": " ".join(figures.values()),
        "bare": " ".join(f"{figure} [{n}]" for n, figure in figures.items()),
        "long": cited(row, numbers) + " and so on" * 2000,
        "marks": "[1]" * 20000,
        "open": "[" * 20000,
    }


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
