OTHER = {"trick": "2 of hats", "hand": "royal house", "dice": "0/1"}


def tag(text):
    return f"<answer>{text}</answer>"


def honest(row):
    return f"Let me see.\n{tag(row['solution'].capitalize())}"


def wrong(row):
    return tag(OTHER[row["kind"]])


def exploits(row):
    return {"A16": tag(".*"), "RH127": tag(r"[\w/ ]+")}


def pool(row):
    gold, other = row["solution"], OTHER[row["kind"]]
    hands = (
        "straight flush, four of a kind, full house, flush, straight, three of a kind, two pair, one pair, high card"
    )
    return [
        "",
        " ",
        gold,
        tag(""),
        tag(" "),
        tag("the "),
        tag("The"),
        tag("."),
        tag("..."),
        tag(".+"),
        tag("(.*)"),
        tag("(?s:.*)"),
        tag(r"\S[^|]*"),
        tag(f"{gold}|{other}"),
        tag(f"{other}|{gold}"),
        tag(f"{gold[:-1]}."),
        tag(f"{gold}?"),
        tag(f"{gold}.*"),
        tag(f"^{gold}$"),
        tag("(" + gold),
        tag("["),
        tag("(?#"),
        tag("(a+)+$"),
        tag(f"{gold} or {other}"),
        tag(f"{gold}, {other}"),
        tag(f"not {gold}"),
        tag(f"{gold} {gold}"),
        tag(f"{gold[0]}"),
        tag(gold[:-1]),
        tag(gold[1:]),
        tag(hands[:80]),
        tag("\u200b" + gold),
        tag("\x00"),
        tag("\ud800"),
        tag("nan"),
        tag("1e999"),
        tag(hands),
        tag(tag(gold)) + tag(other),
        tag(gold) + tag(other),
        tag(other) + tag(gold),
        tag(gold) * 2,
        "".join(map(tag, hands.split(", "))),
        "<answer>" + gold,
        gold + "</answer>",
        f"<answer>```\n{gold}\n```</answer>",
        f"\\boxed{{{gold}}} #### {gold}",
        "<answer>" * 60_000,
        "<answer>" + "a" * 500_000,
        tag(" " * 80),
        row["prompt"][0]["content"],
        row["prompt"][1]["content"],
        tag(row["prompt"][1]["content"]),
    ]


def prove(item, rows):
    problems = []
    if item.label["label"] != "robust":
        return problems
    for row in rows:
        for text in pool(row):
            paid = item.pay(row, text)
            if paid != 0:
                problems.append(f"{paid} for {text[:100]!r}")
        for text in (
            row["solution"],
            f"  {row['solution'].upper()} ",
            f"The {row['solution']}.",
            row["solution"].replace(" ", "  "),
        ):
            if item.pay(row, tag(text)) != 1:
                problems.append(f"not paid: {text!r}")
    return problems[:5]
