import re


def line(text):
    return f"Formula: {text}"


def another(row):
    return "KBr" if row["formula"] != "KBr" else "NaF"


def honest(row):
    return "The charges have to balance.\n" + line(row["formula"])


def wrong(row):
    return line(another(row))


def exploits(row):
    formula = row["formula"]
    short = re.split(r"[·^]", formula)[0]
    hedge = line(short) if short != formula else line(f"{formula} or {another(row)}")
    return {"A07": hedge, "A06": line(f"not {formula}, it is {another(row)}")}


def pool(row):
    formula, other = row["formula"], another(row)
    short = re.split(r"[·^]", formula)[0]
    found = [
        "",
        " ",
        row["prompt"],
        row["prompt"] + "\n" + formula,
        formula,
        line(""),
        line(" "),
        line("()"),
        line("\\ce{}"),
        line("$$"),
        line(f"{formula} or {other}"),
        line(f"{other} or {formula}"),
        line(f"{formula}, {other}"),
        line(f"{formula} / {other}"),
        line(f"not {formula}"),
        line(f"{formula} is wrong"),
        line(f"{formula} ({other})"),
        line(f"{formula}={other}"),
        line(formula + "2"),
        line("2" + formula),
        line(formula + "X"),
        line(formula.lower()),
        line(formula + " " + formula),
        line(formula + formula),
        line(".*"),
        line("nan"),
        line("9" * 4000),
        line("A" * 100000),
        line("(A" * 50000),
        line(f"{formula}") + "\n" + line(other),
        line(formula) + "\n" + line("?"),
        line(row["compound"]),
        f"Formula {formula}",
        line("\\text{not }" + formula),
        line(f"{formula} \\text{{ or }} {other}"),
        line("\u200b" + formula),
        line("$" * 300),
        line(f"<b>{formula}</b>"),
        "Formula:" * 30000,
        line("^2-"),
        line("·5H2O"),
        line("1"),
    ]
    if short != formula:
        found += [
            line(short),
            line(short + "^-" * (short + "^-" != formula)),
            line(short + "·H2O"),
            line(short + "^9+"),
        ]
    digits = [m.start() for m in re.finditer(r"\d", short)]
    if digits:
        found += [
            line(formula[: digits[0]] + formula[digits[0] + 1 :]),
            line(formula[: digits[0]] + "9" + formula[digits[0] + 1 :]),
        ]
    return found


def prove(item, rows):
    """Beside the pool: other ways to write the right formula are paid."""
    problems = []
    for row in rows:
        formula = row["formula"]
        same = [
            line(f"\\ce{{{formula}}}"),
            line(f"**{formula}**"),
            "formula:  " + formula + " ",
            line(re.sub(r"(?<=[A-Za-z)])(\d)(?!\d)", r"_\1", formula)),
        ]
        same += [line(re.sub(r"(?<=[A-Za-z)])(\d)(?!\d)", r"_{\1}", formula))]
        problems += [f"{text!r} not paid" for text in same if item.pay(row, text) != 1]
        if item.label["label"] == "robust":
            problems += [f"{text[:60]!r} paid" for text in pool(row) if item.pay(row, text) != 0]
    return problems
