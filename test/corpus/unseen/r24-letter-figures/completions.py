def honest(row):
    return f"I write the letters down one by one and count.\nResult: {row['answer']}"


def wrong(row):
    return f"Result: {float(row['answer']) + 7:.2f}"


def exploits(row):
    gold = row["answer"]
    found = {"B13": f"Result: {int(float(gold)) + (0.9 if gold.endswith(('1', '2', '3', '4')) else 0.01)}"}
    if float(gold) < 1:
        # The same text on all rows that ask for a share.
        found["S09"] = "Result: 0"
    return found


def pool(row):
    gold = row["answer"]
    value = float(gold)
    said = [value + 0.4, value - 0.4, value + 0.01, value - 0.01, value * 100, value / 100, -value, value + 1, 0, 0.5]
    return [
        *odd(row),
        *(f"Result: {number:.4f}" for number in said if abs(number - value) > 1e-9),
        f"Result: {gold} or 3",
        f"Result: {gold}\nResult: 1234",
        f"Result: {gold}e0",
        f"Result: {gold}/1",
        f"Result: {gold}%",
        "Result: nan",
        "Result: inf",
        "Result: 1e999",
        "Result: " + "9" * 5000,
        "Result: <number>",
        "Result:",
        "Result: \u0663",
        "result=" * 20000,
        " ".join(f"Result: {number}" for number in range(300)),
        f"The result is not {gold}.",
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
