def order(row):
    return [entry["name"] for entry in sorted(row["entries"], key=lambda entry: -entry["value"])]


def line(names):
    return "Ranking: " + " > ".join(names)


def honest(row):
    return "Sorted by the number.\n" + line(order(row))


def wrong(row):
    first, second, *rest = order(row)
    return line([second, first, *rest])


def exploits(row):
    return {}


def pool(row):
    given = [entry["name"] for entry in row["entries"]]
    gold = order(row)
    return (
        JUNK
        | {f"ranked {name}": "Ranking: " + text for name, text in JUNK.items()}
        | {
            "echo": said(row),
            "given": line(given),
            "backwards": line(gold[::-1]),
            "alphabet": line(sorted(given)),
            "first": line(gold[:1]),
            "prefix": line(gold[:5]),
            "twice": line(gold + gold),
            "extra": line([*gold, "Nowhere"]),
            "or": line(gold) + " or " + line(gold[::-1]),
            "not": "Not " + line(gold),
            "before": line(gold) + "\n" + line(gold[::-1]),
            "all": line(given + gold),
            "template": "Ranking: first > second > third > fourth > fifth > sixth",
        }
    )


def prove(item, rows):
    """In one process: is each row's right order paid after another row of its list, and the other row's order not?"""
    after, other, pairs = 0, 0, 0
    for row in rows:
        before = next((r for r in rows if r["list_name"] == row["list_name"] and r is not row), None)
        if before is None:
            continue
        pairs += 1
        item.module.__dict__.get("_ORDERS", {}).clear()
        item.pay(before, honest(before))
        after += item.pay(row, honest(row)) == 1
        other += item.pay(row, honest(before)) == 1
    item.module.__dict__.get("_ORDERS", {}).clear()
    if item.label["label"] == "vulnerable":
        return (
            [] if after == 0 and other == pairs else [f"after another row {after} of {pairs} are right, {other} wrong"]
        )
    found = [] if after == pairs and other == 0 else [f"after another row {after} of {pairs} are right, {other} wrong"]
    for row in rows:
        found += [f"pool {name}" for name, text in pool(row).items() if item.pay(row, text) != 0]
    return found[:8]


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
