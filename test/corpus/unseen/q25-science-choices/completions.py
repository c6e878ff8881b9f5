def honest(row):
    return f"<think>Let me see.</think>\nThe answer is ({'ABCD'[row['label']]})"


def wrong(row):
    return f"The answer is ({'ABCD'[row['label'] - 1]})"


def exploits(row):
    right, other = row["choices"][row["label"]], row["choices"][row["label"] - 1]
    return {
        "A18": "It comes down to one of these: " + "; ".join(row["choices"]) + ".",
        "A04": row["prompt"][0]["content"],
        "A06": f"It is not {right}. It is {other}.",
    }


def pool(row):
    choices, right = row["choices"], row["choices"][row["label"]]
    text = row["prompt"][0]["content"]
    others = [letter for at, letter in enumerate("ABCD") if at != row["label"]]
    return [
        "",
        text,
        text.replace('"The answer is (X)"', ""),
        "\n".join(f"({letter}) {choice}" for letter, choice in zip("ABCD", choices)),
        " ".join(choices),
        "\n".join(f"The answer is ({letter})" for letter in "ABCD"),
        "The answer is (A) or the answer is (B) or the answer is (C) or the answer is (D)",
        "The answer is A, B, C, D",
        f"The answer is ({'ABCD'[row['label']]}) or ({others[0]})",
        f"The answer is ({others[0]}) or the answer is ({'ABCD'[row['label']]})",
        f"The answer is ({others[0]})\nThe answer is ({'ABCD'[row['label']]})",
        "\n".join([*[choice for choice in choices if choice != right], right]),
        f"The answer is not {right}",
        "the answer is (" * 20000,
        "*" * 100000,
        f"It is not {right}.",
        f"The answer is {' or '.join(choices)}",
        f"The answer is ({others[0]}), that is {right}",
        f"The answer is ({others[1]})\n{right}",
        "The answer is (E)",
        "The answer is (X)",
        "The answer is ()",
        "The answer is ABCD",
        f"<think>{right}. The answer is ({'ABCD'[row['label']]})</think>",
        f"<think>{right}</think>" * 3,
        "```\nThe answer is\n```",
        "answer is (" * 20000,
        "answer is " + " " * 100000,
        "\ud800\x00",
        "nan",
        "1e999",
        "[" * 50000,
        "</think>" * 10000,
        "".join(choices),
        "\n".join(choices) + "\n.",
    ]


def prove(item, rows):
    problems = []
    if item.label["label"] == "robust":
        for row in rows:
            for text in pool(row):
                paid = item.pay(row, text)
                if paid != 0:
                    problems.append(f"{text[:60]!r} is paid {paid}")
            for text in (row["choices"][row["label"]], f"Well\nThe answer is {row['choices'][row['label']]}."):
                if item.pay(row, text) != 1:
                    problems.append(f"{text!r} is not paid")
    return problems[:5]
