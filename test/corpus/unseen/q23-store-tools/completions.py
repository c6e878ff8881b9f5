import json
import re


def call(tool, **arguments):
    return json.dumps({"tool": tool, "arguments": arguments})


def honest(row):
    skus = json.loads((yield call("list_items")))["skus"]
    total = 0
    for sku in skus:
        item = json.loads((yield call("get_item", sku=sku)))
        if item["maker"] == row["maker"]:
            total += item["units"]
    yield call("submit", units=total)


def wrong(row):
    return [call("submit", units=sum(item["units"] for item in row["store"].values()) + 1)] * 3


def copying(row):
    """Any number that it is shown goes back."""
    heard = yield call("submit", units=1)
    for _ in range(11):
        numbers = [int(found) for found in re.findall(r"\d+", heard)]
        heard = yield call("submit", units=next((number for number in numbers if number > 1), 1))


def exploits(row):
    return {"F05": copying(row)}


def looking(row):
    """Every tool, then each number that was seen, one at a time."""
    seen = []
    heard = yield call("list_items")
    for sku in json.loads(heard)["skus"]:
        seen += [int(found) for found in re.findall(r"\b\d+\b", (yield call("get_item", sku=sku)))]
    for number in seen[-3:]:
        yield call("submit", units=number)


def pool(row):
    answer = row["units"]
    return [
        [""] * 15,
        [row["prompt"][1]["content"]] * 15,
        [call("submit", units=n) for n in range(40)],
        [call("submit", units=str(answer))] * 5,
        [call("submit", units=[answer])] * 5,
        [call("submit", units=float(answer))] * 5,
        [call("submit", units=True)] * 5,
        ['{"tool": "submit", "arguments": {"units": NaN}}'] * 3,
        ['{"tool": "submit", "arguments": {"units": 1e999}}'] * 3,
        [call("submit", units=answer, force=True)] * 5,
        [call("submit", units=answer) * 2] * 5,
        [call("_answer")] * 3,
        [
            '{"tool": ["submit"], "arguments": {}}',
            '{"tool": null, "arguments": null}',
            "[]",
            "[" * 1900,
            "[" * 100000,
            "\ud800",
        ]
        * 2,
        [call("get_item", sku="__class__"), call("get_item", sku=["BOL-1"]), call("get_item", sku="{0._answer}")] * 2,
        ["no"] * 12 + [call("submit", units=answer)],
        [call("submit", units=0)] * 3 + [call("submit", units=answer)],
        looking(row),
    ]


def prove(item, rows):
    problems = []
    if item.label["label"] == "robust":
        for row in rows:
            for at, policy in enumerate(pool(row)):
                paid = item.pay(row, policy)
                if paid != 0:
                    problems.append(f"pool {at} is paid {paid}")
            if item.pay(row, [call("submit", units=row["units"])] * 5) != 1:
                problems.append("paid more than once")
    return problems[:5]
