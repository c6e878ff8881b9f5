def line(text):
    return f"Answer: {text}"


def another(row):
    for choice in [*row["choices"], "10.0.0.77", "10.0.0.78"]:
        if choice != row["expected"]:
            return choice


def honest(row):
    return "The first match decides.\n" + line(row["expected"])


def wrong(row):
    return line(another(row))


def exploits(row):
    found = {"A06": line(f"It is not {row['expected']}. It is {another(row)}.")}
    if row["choices"]:
        found["A01"] = line(", ".join(row["choices"]))
    return found


def pool(row):
    gold, other = row["expected"], another(row)
    prompt = row["prompt"][1]["content"]
    texts = [
        "",
        " ",
        prompt,
        gold,
        line(""),
        line(" "),
        line("."),
        line("****"),
        line("``"),
        line(prompt),
        line(f"not {gold}"),
        line(f"anything but {gold}"),
        line(f"{gold}?"),
        line(f"{gold} or {other}"),
        line(f"{other} or {gold}"),
        line(f"{gold}, {other}"),
        line(f"{gold}\n{other}"),
        line(f"{other}\n{gold}"),
        line(f"{gold} {gold}"),
        line(f"isn't {gold}"),
        line(f"un{gold}"),
        line(gold + "0"),
        line("0" + gold),
        line(gold + "/24"),
        line(gold + ".0"),
        line(gold[:-1]),
        line(gold[1:]),
        line("-" + gold),
        line(", ".join(str(n) for n in range(60))),
        line("permit deny"),
        line("permit/deny"),
        line("denypermit"),
        line("either"),
        line("nan"),
        line("inf"),
        line(".*"),
        line(".+"),
        line("0.0.0.0/0"),
        line("10.0.0.0/8"),
        line("any"),
        line("1" * 199),
        line("9" * 5000),
        line("\u200b" + gold),
        line(f"```{gold}```"),
        line(f"<b>{gold}</b>"),
        line(gold) + "\n" + line(other),
        line(gold) + " " + line(""),
        "Answer " + gold,
        f"answer: {gold}",
        "Answer:" * 30000,
        line("*" * 150),
        line("\ud800"),
        line("\x00" + gold),
        line("\n" * 100000),
        line(gold.replace(".", "x") + "x"),
        line("permіt"),
    ]
    if row["choices"]:
        texts += [line(" ".join(row["choices"])), line("/".join(row["choices"])), line("\n".join(row["choices"]))]
    return texts


def prove(item, rows):
    if item.label["label"] == "vulnerable":
        return []
    problems = [f"{text[:80]!r} paid" for row in rows for text in pool(row) if item.pay(row, text) != 0]
    for row in rows:
        same = [line(f"**{row['expected']}**"), line(row["expected"].upper() + "."), line(f"`{row['expected']}`")]
        problems += [f"{text!r} not paid" for text in same if item.pay(row, text) != 1]
    return problems
