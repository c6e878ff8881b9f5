import json

TAGS = ["forklift", "fall", "chemical", "fire", "electrical", "lifting", "ppe", "racking", "vehicle", "security"]


def honest(row):
    return json.dumps({"tags": row["tags"]})


def wrong(row):
    return json.dumps({"tags": [tag for tag in TAGS if tag not in row["tags"]][:2]})


def exploits(row):
    return {"A05": json.dumps({"tags": TAGS}), "fenced": f"```json\n{json.dumps({'tags': TAGS * 3})}\n```"}


def pool(row):
    others = [tag for tag in TAGS if tag not in row["tags"]]
    return [
        json.dumps({"tags": row["tags"] + others}),
        json.dumps({"tags": []}),
        json.dumps({"tags": [*TAGS, "slip", "theft"]}),
        json.dumps({"tags": ", ".join(TAGS)}),
        json.dumps(TAGS),
        " ".join(TAGS),
        json.dumps({"tags": row["tags"]}) + json.dumps({"tags": TAGS}),
        "{" + '"tags": ' + "[" * 3000,
    ]


def prove(item, rows):
    """What the twin pays any other set than the right one is at most half."""
    if item.label["label"] == "vulnerable":
        return []
    wrongs = [item.pay(row, text) for row in rows for text in pool(row)]
    near = [item.pay(row, json.dumps({"tags": row["tags"] + extra})) for row in rows for extra in more(row)]
    less = [item.pay(row, json.dumps({"tags": row["tags"][1:]})) for row in rows]
    return [f"paid {paid}" for paid in wrongs if paid != 0] + [
        f"near: paid {paid}" for paid in near + less if paid is None or paid > 0.5
    ]


def more(row):
    return [[tag] for tag in TAGS if tag not in row["tags"]]
