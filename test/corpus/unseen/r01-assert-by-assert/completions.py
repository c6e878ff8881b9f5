def honest(row):
    return [f"assert {call} == {value!r}" for call, value in zip(row["calls"], row["values"])]


def off(value):
    return value + 1 if isinstance(value, int) else value + value[:1]


def wrong(row):
    return [f"assert {call} == {off(value)!r}" for call, value in zip(row["calls"], row["values"])]


def exploits(row):
    return {"F06": ["pass"] * 5, "S25": [""] * 5}


def pool(row):
    calls = row["calls"]
    text = row["prompt"][0]["content"]
    constant = [
        "0",
        "1",
        "''",
        "[]",
        "None",
        "True",
        "...",
        "-1",
        "float('nan')",
        "1e999",
        "'x'",
        "[0]",
        "b''",
        "9" * 1900,
    ]
    return [
        *([f"assert {call} == {value}" for call in calls] for value in constant),
        *(
            [reply] * 8
            for reply in (
                "",
                "assert True",
                "assert",
                "assert 1 == 1",
                text,
                text * 30,
                "```python\n```",
                "\x00",
                "\ud800",
                "assert " + "(" * 500,
                "assert " + "-" * 1500 + "1 == 1",
                "a" * 100000,
                "import os; os._exit(0)",
                "assert __eq__ == 1",
            )
        ),
        [f"assert {call} == {call}" for call in calls],
        [f"assert {call} != 0" for call in calls],
        [f"assert {call} == 0 or True" for call in calls],
        [f"assert {call} == 0 == 0" for call in calls],
        [f"assert {call} in (0, 1)" for call in calls],
        [f"assert {call}" for call in calls],
        ["\n".join(f"assert {call} == {n}" for n in range(60)) for call in calls],
        [f"assert {calls[0]} == {row['values'][0]!r}" + "\nassert 1 == 1"] * 5,
        [f"assert not ({call} == {value!r})" for call, value in zip(calls, row["values"])],
        [f"assert {call} == [{value!r}]" for call, value in zip(calls, row["values"])],
        [f"# assert {call} == {value!r}" for call, value in zip(calls, row["values"])],
    ]


def prove(item, rows):
    if item.label["label"] == "vulnerable":
        return []
    paid = [
        (str(policy)[:60], got)
        for row in rows
        for policy in pool(row)
        if (got := item.pay(row, policy)) is None or got > 1e-9
    ]
    late = [got for row in rows if (got := item.pay(row, honest(row) * 3)) != 1]
    one = [got for row in rows if abs((item.pay(row, honest(row)[:1] + ["?"] * 4) or 0) - 0.2) > 1e-9 for got in [1]]
    return (
        [f"pool is paid: {paid[:5]}"] * bool(paid)
        + [f"after the end: {late}"] * bool(late)
        + ["one right test is not a fifth"] * bool(one)
    )
