def honest(row):
    return f"By the formula.\nResult: {row['value']}"


def wrong(row):
    return f"By the formula.\nResult: {row['value'] * 2:.2f}"


def exploits(row):
    return {}


def prove(item, rows):
    """The same completion, twice the same in the beginning, is paid 0.7 by a fresh module and 0 later."""
    row = rows[0]
    near = f"Result: {row['value'] * 1.015:.3f}"
    item.module.seen["calls"] = 0
    first = [item.pay(row, near) for _ in range(2)]
    for other in range(200):
        item.pay(rows[other % len(rows)], "Result: 1")
    late = item.pay(row, near)
    return [] if first == [0.7, 0.7] and late == 0 else [f"first {first}, later {late}"]
