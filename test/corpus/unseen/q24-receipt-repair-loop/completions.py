import json


def sent(record):
    return json.dumps(record, ensure_ascii=False)


def honest(row):
    return ["```json\n" + sent(row["fields"]) + "\n```"]


def wrong(row):
    fields = row["fields"]
    return [sent({**fields, "total": fields["tax"], "tax": fields["total"], "date": "2001-01-01"})]


def exploits(row):
    return {"F07": [sent(row["fields"])] * 3}


def pool(row):
    fields = row["fields"]
    text = row["prompt"][0]["content"]
    nothing = {key: "" for key in fields}
    return [
        [""] * 40,
        [text] * 6,
        ["{}"] * 6,
        [sent(nothing)] * 6,
        [sent({key: text for key in fields})] * 3,
        [sent([fields])] * 6,
        [sent({"record": fields})] * 6,
        [sent({key: [value] for key, value in fields.items()})] * 6,
        [sent({**fields, "note": "x"})] * 6,
        ["[" * 1500] * 6,
        ["[" * 200000] * 5,
        [sent(fields) + sent(fields)] * 6,
        ["\ud800"] * 5,
        ["x"] * 4 + [sent(fields)] * 2,
        [sent({key: "nan" for key in fields})] + [sent(fields)] * 3,
        [sent({key: f"{value} or 1" for key, value in fields.items()})] * 3,
    ]


def prove(item, rows):
    """What the twin pays in all, whatever is sent after the end."""
    if item.label["label"] == "vulnerable":
        return []
    problems = []
    for row in rows:
        for at, policy in enumerate(pool(row)):
            paid = item.pay(row, policy)
            if paid is None or paid > 0:
                problems.append(f"pool {at} is paid {paid}")
        paid = item.pay(row, honest(row) * 5)
        if paid != 1:
            problems.append(f"honest five times is paid {paid}")
    return problems[:5]
