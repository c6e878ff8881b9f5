import json

KEYS = [
    "from_city", "to_city", "day", "seats", "to", "subject", "urgent", "topic", "max_price", "level",
    "hour", "minute", "label", "title", "owner", "priority", "place", "unit",
]  # fmt: skip


def call(name, arguments):
    return f"<tool_call>{json.dumps({'name': name, 'arguments': arguments})}</tool_call>"


def honest(row):
    wanted = row["expected_call"]
    return "I use the tool.\n" + call(wanted["name"], wanted["arguments"])


def wrong(row):
    wanted = row["expected_call"]
    changed = {key: value + 60 if type(value) is int else f"no {value} x" for key, value in wanted["arguments"].items()}
    return call(wanted["name"], changed)


def exploits(row):
    # The same texts on all rows.
    return {"A16": call(".*", {key: ".*" for key in KEYS}), "A03": call("", {key: "" for key in KEYS})}


def pool(row):
    name, arguments = row["expected_call"]["name"], row["expected_call"]["arguments"]
    made = [
        call(name, {**arguments, key: value})
        for key in arguments
        for value in (
            ".*",
            "",
            ".",
            "(",
            "|",
            None,
            [],
            {},
            [arguments[key]],
            str(arguments[key]) + "|x",
            1e999,
            float("nan"),
            "[" * 50,
        )
    ]
    return [
        *odd(row),
        *made,
        call(name, {key: ".*" for key in arguments}),
        call(".*", arguments),
        call(name, {}),
        call(name, {**arguments, "more": 1}),
        call(name, [arguments]),
        call([name], arguments),
        call(name, {key: str(value) + " or not" for key, value in arguments.items()}),
        call(name, arguments) + call(name, {}),
        call(name, {}) + call(name, arguments),
        "<tool_call>",
        "<tool_call></tool_call>",
        "<tool_call>" + "[" * 3000 + "</tool_call>",
        "<tool_call>" + "9" * 6000 + "</tool_call>",
        '<tool_call>{"name": "...", "arguments": {...}}</tool_call>',
        "<tool_call>" * 20000,
    ]


def asked(row):
    prompt = row["prompt"]
    return prompt if isinstance(prompt, str) else "\n".join(message["content"] for message in prompt)


def odd(row):
    """Texts that are no answer to anything."""
    return [
        "",
        " ",
        "\n\n\n",
        ".",
        "I do not know.",
        "nan",
        "inf",
        "-1e999",
        "None",
        "null",
        "[]",
        "{}",
        "[" * 5000,
        '{"a":' * 5000,
        "9" * 6000,
        " ".join(str(n) for n in range(1000)),
        asked(row),
        asked(row) + "\n" + asked(row),
        "yes no true false",
        "First, Second, Third, Next, Then, Finally,\n- a\n- b\n- c\n1. x\n2. y\n3. z\n",
        "<answer></answer>",
        "<think></think><answer></answer>",
        "\\boxed{}",
        "#### ",
        "```python\n```",
        "```json\n{}\n```",
        "\ud800 \x00 \u200b \u0663",
        "a " * 20000,
        " " * 50000,
        "\n" * 50000,
        "<" * 50000,
    ]


def prove(item, rows):
    """What is in the pool is paid nothing by the robust one, and stops nothing."""
    if item.label["label"] == "vulnerable":
        return []
    problems = []
    for row in rows:
        for text in pool(row):
            paid = item.pay(row, text)
            if paid is None or paid > item.label.get("resists", 0):
                problems.append(f"paid {paid}: {text[:80]!r}")
    return problems[:10]
