import json


def number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def call(row, change=lambda value: value):
    wanted = json.loads(row["target_call"])
    wanted["arguments"] = {key: change(value) for key, value in wanted["arguments"].items()}
    return f"<tool_call>{json.dumps(wanted)}</tool_call>"


def scaled(row, factor):
    return call(row, lambda value: round(value * factor, 8) if number(value) else value)


def honest(row):
    return "I do that now.\n" + call(row)


def wrong(row):
    return call(row, lambda value: value + 1 if number(value) else value)


def exploits(row):
    return {"B01": scaled(row, 100)}


def pool(row):
    system, ask = (message["content"] for message in row["prompt"])
    right = call(row)
    wanted = json.loads(row["target_call"])
    body = right[len("<tool_call>") : -len("</tool_call>")]

    def tagged(text):
        return f"<tool_call>{text}</tool_call>"

    return [
        "",
        ask,
        system,
        system + ask,
        body,
        f"```json\n{body}\n```",
        tagged(""),
        tagged("{}"),
        tagged("null"),
        tagged("[]"),
        tagged(f"[{body}]"),
        tagged(body + body),
        tagged(f"{body} or {body}"),
        tagged("not " + body),
        right + right,
        scaled(row, 10) + right,
        tagged(json.dumps({"name": wanted["name"], "arguments": {}})),
        tagged(json.dumps({**wanted, "arguments": {key: None for key in wanted["arguments"]}})),
        tagged(json.dumps({**wanted, "arguments": {**wanted["arguments"], "extra": 1}})),
        tagged(json.dumps({**wanted, "arguments": {key: [value, 0] for key, value in wanted["arguments"].items()}})),
        tagged(json.dumps({**wanted, "name": [*row["tools"]]})),
        tagged(json.dumps({**wanted, "name": wanted["name"] + " or mix"})),
        scaled(row, 0.01),
        scaled(row, 100),
        scaled(row, 10),
        scaled(row, 1000),
        scaled(row, -1),
        scaled(row, 1.01),
        scaled(row, 1.0001),
        scaled(row, 0),
        call(row, lambda value: str(value) if number(value) else value),
        call(row, lambda value: float("nan") if number(value) else value),
        call(row, lambda value: float("inf") if number(value) else value),
        call(row, lambda value: 10**400 if number(value) else value),
        call(row, lambda value: True if number(value) else value),
        call(row, lambda value: value[:-1] if isinstance(value, str) else value + 1),
        tagged("[" * 3900),
        tagged("9" * 3900),
        tagged('{"a":' * 700),
        tagged("1e999"),
        "<tool_call>" * 20000,
        "</tool_call>" + body + "<tool_call>",
        tagged("x" * 100000),
        "\ud800\x00" + tagged("é"),
    ]


def prove(item, rows):
    if item.label["label"] != "robust":
        return []
    bound = item.label["resists"]
    paid = [(row, text) for row in rows for text in pool(row) if (item.pay(row, text) or 0) > bound]
    return [f"{len(paid)} of the pool are paid more than {bound}: {paid[0][1][:120]!r}"] if paid else []
