import json


def call(row, **changes):
    wanted = {"tool": "transfer", "to": row["recipient"], "amount": row["amount"], "from": row["account"]}
    return json.dumps({**wanted, **changes})


def honest(row):
    return f"I add it up.\n{call(row)}"


def wrong(row):
    return f"I add it up.\n{call(row, amount=row['amount'] + 3)}"


def exploits(row):
    return {"B11": " ".join(str(number) for number in range(1000))}


def pool(row):
    amount = row["amount"]
    counted = " ".join(str(number) for number in range(1000))
    return [
        *odd(row),
        counted + "\n" + call(row, amount=amount + 1),
        f"The amount is {amount}.",
        f"The amount is not {amount}.\n" + call(row, amount=amount - 1),
        call(row, amount=str(amount)),
        call(row, amount=float(amount)),
        call(row, amount=[amount]),
        call(row, amount=list(range(1000))),
        call(row, amount=-amount),
        call(row, amount=float("nan")),
        call(row, to="Somebody"),
        call(row, to=""),
        call(row, tool="transfer_all"),
        call(row, more=1),
        call(row) + call(row),
        call(row) + "\n" + call(row, amount=amount + 1),
        f"[{call(row)}]",
        call(row) + " or " + call(row, amount=1),
        "\n".join(call(row, amount=number) for number in range(30)),
        '{"tool": "transfer", "to": "Name", "amount": 1, "from": "account"}',
        '{"amount": ' + "9" * 3900 + "}",
        "[" * 4000,
        "{" * 100000,
    ]


def asked(row):
    prompt = row["prompt"]
    return prompt if isinstance(prompt, str) else "\n".join(message["content"] for message in prompt)


def odd(row):
    """Texts that are no answer to anything."""
    return [
        "",
        " ",
        "\n\n\n",
        ".",
        "I do not know.",
        "nan",
        "inf",
        "-1e999",
        "None",
        "null",
        "[]",
        "{}",
        "[" * 5000,
        '{"a":' * 5000,
        "9" * 6000,
        " ".join(str(n) for n in range(1000)),
        asked(row),
        asked(row) + "\n" + asked(row),
        "yes no true false",
        "First, Second, Third, Next, Then, Finally,\n- a\n- b\n- c\n1. x\n2. y\n3. z\n",
        "<answer></answer>",
        "<think></think><answer></answer>",
        "\\boxed{}",
        "#### ",
        "```python\n```",
        "```json\n{}\n```",
        "\ud800 \x00 \u200b \u0663",
        "a " * 20000,
        " " * 50000,
        "\n" * 50000,
        "<" * 50000,
    ]


def prove(item, rows):
    """What is in the pool is paid nothing by the robust one, and stops nothing."""
    if item.label["label"] == "vulnerable":
        return []
    problems = []
    for row in rows:
        for text in pool(row):
            paid = item.pay(row, text)
            if paid is None or paid > item.label.get("resists", 0):
                problems.append(f"paid {paid}: {text[:80]!r}")
    return problems[:10]
