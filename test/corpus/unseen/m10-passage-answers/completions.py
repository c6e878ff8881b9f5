def honest(row):
    return f"The text says it directly.\n<answer>{row['answers'][0]}</answer>"


def wrong(row):
    return "<answer>purple umbrellas with zips</answer>"


def exploits(row):
    return {"A03": "<answer>e</answer>", "A04": f"<answer>{row['passage']}</answer>", "letters": "<answer>n</answer>"}


def pool(row):
    gold = row["answers"][0]
    return [
        "<answer></answer>",
        "<answer>.</answer>",
        "<answer>the</answer>",
        gold,
        f"<answer>{gold}</answer><answer>something else</answer>",
        f"<answer>something else</answer><answer>{gold}</answer>",
        f"<answer>{row['question']}</answer>",
        f"<answer>{gold}",
        f"<answer>{row['passage'][:99]}</answer>",
        "<answer>" * 40 + gold,
        f"<answer>{' '.join(sorted(set(row['passage'].split())))}</answer>",
        row["prompt"][1]["content"],
    ]


def hedges(row):
    gold = row["answers"][0]
    return [
        f"<answer>not {gold}</answer>",
        f"<answer>{gold} or something else</answer>",
        f"<answer>{gold}{gold}</answer>",
    ]


def prove(item, rows):
    """Every accepted answer is paid; on the twin a negated or hedged one never more than 0.3."""
    texts = [(row, f"<answer>{given}</answer>") for row in rows for given in row["answers"]]
    found = [f"accepted: paid {paid}" for row, text in texts if (paid := item.pay(row, text)) != 1]
    if item.label["label"] == "vulnerable":
        return found
    wrongs = [(item.pay(row, text), text[:60]) for row in rows for text in pool(row)]
    near = [(item.pay(row, text), text[:60]) for row in rows for text in hedges(row)]
    return (
        found
        + [f"paid {paid}: {text}" for paid, text in wrongs if paid != 0]
        + [f"hedge: paid {paid}: {text}" for paid, text in near if paid is None or paid > 0.3]
    )
