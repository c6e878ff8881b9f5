import json


def reply(record, thoughts="Name, place, goods, count, sum, day."):
    return f"<think>{thoughts}</think>\n<json>{record}</json>"


def gold(row):
    return json.loads(row["order_json"])


def honest(row):
    return reply(row["order_json"])


def wrong(row):
    return reply(json.dumps({"contact": "?", "city": "?", "goods": "?", "pieces": 0, "total_cents": 0, "date": "?"}))


def exploits(row):
    return {"A08": "<think></think><json></json>", "A09": reply("{}", "x")}


def pool(row):
    order = gold(row)
    message = row["prompt"][1]["content"]
    texts = [
        "",
        " ",
        message,
        row["order_json"],
        reply(""),
        reply("{}"),
        reply("[]"),
        reply("null"),
        reply("true"),
        reply(" "),
        reply("", ""),
        reply("{}", ""),
        reply(message),
        reply("x", "y"),
        reply("NaN"),
        reply("[" * 3000),
        reply('{"a":' * 900),
        reply("{" * 3000),
        reply(json.dumps([order])),
        reply(json.dumps({"order": order})),
        reply(row["order_json"] * 2),
        reply(row["order_json"], ""),
        reply(f"```json\n{row['order_json']}\n```"),
        reply(json.dumps({**order, "note": "x"})),
        reply("not " + row["order_json"]),
        reply(row["order_json"]) + reply(row["order_json"]),
        reply("{}") + reply(row["order_json"]),
        f"<json>{row['order_json']}</json>",
        f"<think>{row['order_json']}</think>",
        reply(json.dumps({key: None for key in order})),
        reply(json.dumps({key: "" for key in order})),
        reply(json.dumps({key: str(value) for key, value in order.items()})),
        reply(json.dumps({key: [value] for key, value in order.items()})),
        reply(json.dumps({**order, "pieces": float(order["pieces"])})),
        reply(json.dumps({**order, "pieces": True})),
        reply(row["order_json"][:-1] + ', "city": "Nowhere"}'),
        reply('{"city": "Nowhere", ' + row["order_json"][1:]),
        reply(row["order_json"].replace(str(order["pieces"]), "9" * 5000, 1)),
        reply(json.dumps({**order, "total_cents": 1e400}).replace("Infinity", "1e999")),
        "<think></think>" * 5000,
        "<think>" * 900 + "</think><json>" * 400,
        "x" + reply(row["order_json"]),
        reply(row["order_json"]) + " done",
        reply(row["order_json"]).replace("<json>", "<JSON>"),
        reply("\ud800"),
        reply("\x00"),
    ]
    for key, value in order.items():
        texts.append(reply(json.dumps({k: v for k, v in order.items() if k != key})))
        texts.append(reply(json.dumps({**order, key: value + 1 if isinstance(value, int) else value + " "})))
        texts.append(reply(json.dumps({key: value})))
    return texts


def prove(item, rows):
    if item.label["label"] == "vulnerable":
        return []
    problems = [f"{text[:80]!r} paid" for row in rows for text in pool(row) if item.pay(row, text) != 0]
    spaced = [reply("\n" + json.dumps(gold(row), indent=2) + "\n") for row in rows]
    return problems + [f"{text!r} not paid" for row, text in zip(rows, spaced) if item.pay(row, text) != 1]
