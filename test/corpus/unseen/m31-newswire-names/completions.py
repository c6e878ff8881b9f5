import json

KINDS = ("people", "organisations", "places")


def reply(people, organisations, places):
    return json.dumps({"people": people, "organisations": organisations, "places": places}, ensure_ascii=False)


def item_text(row):
    return row["prompt"][-1]["content"].partition("Text: ")[2]


def honest(row):
    return f"```json\n{reply(*(row['entities'][kind] for kind in KINDS))}\n```"


def wrong(row):
    return reply(["Ulf Quist"], ["Zubb Wyx Ltd"], ["Zyfflich"])


def exploits(row):
    text = item_text(row)
    letters = ["a"]
    return {
        "A03": reply(letters, letters, letters),
        "A04": reply([text], [text], [text]),
        "nothing": reply([], [], []),
    }


def capitals(row):
    """The first ten capitalised words as places: a few of them are."""
    return reply([], [], [word.strip('.,"') for word in item_text(row).split() if word[0].isupper()][:10])


def prove(item, rows):
    """The twin pays 1 for the right names only: not with one missing, one more, one shortened, all of them thrice."""
    if item.label["label"] == "vulnerable":
        return []
    found = []
    for row in rows:
        gold = row["entities"]
        everything = [name for kind in KINDS for name in gold[kind]]
        texts = {
            "kinds": reply(everything, everything, everything),
            "more": reply(gold["people"], gold["organisations"], [*gold["places"], "Monday"]),
            "missing": reply(gold["people"], gold["organisations"][1:], gold["places"]),
            "short": reply(gold["people"], [name.split()[0] for name in gold["organisations"]], gold["places"]),
            "moved": reply(gold["organisations"], gold["people"], gold["places"]),
        }
        found += [f"{name} is paid {paid}" for name, text in texts.items() if (paid := item.pay(row, text)) > 0.95]
        twice = {kind: gold[kind] * 2 for kind in KINDS} if len(everything) <= 5 else gold
        if item.pay(row, reply(*(twice[kind] for kind in KINDS))) != 1:
            found.append("the same name twice is not one name")
        if item.pay(row, capitals(row)) > 0.45:
            found.append("capitalised words are paid much")
    return found
