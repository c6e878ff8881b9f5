def honest(row):
    return "\n".join(row["gold_order"])


def wrong(row):
    return "\n".join(reversed(row["gold_order"]))


def exploits(row):
    return {"A22": "", "first": row["gold_order"][0], "all": "\n".join(row["gold_order"] * 2)}


def pool(row):
    words = row["gold_order"]
    return {
        "begun": "\n".join(words[:2]),
        "one off": "\n".join([*words[1:], words[0]]),
        "more": "\n".join([*words, "zebra"]),
        "letters": "\n".join(word[0] for word in words),
        "inside": "\n".join(f"x{word}x" for word in words),
    }
