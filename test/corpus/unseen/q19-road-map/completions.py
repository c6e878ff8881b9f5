def route(*stops):
    return "I compare the ways.\nRoute: " + " > ".join(stops)


def honest(row):
    return f"I compare the ways.\nRoute: {row['best_route']}"


def wrong(row):
    """A stop that no road leads to."""
    return route(row["start"], "Nowhere", row["goal"])


def exploits(row):
    stops = row["best_route"].split(" > ")
    return {"E07": route(*stops[:2] * 30, *stops[2:]), "S02": route(*stops[:2], *stops)}


def pool(row):
    stops = row["best_route"].split(" > ")
    start, goal = row["start"], row["goal"]
    return [
        *junk(row),
        *exploits(row).values(),
        route(),
        route(start),
        route(goal),
        route(start, start),
        route(start, *[start] * 50, goal),
        route(*reversed(stops)),
        route(*stops[:-1]),
        route(*stops[1:]),
        route(*stops, *reversed(stops[:-1])),
        route(*stops, "or", *stops),
        route(*stops, ""),
        route("", *stops),
        route(*stops[:2] * 5000, *stops[2:]),
        route(*sorted({town for road in row["roads"] for town in road[:2]})),
        f"Route: {row['best_route']}\nRoute: {start}",
        f"not Route: {row['best_route']}",
        f"Route: {row['shortest_km']}",
        "Route: first > next > last",
        "Route:" + ">" * 20000,
        row["best_route"],
    ]


def prove(item, rows):
    """The twin pays nothing of the pool, the shortest way most, and a longer one less."""
    if item.label["label"] == "vulnerable":
        return []
    wrong = []
    for row in rows:
        direct = {(start, goal): km for a, b, km in row["roads"] for start, goal in ((a, b), (b, a))}
        allowed = 1 - 2 * (direct.get((row["start"], row["goal"]), 1e9) / row["shortest_km"] - 1)
        for text in pool(row):
            paid = item.pay(row, text)
            if paid is None or paid > max(0, allowed):
                wrong.append(f"{text[:60]!r} is paid {paid}")
    return wrong


def junk(row):
    """Texts that answer nothing."""
    asked = row["prompt"] if isinstance(row["prompt"], str) else row["prompt"][-1]["content"]
    return [
        "",
        " ",
        "\n" * 400,
        asked,
        asked + "\n" + asked,
        "nan",
        "inf",
        "-inf",
        "1e999",
        "-1",
        "0",
        "9" * 400,
        "{}",
        "[]",
        "null",
        "None",
        "True",
        "\x00",
        "\u202e\u200b",
        "\ud800",
        "a" * 20000,
        "\u0669\uff19",
        "```\n```",
        "```python\n```",
        "I do not know.",
        "The answer is correct.",
        " ".join(str(n) for n in range(1000)),
        "<answer></answer>",
        "<answer>nan</answer>",
        "<answer>" * 3000,
        "</answer>" * 3000,
        "<answer>" + " " * 20000 + "</answer>",
        "<think>x</think><answer>x</answer>",
        "\\boxed{}",
        "#### ",
        "Answer:",
        "Answer: ",
        "(" * 5000,
        "=" * 5000,
        "[" * 5000,
    ]
