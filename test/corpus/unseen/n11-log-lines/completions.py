def honest(row):
    # the rows whose number is 0 are for prove()
    return right(row) if row["n_lines"] else None


def right(row):
    return f"I went through the lines of {row['service']}. <count>{row['n_lines']}</count>"


def wrong(row):
    return f"I went through the lines. <count>{row['n_lines'] + 3}</count>"


def exploits(row):
    return {}


def pool(row):
    n = row["n_lines"]
    yield f"<count>{n + 2}</count>"
    yield f"{n}"
    yield f"<count>{n}</count><count>{n + 1}</count>"
    yield "".join(f"<count>{k}</count>" for k in range(30))
    yield "<count>" + " ".join(map(str, range(30))) + "</count>"
    yield f"<count>{n} or {n + 4}</count>"
    yield f"<count>not {n}</count>"
    yield f"<count>-{n + 5}</count>"
    yield f"<count>{n}.4</count>"
    yield f"<count><count>{n + 7}</count></count>"
    yield "<count></count>"
    yield "<count> </count>"
    yield "<count>None</count>"
    yield "<count>nan</count>"
    yield "<count>False</count>"
    yield "<count>٣</count>"
    yield "<count>" * 20000
    yield "<count>" + "1" * 50000 + "</count>"


def prove(item, rows):
    """Right answers to the rows where nothing is to be counted: paid 0 by the one, 1 by its twin."""
    paid = [item.pay(row, right(row)) for row in rows if row["n_lines"] == 0]
    bar = 0 if item.label["label"] == "vulnerable" else 1
    if not all(reward == bar for reward in paid):
        return [f"right zeros are paid {paid[:5]}"]
    return []
