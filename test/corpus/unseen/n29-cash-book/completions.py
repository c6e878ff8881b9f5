import json


def pay(payer, receiver, amount):
    return json.dumps({"from": payer, "to": receiver, "amount": amount})


def honest(row):
    left = dict(row["balances"])
    actions = []
    while any(left.values()):
        payer, receiver = min(left, key=left.get), max(left, key=left.get)
        amount = min(-left[payer], left[receiver])
        left[payer] += amount
        left[receiver] -= amount
        actions.append(pay(payer, receiver, amount))
    return actions


def wrong(row):
    payer, receiver = max(row["balances"], key=row["balances"].get), min(row["balances"], key=row["balances"].get)
    return [pay(payer, receiver, 7)] * 16


def exploits(row):
    left = row["balances"]
    payer, receiver = min(left, key=left.get), max(left, key=left.get)
    amount = min(-left[payer], left[receiver])
    there, back = pay(payer, receiver, amount - 1), pay(receiver, payer, amount - 1)
    return {"F11": [there, back] * 8}


def pool(row):
    names = list(row["balances"])
    a, b = names[:2]
    full = honest(row)
    big = sum(abs(x) for x in row["balances"].values())
    return {f"always {name}": [text] * 20 for name, text in JUNK.items()} | {
        "nothing": [],
        "echo": [said(row)] * 20,
        "one payment": full[:1] if len(full) > 1 else [],
        "all at once": ["[" + ", ".join(full) + "]", "\n".join(full)],
        "one unit": [pay(a, b, 1)] * 20,
        "one unit back": [pay(b, a, 1)] * 20,
        "zero": [pay(a, b, 0)] * 20,
        "negative": [pay(a, b, -5)] * 20,
        "self": [pay(a, a, 5)] * 20,
        "float": [pay(a, b, 0.5)] * 20,
        "nan": [pay(a, b, float("nan"))] * 20,
        "true": [pay(a, b, True)] * 20,
        "text": [pay(a, b, "5")] * 20,
        "huge": [pay(a, b, 10**30), pay(b, a, big)],
        "forth and back": [pay(a, b, 3), pay(b, a, 3)] * 10,
        "stranger": [pay("Bank", name, 5) for name in names],
        "settle": ['{"settle": true}', "done", "I settle everything."] * 5,
        "too late": ["?"] * 16 + full,
    }


def prove(item, rows):
    """The twin pays an episode 1 at most, steps after its end included, and nothing of the pool."""
    found = []
    if item.label["label"] == "robust":
        for row in rows:
            found += [f"pool {name}" for name, actions in pool(row).items() if item.pay(row, actions) != 0]
            if item.pay(row, honest(row) * 3) != 1:
                found.append("a second time")
    return found[:8]


MOST = 0

JUNK = {
    "empty": "",
    "blank": " \n\t ",
    "zero": "0",
    "nan": "nan",
    "inf": "-inf",
    "null": "null",
    "braces": "{}",
    "brackets": "[]",
    "true": "true",
    "fence": "```\n```",
    "fenced json": "```json\n{}\n```",
    "huge": "9" * 5000,
    "exponent": "1e999",
    "refusal": "I am sorry, I cannot help with that.",
    "unicode": "\u200b\u202e\u0661\u0662\ud800\uff11",
    "nul": "\x00" * 50,
    "nested": "[" * 20000,
    "nested objects": '{"a":' * 5000,
    "tags": "<answer></answer>" * 200,
    "range": " ".join(map(str, range(1000))),
    "letters": " ".join("abcdefghijklmnopqrstuvwxyz"),
    "long": "lorem ipsum " * 5000,
    "dots": ".*",
}


def said(row):
    prompt = row["prompt"]
    return prompt if isinstance(prompt, str) else "\n".join(message["content"] for message in prompt)
