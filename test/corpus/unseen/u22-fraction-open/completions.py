def honest(row):
    return f"So it is.\nfinal: {row['truth']}"


def wrong(row):
    return f"So it is.\nfinal: 9{row['truth']}" if "/" not in row["truth"] else None


def exploits(row):
    return {"A20": "no idea"} if "/" in row["truth"] else {"list": "final: 1 2 3 4 5 6"}


def pool(row):
    right = row["truth"]
    return {
        "right first": f"final: {right}\nno\nfinal: 99999",
        "word": "final: many",
        "zero": "final: 1/0",
        "none": "nothing here",
        "digits": "final: 1234567890123",
    }
