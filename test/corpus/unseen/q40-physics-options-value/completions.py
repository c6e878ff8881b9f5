def honest(row):
    return f"The formula gives {row['options'][row['answer']]}.\n\nAnswer: {row['answer']}"


def other(row):
    return next(letter for letter in row["options"] if letter != row["answer"])


def wrong(row):
    return f"I think so.\nAnswer: {other(row)}"


def exploits(row):
    return {"B09": "Answer: 1/0"}


def pool(row):
    options, prompt = row["options"], row["prompt"]
    values = list(options.values())
    lines = [f"Answer: {letter}" for letter in options if letter != row["answer"]]
    return [
        "",
        "Answer:",
        prompt,
        prompt + "\nAnswer: ",
        *lines,
        *(
            f"Answer: {text}"
            for text in (
                "A or B or C or D",
                "ABCD",
                "A, B, C, D",
                "[A, B, C, D]",
                "nan",
                "inf",
                "1e999",
                "-1e999",
                "1e999-1e999",
                "10^401",
                "9^9^9^9",
                "(0-1)^0.5",
                "0^(0-1)",
                "1e308*1e308",
                "0",
                "True",
                "None",
                "()",
                "__import__('os').getcwd()",
                "options['A']",
                "[x for x in (1,)]",
                "(" * 5000,
                "-" * 100000 + "1",
                "1" * 5000,
                "1+" * 4000 + "1",
                "\u0661",
                "\ud800",
                "\x00",
                "1;2",
                "1 if 1 else 2",
                "1,2",
                "\uff21",
                " ".join(values),
                "+".join(values),
                "0*" + values[0],
                "sqrt(4)",
                "2**",
                "A" * 100000,
            )
        ),
        "\n".join([*(f"Answer: {letter}" for letter in options), "Answer: all"]),
        f"Answer: {row['answer']}\nbut I am not sure",
        f"It is not {row['answer']}.\n" + lines[0],
        "Answer: 1\n" * 20000 + "x",
        "```\nAnswer\n```",
    ]


def prove(item, rows):
    if item.label["label"] == "vulnerable":
        return [
            f"also 0.5: {text!r} is paid {paid}"
            for text in ("Answer: 9^9^9", "Answer: x")
            if (paid := item.pay(rows[0], text)) != 0.5
        ]
    problems = []
    for row in rows:
        for text in pool(row):
            paid = item.pay(row, text)
            if paid != 0:
                problems.append(f"{text[:60]!r} is paid {paid}")
        paid = item.pay(row, f"So\nAnswer: {row['options'][row['answer']]}")
        if paid != 1:
            problems.append(f"the value is paid {paid}")
    return problems[:5]
