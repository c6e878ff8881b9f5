JUNK = "\nand so on, whatever comes to mind" * 300


def reply(slot, check="I compare the lists from Monday on."):
    return f"<check>{check}</check>\n<slot>{slot}</slot>"


def honest(row):
    return reply(row["slot"])


def wrong(row):
    day, _, _ = row["slot"].partition(" ")
    return f"The slot is {day} 07:15."


def exploits(row):
    return {"A11": "<check>\n</check>\n<slot>\n</slot>" + JUNK, "A08": "<check></check>\n<slot></slot>"}


def pool(row):
    slot = row["slot"]
    other = "Mon 07:30"
    return [
        *odd(row),
        reply(slot) + JUNK,
        reply(slot) + "\n\n\nx",
        "Sure!\n" + reply(slot),
        reply(other),
        reply(""),
        reply("Day HH:MM", "how you compared them"),
        reply(other) + JUNK,
        reply(slot, ""),
        reply(f"{slot} or {other}"),
        reply(f"not {slot}"),
        reply(slot) + "\n" + reply(other),
        reply(other) + "\n" + reply(slot),
        reply(slot, "x</check><check>y"),
        reply(other, f"<slot>{slot}</slot>"),
        f"<slot>{slot}</slot>",
        "".join(
            f"<slot>{day} {hour:02d}:{half}</slot>"
            for day in ("Mon", "Tue", "Wed")
            for hour in range(8, 18)
            for half in ("00", "30")
        ),
        "<check>" * 20000,
        "<check>" + "a" * 100000,
        "<check>" + "</check>\n<slot>" * 5000,
        reply("99:99 Mon"),
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
