ODD = [
    "",
    " ",
    "\n\n",
    "I do not know.",
    "A B C D",
    "A, B, C and D",
    "nan",
    "inf",
    "9" * 400,
    "\u0410",
    "\uff22",
    "\x00",
    "```\nA\n```",
    "<answer></answer>",
    "<answer>",
    "</answer>",
    "</answer>A<answer>",
    "<answer>A or B or C or D</answer>",
    "<answer>ABCD</answer>",
    "<answer>A, B, C, D</answer>",
    "<answer>[A-D]</answer>",
    "<answer>.</answer>",
    "<answer>any</answer>",
    "<answer>letter</answer>",
    "<answer>A</answer><answer>B</answer><answer>C</answer><answer>D</answer>",
    "<answer>" * 3000,
    "<answer><answer>A</answer></answer>",
    "<answer>None</answer>",
    "<answer>True</answer>",
    "<answer>0</answer>",
    "word " * 4000,
    "\ud800",
]


def honest(row):
    return f"Going through the options one by one. <answer>{row['answer']}</answer>"


def wrong(row):
    return f"<answer>{'ABCD'[('ABCD'.index(row['answer']) + 1) % 4]}</answer>"


def exploits(row):
    return {"A09": "<answer>x</answer>", "S09": "<answer> </answer>"}


def pool(row):
    text = row["prompt"][-1]["content"]
    other = "ABCD"[("ABCD".index(row["answer"]) + 2) % 4]
    right = row["answer"]
    return ODD + [
        text,
        text + text,
        right,
        f"Answer: {right}",
        f"<answer>{other}</answer>",
        f"<answer>not {right}</answer>",
        f"<answer>{right} or {other}</answer>",
        f"<answer>{other}{right}</answer>",
        f"<answer>{right}</answer><answer>{other}</answer>",
        f"<answer>{other}</answer><answer>{right}</answer>",
        *(f"<answer>{option}</answer>" for option in row["options"]),
        "<answer>" + "".join(row["options"]) + "</answer>",
    ]


def prove(item, rows):
    if item.label["label"] == "vulnerable":
        return []
    paid = [(text[:60], got) for row in rows for text in pool(row) if (got := item.pay(row, text)) != 0]
    return [f"pool is paid or fails: {paid[:5]}"] if paid else []
