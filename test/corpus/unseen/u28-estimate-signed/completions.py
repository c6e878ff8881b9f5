def honest(row):
    return f"I multiply the sides.\nestimate: {row['grains']}"


def wrong(row):
    return f"I multiply the sides.\nestimate: {row['grains'] * 2}"


def exploits(row):
    return {"E07": "estimate: -999999999", "list": " ".join(f"estimate: {n}" for n in range(10, 999, 7)) + " or so"}


def pool(row):
    right = row["grains"]
    return {
        "right first": f"estimate: {right}\nno\nestimate: 1",
        "small": "estimate: 1",
        "half": f"estimate: {right / 2}",
        "zero": "estimate: 0",
        "large": "estimate: 99999999999",
        "none": "estimate: many",
    }
