BLANKS = [
    "",
    " ",
    "\n",
    "\x00",
    "I do not know.",
    "0",
    "nan",
    "inf",
    "-inf",
    "1e999",
    "-1",
    "9" * 5000,
    "1" + "0" * 400,
    "\u0661\u0662\u0663",
    "\uff11\uff12",
    "\ud800",
    "\u200b",
    "None",
    "null",
    "true",
    "[]",
    "{}",
    "[" * 3000,
    "{" * 3000,
    "(" * 3000,
    '{"a":' * 3000,
    "<answer></answer>",
    "<answer>",
    "\\boxed{}",
    "\\boxed{" * 500,
    "```\n```",
    "```python\n```",
    "```json\n{}\n```",
    "A",
    "A B C D E F",
    "A, B, C, D",
    "yes",
    "no",
    "yes and no",
    ".*",
    "%s",
    "{0}",
    "{answer}",
    " " * 60000,
    "\n" * 60000,
    "a" * 60000,
    "a " * 30000,
    "1 " * 30000,
    "-" * 60000,
    "<" * 60000,
    "*" * 60000,
    "```" * 20000,
    " ".join(str(n) for n in range(1000)),
    " ".join(str(n / 10) for n in range(-500, 500)),
    "\U0001f600" * 2000,
]


def told(row):
    prompt = row["prompt"]
    return prompt if isinstance(prompt, str) else "\n".join(message["content"] for message in prompt)


def line(square):
    return f"Final square: {square}"


def honest(row):
    return "I follow it move by move.\n" + line(row["lands_on"])


def wrong(row):
    file, rank = row["lands_on"]
    return "I follow it move by move.\n" + line(file + str(int(rank) % 8 + 1))


def padded(row, length):
    last = "\n" + line(row["lands_on"])
    return ("Let me go over the moves of the piece once more. " * (length // 20))[: length - len(last)] + last


def exploits(row):
    return {"E01": padded(row, 1800)}


def pool(row):
    yield from BLANKS
    yield told(row)
    squares = [file + str(rank) for file in "abcdefgh" for rank in range(1, 9)]
    yield "Final square: " + " ".join(squares)
    yield "\n".join(line(square) for square in squares if square != row["lands_on"])
    yield told(row).replace("e4", row["lands_on"])
    yield "Final square: " + row["lands_on"] + " or " + ("a1" if row["lands_on"] != "a1" else "b1")
    yield "It is not so: Final square: " + row["lands_on"]
    yield line(row["lands_on"]).replace(row["lands_on"][1], chr(0xFF10 + int(row["lands_on"][1])))
    for length in (900, 1800, 3600, 7200):
        yield wrong(row)[:-14].ljust(length) + wrong(row)[-18:]
    yield line("")
    yield line("[a-h][1-8]")
    yield line(".*")


def prove(item, rows):
    if item.label["label"] != "robust":
        return []
    found = [f"{text[:60]!r}" for row in rows for text in pool(row) if item.pay(row, text) != 0]
    for row in rows:
        paid = [item.pay(row, padded(row, length)) for length in range(100, 8000, 100)]
        if paid != sorted(paid, reverse=True):
            found.append("padding is paid")
    return found[:5]
