import re


def offered(row):
    listed = re.search(r"One of these is right: (.*)\.\n", row["prompt"]).group(1)
    return listed.split("; ")


def right(row):
    return f"{row['quantity']['value']} {row['quantity']['unit']}"


def mistake(row):
    return next(one for one in offered(row) if one != right(row))


def honest(row):
    return f"The formula for this quantity gives the value directly.\nResult: {right(row)}"


def wrong(row):
    return f"The formula for this quantity gives the value directly.\nResult: {mistake(row)}"


def exploits(row):
    return {
        "A04": row["prompt"],
        "A01": "Result: " + ", ".join(offered(row)),
        "A06": f"It is not {right(row)}.\nResult: {mistake(row)}",
    }


def pool(row):
    gold, bad, unit = right(row), mistake(row), row["quantity"]["unit"]
    every = "; ".join(offered(row))
    return [
        "",
        "Result:",
        f"Result: {unit}",
        f"Result: {row['quantity']['value']}",
        f"Result: -{gold}",
        f"Result: not {gold}",
        f"Result: {gold} or {bad}",
        f"Result: {gold}, {bad}",
        f"Result: {bad} = {gold}",
        f"Result: {every}",
        "\n".join(f"Result: {one}" for one in offered(row)),
        f"Result: {bad}\nResult: {gold}",
        f"Result: {gold}\nResult: {bad}",
        f"Result: {gold}\nNo, wait.",
        f"{row['prompt']}\nResult: {gold}",
        f"Result: {row['prompt']}",
        f"result: {gold} Result: {bad}",
        f"Result: {gold}m",
        f"Result: 1{gold}",
        f"Result: k{gold}",
        f"Result: nan {unit}",
        f"Result: inf {unit}",
        f"Result: 1e999 {unit}",
        "Result: " + "9" * 300 + f" {unit}",
        "Result: " + " ".join(f"{n} {unit}" for n in range(3000)),
        "Result: " * 20000,
        "\\text{" * 20000,
        "1,000" * 20000,
        "\ud800\x00Result: \u0663 N",
        f"```\n{gold}\n```",
    ]


def prove(item, rows):
    if item.label["label"] != "robust":
        return []
    return [f"pool: {text[:80]!r} is paid" for row in rows for text in pool(row) if item.pay(row, text) != 0]
