import json


def call(**fields):
    return json.dumps(fields)


def honest(row):
    return [
        *(call(call="put", item=item, count=count) for item, count in row["shopping_list"].items()),
        call(call="buy"),
    ]


def wrong(row):
    return [call(call="put", item="pen", count=9), call(call="buy")]


def exploits(row):
    return {
        "F14": [call(call="find", text="")] * 30,
        "F03": [call(call="buy")] * 40,
        "twice": [*honest(row), *honest(row)],
    }


def prove(item, rows):
    """The twin pays an episode at most 1, and nothing for searching."""
    paid = [item.pay(row, exploits(row)[name]) for row in rows for name in ("F14", "F03")]
    return [] if item.label["label"] == "vulnerable" else [f"paid {reward}" for reward in paid if reward != 0]
