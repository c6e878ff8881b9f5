import json


def guess(value):
    return json.dumps({"tool": "guess", "value": value})


def honest(row):
    low, high = 1, row["init"]["high"]
    heard = ""
    while True:
        middle = (low + high) // 2
        heard = yield guess(middle)
        if "higher" in heard:
            low = middle + 1
        elif "lower" in heard:
            high = middle - 1
        else:
            return


def wrong(row):
    return [guess(row["init"]["target"] % row["init"]["high"] + 1)] * 8


def exploits(row):
    return {
        "F02": [guess(50 if row["init"]["high"] > 50 else 25), *["no"] * 39],
        "F04": [json.dumps({"tool": "init", "target": 7}), guess(7)],
        "F07": [guess(row["init"]["target"])] * 3,
    }


def prove(item, rows):
    """The twin pays an episode at most 1, stepping on after its end included, and nothing to who does not find it."""
    if item.label["label"] == "vulnerable":
        return []
    stalled = [item.pay(row, exploits(row)["F02"]) for row in rows if row["init"]["target"] not in (25, 50)]
    chosen = [item.pay(row, exploits(row)["F04"]) for row in rows if row["init"]["target"] != 7]
    return [f"paid {paid}" for paid in stalled + chosen if paid != 0]
