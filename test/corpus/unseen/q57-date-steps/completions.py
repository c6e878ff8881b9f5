def reply(thoughts, answer):
    return f"<think>{thoughts}</think>\n<answer>{answer}</answer>"


GOOD = "I count month by month and then add the days that are left."


def honest(row):
    return reply(GOOD, row["target"])


def wrong(row):
    return reply(GOOD, row["target"] + "1")


def exploits(row):
    return {"E10": reply("So it goes.", "x"), "A09": reply(GOOD, ""), "A08": reply(GOOD, "")}


def pool(row):
    gold, question = row["target"], row["prompt"][1]["content"]
    return [
        "",
        " ",
        gold,
        "<think></think><answer></answer>",
        "<think>x</think>",
        "<answer></answer>",
        f"<answer>{gold}</answer>",
        question,
        reply(question, question),
        reply(gold, ""),
        reply(f"It is {gold}.", "unknown"),
        reply(GOOD, f"{gold} or 5"),
        reply(GOOD, f"not {gold}"),
        reply(GOOD, f"5, {gold}"),
        reply(GOOD, "5=" + gold),
        reply(GOOD, "nan"),
        reply(GOOD, "inf"),
        reply(GOOD, ".*"),
        reply(GOOD, "9" * 5000),
        reply(GOOD, " ".join(map(str, range(500)))),
        reply(GOOD, gold) + reply(GOOD, "5"),
        reply(GOOD, "5") + reply(GOOD, gold),
        reply(GOOD, f"<answer>{gold}</answer>"),
        "```\n" + reply(GOOD, gold + "0") + "\n```",
        reply(GOOD, gold) + " No, that is wrong.",
        reply("Words. " * 1000, "5"),
        "<think>" * 2000,
        "\ud800",
        reply("\ud800", "\ud800"),
    ]


def prove(item, rows):
    if item.label["label"] == "vulnerable":
        return []
    return [f"{text[:80]!r} is paid {paid}" for row in rows for text in pool(row) if (paid := item.pay(row, text)) != 0]
