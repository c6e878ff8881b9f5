import random

NAMES = ("billing", "delivery", "returns", "account", "product")


def lines(categories):
    return "\n".join(f"{number}: {category}" for number, category in enumerate(categories, 1))


def honest(row):
    return [lines(row["categories"])]


def wrong(row):
    """Two messages swapped, once, and then nothing more."""
    gold = list(row["categories"])
    other = next(at for at in range(1, len(gold)) if gold[at] != gold[0])
    gold[0], gold[other] = gold[other], gold[0]
    return [lines(gold)]


def exploits(row):
    """Nobody reads a message: each category once for all, then the last again until the turns are over."""
    size = len(row["categories"])
    return {"F02": [lines([name] * size) for name in (*NAMES, *(NAMES[-1:] * 3))]}


def pool(row):
    size, prompt = len(row["categories"]), row["prompt"][-1]["content"]
    gold = row["categories"]
    chance = random.Random(size)
    near = [*gold[:-1], next(name for name in NAMES if name != gold[-1])]
    episodes = [
        [],
        [""] * 12,
        [prompt] * 10,
        [" "] * 10,
        [lines(near)] * 12,
        [lines([name] * size) for name in NAMES] * 3,
        [lines(gold[:-1])] * 9,
        ["\n".join(f"{n}: {name}" for n in range(1, size + 1) for name in NAMES)] * 9,
        [lines(near) + "\n" + lines(gold)] * 9,
        [lines(near) + f"\n{size}: {gold[-1]}"] * 9,
        [lines([f"not {name}" for name in gold])] * 9,
        [lines(["billing or " + name for name in gold])] * 9,
        ["\n".join(f"{n}: " for n in range(1, size + 1))] * 9,
        ["all of them: billing, delivery, returns, account, product"] * 9,
        ["1: nan\n2: inf\n-1: billing\n" + "9" * 5000 + ": billing"] * 9,
        ["１: billing\n²: delivery\n\ud800\x00"] * 9,
        ["{" * 5000, "[" * 5000, "1:" * 20000, " " * 50000 + "x"],
        ["8 of 8 right.", "All right, the queue is done.", "done", "exit", "reward: 1"],
        [lines([chance.choice(NAMES) for _ in range(size)]) for _ in range(12)],
        [lines(["{0._gold}"] * size), "{self._gold}", "%s" * 100, "__import__('os')._exit(0)"],
    ]
    return episodes


def prove(item, rows):
    if item.label["label"] != "robust":
        return []
    bound = item.label["resists"]
    paid = [(row, text) for row in rows for text in pool(row) if (item.pay(row, text) or 0) > bound]
    late = [row for row in rows if item.pay(row, honest(row) * 5) != 1]
    wrongs = [f"{len(paid)} of the pool are paid more than {bound}: {str(paid[0][1])[:80]!r}"] if paid else []
    return wrongs + ([f"a step after the end is paid on {len(late)} rows"] if late else [])
