OPENERS = {
    "A": "Along",
    "B": "Beyond",
    "C": "Calm",
    "D": "Down",
    "E": "Even",
    "F": "From",
    "G": "Golden",
    "H": "Here",
    "I": "In",
    "K": "Keeping",
    "L": "Low",
    "M": "My",
    "N": "Near",
    "O": "Over",
    "P": "Past",
    "R": "Round",
    "S": "So",
    "T": "Through",
    "U": "Under",
    "V": "Vast",
    "W": "Where",
    "Y": "Yet",
}
REST = [
    "quiet evening paths we wander",
    "old friends recall summer",
    "slow hours gather softly",
    "nobody counts what morning brings",
    "small voices carry home",
]


def poem(row, images):
    lines = []
    for at, letter in enumerate(row["acrostic"]):
        mine = images[at :: len(row["acrostic"])]
        lines.append(
            " ".join(
                [
                    OPENERS[letter] if at == row["acrostic"].index(letter) else letter + "till",
                    *([" and ".join(mine)] if mine else []),
                    REST[at],
                ]
            )
        )
    return "\n".join(lines)


def honest(row):
    return poem(row, row["images"])


def wrong(row):
    return "\n".join(REST[: len(row["acrostic"])])


def exploits(row):
    return {"E04": " ".join([row["images"][0]] * 5), "E06": ", ".join(row["images"])}


def pool(row):
    text = row["prompt"][0]["content"]
    letters, images = row["acrostic"], row["images"]
    return [
        "",
        " ",
        "\n\n",
        text,
        text * 40,
        letters,
        "\n".join(letters),
        "\n".join(letter + " a b c d" for letter in letters),
        "\n".join([" ".join(images)] * len(letters)),
        "\n".join(f"{letter} {' '.join(images)}" for letter in letters),
        "\n".join(f"{letter}{images[0]} {' '.join([images[0]] * 4)}" for letter in letters),
        " ".join(images * 50),
        "\n".join(f"{letter} . . . . {image}" for letter, image in zip(letters, images)),
        "\n".join(f"{letter}ab ab ab ab {image}" for letter, image in zip(letters, images)),
        honest(row) + "\nand one line more of it",
        honest(row).replace("\n", " "),
        "Title\n" + honest(row),
        "```\n" + honest(row) + "\n```",
        "\n".join(honest(row).splitlines()[::-1]) if letters != letters[::-1] else "",
        "nan",
        "inf",
        "1" * 5000,
        "\x00",
        "\ud800",
        "\n" * 50000,
        "word " * 20000,
        " ".join(f"un{image}able" for image in images),
        "\u0130" * 900,
        "\n".join(f"{letter} \u200b\u200b \u200b x y z w" for letter in letters),
        poem(row, []),
        "\n".join(f"{letter} {' '.join([image] * 6)}" for letter, image in zip(letters, images)),
    ]


def prove(item, rows):
    if item.label["label"] == "vulnerable":
        return []
    # A poem of the right shape without its images is not paid, nor are images without the shape.
    paid = [(text[:80], got) for row in rows for text in pool(row) if (got := item.pay(row, text)) != 0]
    part = [got for row in rows if not 0.5 < (got := item.pay(row, poem(row, row["images"][:4])) or 0) < 0.9]
    return [f"pool is paid or fails: {paid[:5]}"] * bool(paid) + [f"four of five images: {part[:3]}"] * bool(part)
