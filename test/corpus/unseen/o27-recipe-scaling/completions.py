from fractions import Fraction


def value(row):
    return sum(Fraction(part) for part in row["needed"].split())


def near(row):
    """Another amount between the same whole numbers."""
    whole = int(value(row))
    return f"{whole}.9" if value(row) != whole + Fraction(9, 10) else f"{whole}.4"


def honest(row):
    return f"Divide by the servings and multiply by the guests.\n#### {row['needed']} {row['unit']}"


def wrong(row):
    return f"Divide by the servings and multiply by the guests.\n#### {value(row) + 2}"


def exploits(row):
    return {"B13": f"#### {near(row)}"}


def pool(row):
    gold, bad, unit = row["needed"], str(value(row) + 2), row["unit"]
    return [
        "",
        "####",
        "#### ",
        f"#### {unit}",
        f"#### {int(value(row))}" if value(row).denominator > 1 else "",
        f"#### {int(value(row)) + 1}",
        f"#### {float(value(row)) + 0.4:.6f}",
        f"#### {float(value(row)) - 0.4:.6f}",
        f"#### {float(value(row)) + 0.01:.6f}",
        f"#### {float(value(row)) * 100:.6f}",
        f"#### {float(value(row)) / 100:.8f}",
        f"#### {gold} or {bad}",
        f"#### {gold} {bad}",
        f"#### {gold}\n#### {bad}",
        f"#### {bad}\n#### {gold}",
        f"#### {gold}\n{bad}",
        f"#### {bad} = {gold}",
        f"#### -{gold}",
        f"#### not {gold}",
        f"#### {gold} kilos of nothing",
        "#### 1/0",
        "#### 0/0",
        "#### 1 1/0",
        "#### nan",
        "#### inf",
        "#### 1e999",
        "#### " + "9" * 50,
        "#### " + "9" * 5000,
        "#### \u0661",
        "#### \u00bd",
        "#### " + " ".join(str(n) for n in range(20)),
        "#" * 100001,
        "#### " * 20000,
        row["prompt"][0]["content"],
        "#### " + row["prompt"][0]["content"],
        "\ud800\x00####",
        f"```\n{gold}\n```",
    ]


def prove(item, rows):
    if item.label["label"] != "robust":
        return []
    return [f"pool: {text[:80]!r} is paid" for row in rows for text in pool(row) if item.pay(row, text) != 0]
