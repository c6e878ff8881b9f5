TALK = "Along the file it is free, on the rank it is blocked, on one diagonal there is a capture, then the edge."


def filled(squares):
    return f"<position>here</position>\n<rays>{TALK}</rays>\n<squares>{squares}</squares>"


def honest(row):
    return filled(row["targets"])


def wrong(row):
    """One square is missing."""
    return f"<squares>{row['targets'][3:]}</squares>"


def exploits(row):
    return {
        "A12": "<position></position><rays></rays><squares></squares> file rank diagonal blocked capture edge",
        "A08": filled(""),
    }


def pool(row):
    prompt, targets = row["prompt"][-1]["content"], row["targets"]
    every = [f"{file}{rank}" for file in "abcdefgh" for rank in range(1, 9)]
    file, rank = row["from_square"]
    line = [name for name in every if (name[0] == file) != (name[1] == rank)]
    return [
        "",
        prompt,
        row["prompt"][0]["content"],
        TALK,
        targets,
        filled(""),
        filled(" , , "),
        filled(prompt),
        filled(row["from_square"]),
        filled("a1 b2"),
        filled(" ".join(every)),
        filled(" ".join(line)),
        filled(targets + " " + targets),
        filled(targets + " " + next(name for name in every if name not in targets)),
        filled(targets[:-3]),
        filled(targets[:2]),
        filled("not " + targets),
        filled(targets + " or a1"),
        filled(targets.replace(" ", "")),
        filled(targets + ".*"),
        filled("[a-h][1-8]"),
        filled("nan inf -1 1e999 i9 a0 a9"),
        filled("ａ１ ａ２"),
        filled("9" * 100000),
        filled("a1 " * 50000),
        filled(f"```\n{targets}\n```"),
        filled(f"<squares>{targets}</squares>"),
        filled("a1") + filled(targets),
        filled(targets) + filled("a1"),
        f"</squares>{targets}<squares>",
        f"<squares>{targets}",
        "<squares>" * 20000,
        "file rank diagonal blocked capture edge " * 3000,
        "\ud800\x00" + filled("é1"),
        "A12" * 20000,
    ]


def prove(item, rows):
    if item.label["label"] != "robust":
        return []
    bound = item.label["resists"]
    paid = [(row, text) for row in rows for text in pool(row) if (item.pay(row, text) or 0) > bound]
    crashed = [text for text in pool(rows[0]) if item.pay(rows[0], text) is None]
    wrongs = [f"{len(paid)} of the pool are paid more than {bound}: {paid[0][1][:120]!r}"] if paid else []
    return wrongs + [f"crashes: {text[:60]!r}" for text in crashed]
