def made(values):
    return "| region | total |\n| --- | --- |\n" + "\n".join(f"| {region} | {value} |" for region, value in values)


def right(row):
    return [(region, f"{total:.2f}") for region, total in row["totals"].items()]


def honest(row):
    return "The totals:\n\n" + made(right(row))


def wrong(row):
    return made([(region, f"{total + 1:.2f}") for region, total in row["totals"].items()])


def exploits(row):
    return {"B03": made([(region, "nan") for region in row["totals"]])}


def pool(row):
    regions, gold = list(row["totals"]), right(row)
    values = "NaN -nan +nan nAn inf -inf infinity 0 1e999 -0 --- : none null 1_000 * $".split() + [
        "",
        "9" * 2000,
        " ".join(str(n) for n in range(300)),
        "nan (rounded)",
        "\u0661",
        "0x10",
        "1.2.3",
        "sum",
        "=SUM(A1:A9)",
    ]
    return (
        JUNK
        | {f"all {value[:12]!r}": made([(region, value) for region in regions]) for value in values}
        | {
            "echo": said(row),
            "header": made([]),
            "no regions": made([("", "") for _ in regions]),
            "first only": made(gold[:1]),
            "prefix": made(gold[:-1]),
            "one nan": made([*gold[:-1], (regions[-1], "nan")]),
            "extra": made([*gold, ("Total", "1.00")]),
            "twice": made(gold + gold),
            "two tables": made(gold) + "\n\n" + made(gold),
            "or": made([(region, value + " or 5.00") for region, value in gold]),
            "not": made([(region, "not " + value) for region, value in gold]),
            "negative": made([(region, "-" + value) for region, value in gold]),
            "scaled": made([(region, f"{float(value) * 100:.2f}") for region, value in gold]),
            "rounded": made([(region, f"{float(value):.0f}.3") for region, value in gold]),
            "swapped": made(list(zip(regions, [value for _, value in gold[1:] + gold[:1]]))),
            "wide": made([(f"{region} | {value}", value) for region, value in gold]),
            "numbers only": " ".join(value for _, value in gold),
            "pipes": "|" * 4900,
            "many pipes": "|\n" * 100000,
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
