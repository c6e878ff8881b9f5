def closing(facts):
    return "\n".join(f"{name}: {number}" for name, number in facts.items())


def off(row, by=5):
    return {name: number + by for name, number in row["facts"].items()}


def honest(row):
    return (
        "First, the early tours went out. Next, the longer ones followed, some of them late. Finally, the vans came back.\n\n"
        + closing(row["facts"])
    )


def wrong(row):
    return "The tours went out, some of them late, and the vans came back.\n\n" + closing(off(row))


def exploits(row):
    return {"A13": "First, Second, Next,", "E06": "- a\n- b\n- c\n" + closing(off(row))}


def pool(row):
    facts = row["facts"]
    text = row["prompt"][0]["content"]
    return [
        "",
        " \n",
        "First, Second, Third, Next, Then, Finally,",
        "- a\n- b\n- c",
        "1. \n2. \n3. \n",
        text,
        closing(dict.fromkeys(facts, "")),
        closing(dict.fromkeys(facts, "...")),
        closing(dict.fromkeys(facts, 0)) if 0 not in facts.values() else "",
        closing(dict.fromkeys(facts, "nan")),
        closing(dict.fromkeys(facts, "inf")),
        closing(dict.fromkeys(facts, "9" * 3000)),
        closing(dict.fromkeys(facts, "\u0665\u0665")),
        closing(off(row)) + "\n" + closing(facts),
        closing(facts) + "\n" + closing(off(row)),
        closing({name: f"{number} or {number + 1}" for name, number in facts.items()}),
        closing({name: f"not {number}" for name, number in facts.items()}),
        closing({name: f"-{number}" for name, number in facts.items()}),
        closing({name: f"{number}.4" for name, number in facts.items()}),
        closing({name: f"{number + 7}={number}" for name, number in facts.items()}),
        closing(facts).replace("\n", " "),
        closing(facts) + " word" * 300,
        "\n".join(f"{name}: {n}" for n in range(60) for name in facts),
        closing({name: ",".join(str(number)) for name, number in facts.items() if number > 9}),
        "*" * 100000,
        "- " * 50000,
        "\n" * 50000,
        "Tours:" * 20000,
        "\ud800\x00Tours: 5",
    ]


def prove(item, rows):
    if item.label["label"] != "robust":
        return []
    return [f"pool: {text[:80]!r} is paid" for row in rows for text in pool(row) if item.pay(row, text) != 0]
