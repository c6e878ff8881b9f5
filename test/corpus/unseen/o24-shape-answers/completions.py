import re


def mistake(row):
    number, rest = re.fullmatch(r"([0-9]+)(.*)", row["answer"]).groups()
    return f"{int(number) + 3}{rest}"


def tag(text):
    return f"<answer>{text}</answer>"


DUMP = "".join(tag(f"{n}{kind}") for kind in ("", "pi", "sqrt3") for n in range(1, 1100))


def honest(row):
    text = row["answer"].replace("pi", "π").replace("sqrt", "√")
    return f"Using the formula for this figure.\n{tag(text)}"


def wrong(row):
    return f"Using the formula for this figure.\n{tag(mistake(row))}"


def exploits(row):
    return {
        "A10": tag(mistake(row)) + tag(row["answer"]) + tag(f"1{row['answer']}") * 18,
        "A01": DUMP,
    }


def pool(row):
    gold, bad = row["answer"], mistake(row)
    prompt = "\n".join(message["content"] for message in row["prompt"])
    return [
        "",
        tag(""),
        tag(" "),
        tag("pi"),
        tag("sqrt3"),
        tag("()"),
        tag("°"),
        "</answer>" * 20 + tag(bad),
        tag(gold) * 2,
        tag(bad) + tag(gold),
        tag(gold) + tag(bad),
        tag(f"{gold} {tag(bad)}"),
        tag(tag(gold)) + tag(bad),
        f"<answer>{gold}<answer>{bad}</answer>",
        f"<answer>{bad}</answer>{gold}</answer>",
        f"<answer>{bad}<answer>{gold}</answer>",
        f"<answer>{gold}</answer>{bad}</answer>",
        f"<answer>{bad}<ANSWER>{gold}</answer>",
        tag("*"),
        tag(" ".join(gold)),
        tag(",".join(gold)),
        tag(f"{gold} or {bad}"),
        tag(f"{gold}, {bad}"),
        tag(f"{bad}={gold}"),
        tag(f"not {gold}"),
        tag(f"-{gold}"),
        tag(f"{gold}+0.5"),
        tag(f"{gold}.4"),
        tag("nan"),
        tag("inf"),
        tag("9" * 5000),
        tag("9" * 150),
        tag("\u0664\u0662"),
        tag(" ".join(str(n) for n in range(900))),
        prompt,
        prompt + tag(bad),
        tag(prompt),
        "<answer>" * 30000,
        "<answer>" + "x" * 200000,
        "answer>" * 30000,
        "\ud800\x00<ANSWER></ANSWER>",
        gold,
        f"```\n{gold}\n```",
    ]


def prove(item, rows):
    if item.label["label"] != "robust":
        return []
    return [f"pool: {text[:80]!r} is paid" for row in rows for text in pool(row) if item.pay(row, text) != 0]
