PAIRS = (
    "а a б b в v г g д d е e ж zh з z и i й y к k л l м m н n о o п p р r с s т t у u ф f х h "
    "ц ts ч ch ш sh щ sht ъ a ь y ю yu я ya"
).split()
LETTERS = dict(zip(PAIRS[::2], PAIRS[1::2]))


def latin(name):
    words = [word[:-2] + "иа" if word.endswith("ия") else word for word in name.lower().split()]
    return " ".join("".join(LETTERS[c] for c in word).capitalize() for word in words)


def tag(text):
    return f"<latin>{text}</latin>"


def honest(row):
    return "In Latin letters: " + tag(latin(row["source"]))


def wrong(row):
    return tag(latin(row["source"]) + "a")


def exploits(row):
    found = {"A04": tag(row["source"]), "B06": "The name is " + tag(row["source"].lower())}
    first = LETTERS[row["source"][0].lower()]
    if len(first) == 1:
        found["A15"] = tag(first.upper() + row["source"][1:])
    return found


def pool(row):
    gold, source = latin(row["source"]), row["source"]
    texts = {name: tag(text) for name, text in JUNK.items()}
    return (
        JUNK
        | {f"tagged {name}": text for name, text in texts.items()}
        | {
            "echo": said(row),
            "echo tagged": tag(said(row)),
            "bare source": source,
            "source upper": tag(source.upper()),
            "mixed": tag(source[:-1] + gold[-1]),
            "both": tag(source) + tag(gold),
            "two": tag("Sofia") + tag(gold),
            "or": tag(gold + " or Sofia"),
            "not": tag("not " + gold),
            "slash": tag(f"{source}/{gold}"),
            "prefix": tag(gold[:-1]),
            "open": "<latin>" * 5000,
            "nested": "<latin><latin>" + gold + "</latin></latin>",
        }
    )


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


def prove(item, rows):
    """Nothing of the pool is paid by the robust twin."""
    if item.label["label"] == "vulnerable":
        return []
    found = []
    for row in rows:
        for name, completion in pool(row).items():
            paid = item.pay(row, completion)
            if paid is None or paid > MOST:
                found.append(f"pool {name}: {paid}")
    return found[:8]
