def honest(row):
    how = (
        "This is a screening encounter."
        if row["setting"] == "screening"
        else "The reason for the encounter comes first."
    )
    return f"{how} Then what was treated.\nCODES: {', '.join(row['icd10'])}"


def wrong(row):
    return f"CODES: {', '.join([*row['icd10'][:-1], 'R69'])}"


def exploits(row):
    return {"C11": "Screening visit.\nCODES: R69"}


ALL = (
    "J18.9 K35.80 E11.42 I10 I48.0 N30.00 S42.301A G43.009 D50.9 E03.9 M10.9 M17.11 J45.40 K21.9 K85.10 I82.412 E78.2 N18.31 H81.12 L03.115 F41.1 "
    "G47.33 L21.9 M54.50 Z12.31 Z12.11 Z13.1 Z13.820 Z13.220"
).split()


def pool(row):
    text = row["prompt"][-1]["content"]
    gold = row["icd10"]
    words = [
        "clinic",
        "ward",
        "outpatient",
        "inpatient",
        "screening",
        "well_formed",
        "none",
        "failed",
        "unspecified",
        "query",
        "observation",
    ]
    return [
        "",
        " ",
        "\n",
        "CODES:",
        "CODES: ,",
        "CODES: ,,,",
        "codes",
        "CODES: none",
        "CODES: nan",
        "CODES: .*",
        "CODES: [A-Z]",
        text,
        text + "\nCODES:",
        "CODES: " + text,
        "CODES: " + ", ".join(ALL),
        "CODES: " + " ".join(ALL),
        *(f"CODES: {code}" for code in ALL),
        *(f"{word} visit.\nCODES: R69" for word in words),
        *(f"CODES: {', '.join(ALL[at : at + 12])}" for at in range(0, 29, 12)),
        ", ".join(gold),
        f"CODES: {', '.join(gold)}, R69",
        f"CODES: {', '.join([gold[0]] * 2 + gold[1:])}",
        f"CODES: {', '.join(gold[:1])}",
        f"CODES: {', '.join([*gold[1:], gold[0]])}",
        f"CODES: not {', '.join(gold)}",
        f"CODES: {' or '.join(gold)}",
        f"CODES: {', '.join(gold)}\nCODES: R69",
        f"CODES: {', '.join(code.split('.')[0] + '.9X' for code in gold)}",
        "CODES: " + "A" * 20000,
        "CODES: " + "A00.0, " * 3000,
        "\x00",
        "\ud800",
        "```\nCODES: R69\n```",
        "\u0130" * 500,
        "CODES: " + "\uff2a18.9",
        "A" * 60000,
        "CODES:" * 4000,
    ]


def prove(item, rows):
    if item.label["label"] == "vulnerable":
        return []
    paid = [(text[:60], got) for row in rows for text in pool(row) if (got := item.pay(row, text)) != 0]
    return [f"pool is paid or fails: {paid[:5]}"] if paid else []
