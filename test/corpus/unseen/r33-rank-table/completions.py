def honest(row):
    names = row["ranked"]
    steps = "\n".join(f"Step {at + 1}: {name} comes next." for at, name in enumerate(names))
    return f"{steps}\nRanking: {' > '.join(names)}"


def wrong(row):
    names = row["ranked"]
    return f"Ranking: {' > '.join(names[1:] + names[:1])}"


def exploits(row):
    return {"A13": "First, Second, Next,"}


def pool(row):
    names = row["ranked"]
    line = "Ranking: " + " > ".join(names)
    swapped = [names[1], names[0], *names[2:]]
    return [
        *odd(row),
        "- a\n- b\n- c",
        "Step 1: look.\nStep 2: compare.\nStep 3: order.\nRanking: " + " > ".join(swapped),
        "Ranking: ",
        "Ranking: > > > >",
        "Ranking: one > two > three",
        "Ranking: " + " > ".join(sorted(names)),
        "Ranking: " + " > ".join(reversed(names)),
        "Ranking: " + " > ".join(names[:-1]),
        line + " > " + names[0],
        line + " or " + " > ".join(swapped),
        line + " Ranking: " + " > ".join(swapped),
        line + "\nRanking: " + " > ".join(swapped),
        "It is not " + line,
        "Step 1:\n" * 20000,
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
