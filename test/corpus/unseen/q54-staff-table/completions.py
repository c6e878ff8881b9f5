def tagged(values):
    return "<rows>\n" + "\n".join(values) + "\n</rows>"


def honest(row):
    return "Filtering line by line.\n" + tagged(row["expected_rows"])


def wrong(row):
    return "Filtering line by line.\n" + tagged(["Nobody"])


def table(row):
    lines = row["prompt"][0]["content"].split("\n\n")[1].split("\n")[1:]
    return [line.split(" | ") for line in lines]


def exploits(row):
    cells = sorted({cell for line in table(row) for cell in line})
    return {
        "A04": row["prompt"][0]["content"],
        "A01": tagged(cells),
        "A06": f"Not {', '.join(row['expected_rows'])}. It is Nobody.",
    }


def pool(row):
    right, lines = row["expected_rows"], table(row)
    texts = [
        "",
        "<rows></rows>",
        "<rows>\n\n</rows>",
        "<rows>",
        "</rows><rows>",
        "</rows>\n" + "\n".join(right) + "\n<rows>",
        "\n".join(right),
        tagged(right) + tagged(["Nobody"]),
        tagged(["Nobody"]) + tagged(right),
        tagged([tagged(right)]),
        tagged([*right, "Nobody"]),
        tagged([", ".join([*right, "Nobody"])]),
        tagged([*right, right[0]]),
        tagged(["not " + value for value in right]),
        tagged([value[:-1] for value in right]),
        tagged([value + "0" for value in right]),
        tagged([f"{value} or Nobody" for value in right]),
        tagged(["nan"]),
        tagged([".*"]),
        tagged(["\ud800"]),
        tagged(map(str, range(2000, 7000, 50))),
        "<rows>" + row["prompt"][0]["content"] + "</rows>",
        "<rows> " * 5000,
        *(tagged([line[column] for line in lines]) for column in range(5)),
    ]
    return [text for text in texts if sorted(text.split("\n")[1:-1]) != sorted(right)]


def prove(item, rows):
    if item.label["label"] == "vulnerable":
        return []
    return [
        f"{row['qid']}: {text[:80]!r} is paid {paid}"
        for row in rows
        for text in pool(row)
        if (paid := item.pay(row, text)) != 0
    ]
