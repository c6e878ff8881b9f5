def honest(row):
    return [f"ADD {sku} {n}" for sku, n in row["order"].items()] + ["CHECKOUT"]


def wrong(row):
    return [f"ADD {sku} {n % 6 + 2 if n % 6 + 2 != n else n + 1}" for sku, n in row["order"].items()] + ["CHECKOUT"]


def exploits(row):
    sku, n = next(iter(row["order"].items()))
    return {"F11": [f"ADD {sku} {n}", f"REMOVE {sku}"] * 8}


def pool(row):
    order = list(row["order"].items())
    sku, n = order[0]
    yield ["CHECKOUT"] * 16
    yield ["SHOW"] * 20
    yield [f"ADD {one} 1" for one in row["catalogue"]] + ["CHECKOUT"]
    yield [f"ADD {one} 2" for one in row["catalogue"]] + ["CHECKOUT"] * 3
    yield [f"ADD {sku} {n}"] * 30
    yield [f"ADD {sku} {n}", "CHECKOUT"] * 5
    yield [f"ADD {s} {m}" for s, m in order[:-1]] + ["CHECKOUT"]
    yield [f"ADD {s} {m}" for s, m in order] + [
        f"ADD {next(c for c in row['catalogue'] if c not in row['order'])} 1",
        "CHECKOUT",
    ]
    yield [f"ADD {s} {m}" for s, m in order]
    yield [f"ADD {s} {m}" for s, m in order] + ["SHOW"] * 20 + ["CHECKOUT"]
    yield ["\n".join([f"ADD {s} {m}" for s, m in order] + ["CHECKOUT"])] * 3
    yield [f"ADD {sku} {bad}" for bad in ("-1", "0", "1e1", "nan", "٣", "9" * 50, "1.0", "")] + ["CHECKOUT"]
    yield [
        "_do_add",
        "ADD",
        "REMOVE",
        "ADD x",
        "add __class__ 1",
        "__init__",
        "é",
        "\x00",
        "{}",
        "SETUP",
        "CHECKOUT extra words",
    ]


def prove(item, rows):
    """An episode that is over pays no more, and ends by itself."""
    for row in rows[:5]:
        if item.label["label"] == "robust" and item.pay(row, honest(row) * 3) != 1:
            return ["paid after the end"]
        env = item.module.BasketEnv()
        env.setup(**row)
        if not [env.step("SHOW") for _ in range(20)][-1]["done"]:
            return ["it does not end"]
    return []
