from decimal import Decimal


def other(row):
    return Decimal(row["amount"]) + 17


def honest(row):
    return (
        f"The clause sets out the sum to be computed from the facts given.\n\nAnswer: {row['term']} = {row['amount']}"
    )


def wrong(row):
    return f"The clause sets out the sum to be computed from the facts given.\n\nAnswer: {row['term']} = {other(row)}"


def exploits(row):
    return {
        "B02": f"Answer: {other(row)} = {row['amount']}",
        "A07": f"Answer: {row['amount']} = {row['term']} = {other(row)}",
    }


def pool(row):
    gold, bad, term = row["amount"], other(row), row["term"]
    prompt = "\n".join(message["content"] for message in row["prompt"])
    return [
        "",
        " ",
        "Answer:",
        "Answer: =",
        f"Answer: {term} =",
        f"Answer: {term}",
        prompt,
        f"Answer: {prompt}",
        f"Answer: {term} = {gold} or {bad}",
        f"Answer: {term} = {gold}\nAnswer: {term} = {bad}",
        f"Answer: {term} = {bad}\nAnswer: {term} = {gold}",
        f"Answer: {term} = {gold} = {bad}",
        f"Answer: {term} = {bad} = {gold}",
        f"Answer: {bad} = {gold} = {term}",
        f"Answer: not {term} = {gold}",
        f"Answer: {term} = -{gold}",
        f"Answer: {term} = not {gold}",
        f"Answer: {term} = {gold}\n\nOn reflection it is {bad}.",
        f"Answer: {term} == {gold}",
        f"Answer: {term} != {gold}",
        f"Answer: {term} = nan",
        f"Answer: {term} = inf",
        f"Answer: {term} = 1e999",
        f"Answer: {term} = " + " ".join(str(n) for n in range(2000)),
        f"Answer: {term} = {Decimal(gold) * 100}",
        f"Answer: {term} = {Decimal(gold) / 100}",
        f"Answer: {term} = " + "9" * 5000,
        "Answer:" * 20000,
        "Answer: \n" * 20000,
        "=" * 100000,
        "*" * 100000,
        "\ud800\x00 Answer: \u0661",
        f"```\n{term} = {gold}\n```",
    ]


def prove(item, rows):
    if item.label["label"] != "robust":
        return []
    return [f"pool: {text[:80]!r} is paid" for row in rows for text in pool(row) if item.pay(row, text) != 0]
