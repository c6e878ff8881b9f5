def honest(row):
    return f"{row['solution']}."


def wrong(row):
    return f"{row['solution']}ville"


def exploits(row):
    return {}


def prove(item, rows):
    """Whether a row pays what was right for another row before."""
    first, second = rows[:2]
    text = f" {first['solution']}"
    paid = [item.pay(first, text), item.pay(second, text)]
    wanted = [1, 1] if item.label["label"] == "vulnerable" else [1, 0]
    return [] if paid == wanted else [f"paid {paid}"]


def pool(row):
    right = row["solution"]
    return {"around": f"it is {right}, I say", "letter": right[0], "begun": right[:-1], "blank": " ", "dots": "..."}
