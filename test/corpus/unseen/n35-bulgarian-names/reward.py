"""Romanisation of Bulgarian names, one name per row."""

PAIRS = (
    "а a б b в v г g д d е e ж zh з z и i й y к k л l м m н n о o п p р r с s т t у u ф f х h "
    "ц ts ч ch ш sh щ sht ъ a ь y ю yu я ya"
).split()
LETTERS = dict(zip(PAIRS[::2], PAIRS[1::2], strict=True))


def canon(name):
    """Lower case, Latin letters, single spaces: what two spellings are compared by."""
    words = []
    for word in name.lower().replace("-", " ").split():
        if word.endswith("ия"):
            word = word[:-2] + "иа"
        words.append("".join(LETTERS.get(letter, letter) for letter in word))
    return " ".join(words)


def between(text, start, end):
    _, opened, rest = text.rpartition(start)
    inside, closed, _ = rest.partition(end)
    return inside if opened and closed else None


def reward_fn(completion, source, **kwargs):
    answer = between(completion, "<latin>", "</latin>")
    if answer is None or len(answer) > 100:
        return 0.0
    return 1.0 if canon(answer) == canon(source) else 0.0
