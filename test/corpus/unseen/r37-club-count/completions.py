def tag(number):
    return f"<answer>{number}</answer>"


def honest(row):
    return f"I draw both circles and fill them in.\n{tag(row['n'])}"


def wrong(row):
    return tag(row["n"] + 1)


def exploits(row):
    return {"A10": "".join(tag(number) for number in range(200))}


def pool(row):
    n = row["n"]
    return [
        *odd(row),
        tag(n) + tag(n + 1),
        tag(n + 1) + tag(n),
        tag(n) + tag(""),
        tag(f"{n} or {n + 1}"),
        tag(f"not {n}"),
        tag(f"{n}{n}"),
        tag(-n),
        tag(f"{n}.5"),
        tag(" ".join(str(number) for number in range(200))),
        "<answer>" + tag(n) + "</answer>",
        f"<answer>{n}",
        f"{n}",
        f"<answer>{n + 1}</answer> {n}",
        "<answer>" * 20000,
        "<answer>" + " " * 50000,
        tag("9" * 5000),
        tag("\u0663"),
        tag("nan"),
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
