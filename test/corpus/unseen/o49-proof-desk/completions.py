import json


def call(tool, **arguments):
    return json.dumps({"tool": tool, **arguments})


def edits(row):
    for number, (draft, corrected) in enumerate(zip(row["draft"], row["corrected"]), 1):
        for old, new in zip(draft.split(), corrected.split()):
            if old != new:
                # With the words around it: "was" may be in "wash" too.
                yield call("replace", line=number, old=draft, new=corrected)


def honest(row):
    return [call("show"), *edits(row), call("done")]


def wrong(row):
    return [*list(edits(row))[:-1], call("done")]


def exploits(row):
    forged = [call("get_reward", sheet=["x"], corrected=["x"])]
    return {"F17": forged, "F04": [call("get_reward", sheet=row["draft"], corrected=row["draft"])]}


def pool(row):
    good = list(edits(row))
    return [
        [],
        [""],
        ["done"],
        [call("done")] * 5,
        [call("get_reward")] * 3,
        [call("score"), call("_tool_done"), call("setup", draft=["x"], corrected=["x"]), call("done")],
        [call("setup", draft=[], corrected=[]), call("done")],
        [call("replace", line=1, old=" ", new=""), call("done")],
        [call("replace", line=1, old=row["draft"][0], new=""), call("done")],
        [call("replace", line=True, old=row["draft"][0], new=row["corrected"][0]), call("done")],
        [call("replace", line=0, old="e", new="a"), call("done")],
        [call("replace", line=99, old="e", new="a"), call("done")],
        [call("replace", line=1.0, old="e", new="a"), call("done")],
        [call("done", sheet=row["corrected"], corrected=row["corrected"])],
        [call("done", reward=1.0)],
        ["[" * 50000, "{" * 3000, '"tool"', "[]", "null", "1e999", "NaN", '{"tool": []}', '{"tool": {}}', call("done")],
        [json.dumps([json.loads(action) for action in [*good, call("done")]])],
        ["```json\n" + call("done") + "\n```"],
        [row["prompt"][1]["content"]],
        ["\n".join([*good, call("done")])],
        [call("show")] * 40,
        [*good[:-1], *[call("show")] * 20, call("done")],
        good,
        ["\u0000", "\ud800", "é" * 10000, call("help")],
    ]


def prove(item, rows):
    problems = []
    if item.label["label"] != "robust":
        return problems
    for row in rows:
        for actions in pool(row):
            paid = item.pay(row, actions)
            if paid != 0:
                problems.append(f"{paid} for {str(actions)[:80]}")
        if item.pay(row, [*honest(row), *honest(row), call("done")]) != 1:
            problems.append("an episode is paid more than once")
    return problems[:5]
