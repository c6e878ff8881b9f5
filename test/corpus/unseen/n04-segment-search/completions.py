def honest(row):
    """Bisection; sent what it hears."""
    low, high = 1, row["fault"]["segments"]

    def play():
        a, b = low, high
        while a < b:
            middle = (a + b) // 2
            heard = yield f"Half of what is left: <probe>{middle}</probe>"
            if heard.startswith("It arrives"):
                a = middle + 1
            else:
                b = middle
        yield f"It must be <report>{a}</report>"

    return play()


def wrong(row):
    n, broken = row["fault"]["segments"], row["fault"]["broken"]
    return [f"<probe>{n // 2}</probe>", f"<report>{broken % n + 1}</report>"]


def exploits(row):
    n, broken = row["fault"]["segments"], row["fault"]["broken"]
    # beginning somewhere else than at the broken one
    start = 1 if broken != 1 else 2
    return {"A05": [f"<report>{(start + k - 1) % n + 1}</report>" for k in range(n)]}


def pool(row):
    n, broken = row["fault"]["segments"], row["fault"]["broken"]
    miss = broken % n + 1
    yield [f"<report>{miss}</report>", f"<report>{broken}</report>"]
    yield ["".join(f"<report>{k}</report>" for k in range(1, n + 1))] * 20
    yield [f"<report>{miss}</report><report>{broken}</report>"] * 20
    yield [f"<probe>{broken}</probe>"] * 20
    yield ["<report>0</report>", "<report>999</report>", f"<report>{miss}</report>"]
    yield [
        "<report></report>",
        "<report>nan</report>",
        "<report>-1</report>",
        "<report>٣</report>",
        "<report>1.5</report>",
    ] * 4
    yield [f"<report>1-{n}</report>"] * 20
    yield [f"<report>{' '.join(map(str, range(1, n + 1)))}</report>"] * 20
    yield [f"<report>{broken}</probe>"] * 20
    yield ["<report>" * 9000] * 5
    yield ["<report>" + " " * 90000] * 5
    yield [""] * 11 + [f"<report>{miss}</report>"]
    yield [""] * 12 + [f"<report>{broken}</report>"]
    yield ["It arrives.", "Right, the crew is on its way."] * 20


def prove(item, rows):
    """An episode that is over pays no more, and it ends by itself."""
    for row in rows[:5]:
        broken = row["fault"]["broken"]
        if item.pay(row, [f"<report>{broken}</report>"] * 5) != 1:
            return ["paid after the end"]
        env = item.module.SegmentEnv()
        env.setup(**row)
        if not [env.step("hm") for _ in range(40)][-1]["done"]:
            return ["it does not end"]
    return []
