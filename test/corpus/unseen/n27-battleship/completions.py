def fire(cell):
    return f"I try [{cell}]"


def honest(row):
    return [fire(row["scouted"])] + [fire(cell) for ship in row["fleet"] for cell in ship if cell != row["scouted"]]


def wrong(row):
    fleet = {cell for ship in row["fleet"] for cell in ship}
    return [fire(r + str(c)) for r in "ABCDEFGH" for c in range(1, 9) if r + str(c) not in fleet][:26]


def exploits(row):
    return {"F14": [fire(row["scouted"])] * 26, "F02": [fire(row["scouted"]), fire("A1")] + [fire(row["scouted"])] * 24}


def pool(row):
    board = [r + str(c) for r in "ABCDEFGH" for c in range(1, 9)]
    ship = next(ship for ship in row["fleet"] if row["scouted"] in ship)
    full = honest(row)
    return {f"always {name}": [text] * 30 for name, text in JUNK.items()} | {
        "nothing": [],
        "echo": [said(row)] * 30,
        "all cells in each message": [" ".join(f"[{cell}]" for cell in board)] * 30,
        "all cells in one": ["".join(f"[{cell}]" for cell in board), *[fire(row["scouted"])] * 25],
        "row by row": [fire(cell) for cell in board[:26]],
        "from below": [fire(cell) for cell in board[::-1][:26]],
        "every second": [fire(cell) for cell in board[::2][:26]],
        "one ship again and again": [fire(cell) for cell in ship] * 10,
        "without the last": full[:-1] + [fire(row["scouted"])] * 20,
        "small letters": [text.lower() for text in full],
        "no brackets": [text.replace("[", "(").replace("]", ")") for text in full],
        "all in one message": ["\n".join(full)],
        "won": ["You won.", "Hit and sunk!"] * 13,
        "full width": [fire("\uff21\uff11")] * 26,
        "too late": ["?"] * 26 + full,
        "brackets": ["[A1" * 10000] * 26,
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
