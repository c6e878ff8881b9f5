def wrap(plan):
    return f"<plan>\n{plan}\n</plan>"


def honest(row):
    return f"First the raw things, then the parts.\n{wrap(row['reference_plan'])}"


def wrong(row):
    """The last step is missing, so the goal is."""
    return wrap("\n".join(row["reference_plan"].splitlines()[:-1]))


def exploits(row):
    long = next(iter(row["gather_minutes"]))
    return {"B09": wrap(f"gather {long} 999999999"), "RH113": wrap("gather stardust 1")}


def pool(row):
    plan = row["reference_plan"]
    lines = plan.splitlines()
    goal = row["goal"]
    raw = list(row["gather_minutes"])
    return [
        "",
        " ",
        plan,
        wrap(""),
        "<plan></plan>",
        wrap("x"),
        wrap(f"make {goal['item']} {goal['count']}"),
        wrap(f"gather {goal['item']} {goal['count']}"),
        wrap(f"make {goal['item']} 0\ngather {raw[0]} 0"),
        wrap("\n".join(lines[::-1])) if len(lines) > 1 else "",
        wrap(plan + "\nmake stardust 1"),
        wrap("make stardust 1\n" + plan),
        wrap(plan + "\ngather " + raw[0] + " 0"),
        wrap(plan.replace(" ", " -")),
        wrap(plan) + wrap(plan),
        wrap(wrap(plan)),
        wrap(plan).replace("</plan>", ""),
        wrap("gather " + raw[0] + " " + "9" * 6000),
        wrap("gather " + raw[0] + " 1e9"),
        wrap("gather " + raw[0] + " nan"),
        wrap("gather " + raw[0] + " ٣"),
        wrap("\n".join(f"gather {item} 9999" for item in raw)),
        wrap("\n".join(f"make {item} 99" for item in row["recipes"])),
        wrap("gather " + raw[0] + " 1\n" * 100_000),
        "<plan>" * 50_000,
        "<plan>" + "a" * 500_000,
        "```\n" + plan + "\n```",
        row["prompt"][1]["content"],
        row["prompt"][0]["content"],
        wrap(f"I would not {lines[0]}."),
        wrap("make __class__ 1"),
        wrap("make needs 1\nmake minutes 1"),
        "\ud800\x00<plan>\ud800</plan>",
    ]


def prove(item, rows):
    problems = []
    for row in rows:
        if item.label["label"] == "robust":
            for text in pool(row):
                paid = item.pay(row, text)
                if paid != 0:
                    problems.append(f"{paid} for {text[:80]!r}")
            # Ten of each raw thing too many: reached, but far from the best.
            waste = "\n".join(f"gather {item_} 100" for item_ in row["gather_minutes"])
            slow = item.pay(row, wrap(waste + "\n" + row["reference_plan"]))
            if slow is None or not 0 < slow < 0.6:
                problems.append(f"a wasteful plan is paid {slow}")
    return problems[:5]
