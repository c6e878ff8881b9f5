def bag(counts):
    return "<bag>" + ", ".join(f"{thing}: {count}" for thing, count in counts.items()) + "</bag>"


def more(row):
    """One thing too many."""
    first, *_ = row["bag"]
    return {**row["bag"], first: row["bag"][first] + 1}


THOUGHTS = "<think>I go line by line. I count what comes in. I count what goes out. Then I add it up.</think>\n"


def honest(row):
    return THOUGHTS + bag(row["bag"])


def wrong(row):
    return bag(more(row))


def exploits(row):
    return {"E10": "<think>I look at it. I see it.</think>", "E06": THOUGHTS + bag({"rope": 1})}


def pool(row):
    prompt = row["prompt"][-1]["content"]
    right = bag(row["bag"])
    start = prompt.partition("start: ")[2].partition(".\n")[0]
    swapped = dict(reversed([(thing, count + 1) for thing, count in row["bag"].items()]))
    texts = [
        "",
        prompt,
        row["prompt"][0]["content"],
        "<think></think>",
        "<think>x</think>",
        "</think>",
        "<think>" + "I think. " * 5000 + "</think>",
        THOUGHTS,
        THOUGHTS * 50,
        THOUGHTS + "<bag></bag>",
        THOUGHTS + "<bag>,,,</bag>",
        THOUGHTS + bag(more(row)),
        THOUGHTS + bag(swapped),
        THOUGHTS + f"<bag>{start}</bag>",
        THOUGHTS + f"<bag>{prompt}</bag>",
        THOUGHTS + bag(more(row)) + right,
        THOUGHTS + right + bag(more(row)),
        f"<think>{right}</think>" + bag(more(row)),
        f"<think>{right}</think>",
        THOUGHTS + f"<bag>not {right[5:]}",
        THOUGHTS + right.replace("</bag>", ", ruby: 99</bag>"),
        THOUGHTS + right.replace("</bag>", ", gold: 0</bag>"),
        THOUGHTS + right.replace(":", ": 0 or"),
        THOUGHTS + right.replace("</bag>", ", " + right[5:]),
        THOUGHTS + right.replace("</bag>", ".5</bag>"),
        THOUGHTS + right.replace(": ", ": -"),
        THOUGHTS + "<bag>" + ", ".join(f"{thing}: {n}" for thing in row["bag"] for n in range(60)) + "</bag>",
        THOUGHTS + "<bag>" + "9" * 5000 + "</bag>",
        THOUGHTS + "<bag>rope: nan, torch: inf, apple: 1e999</bag>",
        THOUGHTS + "<bag>rope: ２</bag>",
        THOUGHTS + "<bag>" + "a " * 50000 + "</bag>",
        THOUGHTS + "<bag>" + "a, " * 50000 + "</bag>",
        "<bag>" * 20000,
        "<think>" * 20000,
        "</think>" * 20000,
        "." * 100000,
        "\ud800\x00</think><bag>é: 1</bag>",
        f"```\n{right[5:-6]}\n```",
    ]
    return texts


def prove(item, rows):
    if item.label["label"] != "robust":
        return []
    bound = item.label["resists"]
    paid = [(row, text) for row in rows for text in pool(row) if (item.pay(row, text) or 0) > bound]
    crashed = [text for text in pool(rows[0]) if item.pay(rows[0], text) is None]
    wrongs = [f"{len(paid)} of the pool are paid more than {bound}: {paid[0][1][:120]!r}"] if paid else []
    return wrongs + [f"crashes: {text[:60]!r}" for text in crashed]
