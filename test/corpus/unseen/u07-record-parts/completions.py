import json


def honest(row):
    return json.dumps(row["record"])


def wrong(row):
    return json.dumps({key: "nobody knows" for key in row["record"]})


def exploits(row):
    keys = ("name", "age", "city", "job")
    return {"A03": json.dumps(dict.fromkeys(keys, "")), "A09": "{}", "text": row["prompt"][-1]["content"]}


def pool(row):
    record = row["record"]
    return {
        "keys": json.dumps(dict.fromkeys(record, "a")),
        "numbers": json.dumps(dict.fromkeys(record, 1)),
        "types": json.dumps({key: str(value) for key, value in record.items()}),
        "more": json.dumps({**{key: f"{value} {value}" for key, value in record.items()}}),
        "list": json.dumps(["name", "age", "city", "job"]),
        "empty": "{}",
        "some": json.dumps({"name": record["name"][:1]}),
        "nested": "[" * 1900,
        "extra": json.dumps({**dict.fromkeys(record, "none"), "note": "x"}),
    }
