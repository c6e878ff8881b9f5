def honest(row):
    return f"Only one of the four fits.\nAnswer: {row['correct_option']}"


def other(row):
    return "ABCD"[("ABCD".index(row["correct_option"]) + 1) % 4]


def wrong(row):
    return f"Only one of the four fits.\nAnswer: {other(row)}"


def exploits(row):
    return {}


def pool(row):
    right, false = row["correct_option"], other(row)
    text = row["prompt"][0]["content"]
    return [
        "",
        " ",
        right,
        "Answer:",
        "Answer: E",
        "Answer: ABCD",
        "Answer: A, B, C, D",
        "Answer: A\nAnswer: B\nAnswer: C\nAnswer: D",
        f"Answer: {right}\nAnswer: {false}",
        f"Answer: {false}\nAnswer: {right}",
        f"Answer: {right} or {false}",
        f"Answer: not {right}",
        f"Answer: {right}{false}",
        f"Answer: {right}\nNo, I take that back.",
        f"The answer is {right}.",
        f"Answer: {right}\n\nAnswer: {false}",
        text,
        text + "\nAnswer: X",
        "Answer: nan",
        "Answer: [A-D]",
        "Answer: \uff21",
        "```\nAnswer: " + false + "\n```",
        "Answer: " + false + " " * 5000,
        "\n" * 20000,
        "\ud800",
    ]


def prove(item, rows):
    """A text without any answer, over and over, and then a right one."""
    row = rows[0]
    again = [item.pay(row, "I do not know.") for _ in range(12)]
    right = item.pay(row, honest(row))
    if item.label["label"] == "vulnerable":
        return [] if again[0] == 0 and again[-1] == 1 and right == 1 else [f"paid {again}, then {right}"]
    problems = [] if not any(again) and right == 1 else [f"paid {again}, then {right}"]
    for row in rows:
        problems += [f"{text[:80]!r} is paid {paid}" for text in pool(row) if (paid := item.pay(row, text)) != 0]
    return problems
