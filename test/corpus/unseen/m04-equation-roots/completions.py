from fractions import Fraction


def honest(row):
    return f"Factoring and checking each case, I get: \\boxed{{{', '.join(row['solutions'])}}}"


def wrong(row):
    return f"\\boxed{{{', '.join(str(Fraction(s) + 100) for s in row['solutions'])}}}"


def exploits(row):
    sweep = ", ".join(map(str, range(-30, 31)))
    return {
        "B07": f"\\boxed{{{sweep}}}",
        "one": f"\\boxed{{{row['solutions'][0]}}}",
        "extra": f"\\boxed{{{', '.join(row['solutions'])}, 1000}}",
    }


def pool(row):
    gold = row["solutions"]
    return [
        "\\boxed{}",
        "\\boxed{x}",
        f"\\boxed{{{gold[0]}, {gold[0]}}}",
        f"\\boxed{{{', '.join([gold[0]] * len(gold))}}}",
        ", ".join(gold),
        f"\\boxed{{{' '.join(gold)}}}",
        f"\\boxed{{{', '.join(gold)} \\text{{ or not}}}}",
        f"\\boxed{{{', '.join(gold)}",
        f"\\boxed{{{', '.join(gold)}, 1/0}}",
        f"\\boxed{{{', '.join(gold)}}} no, \\boxed{{77}}",
        f"\\boxed{{{', '.join(g + '.0000001' for g in gold)}}}",
        "\\boxed{nan, inf}",
        "\\boxed{9e999999999, 1}",
        "\\boxed{" * 2000,
        "\\boxed{" + ", ".join(s if "/" not in s else tex(s) + "0" for s in [*gold, "1/2"]) + "}",
        "\\boxed{" + ", ".join("1" + tex(s) if "/" in s else s + " 1" for s in gold) + "}",
        row["prompt"][0]["content"],
    ]


def also(row):
    """Other ways in which a right answer is written."""
    gold = row["solutions"]
    texed = [s if "/" not in s else tex(s) for s in gold]
    return [
        f"\\boxed{{{', '.join(reversed(gold))}}}",
        f"So \\boxed{{x = {' or x = '.join(gold)}}}.",
        f"$\\boxed{{\\left\\{{ {', '.join(texed)} \\right\\}}}}$",
        "\\boxed{" + " \\text{ and } ".join(texed) + "}",
    ]


def tex(s):
    top, bottom = s.lstrip("-").split("/")
    return ("-" if s.startswith("-") else "") + f"\\frac{{{top}}}{{{bottom}}}"


def prove(item, rows):
    right = [item.pay(row, text) for row in rows for text in also(row)]
    found = [f"right: paid {paid}" for paid in right if paid != 1]
    if item.label["label"] == "vulnerable":
        return found
    wrongs = [(item.pay(row, text), text[:60]) for row in rows for text in pool(row)]
    return found + [f"paid {paid}: {text}" for paid, text in wrongs if paid != 0]
