import itertools
import json
import re


def read(note):
    return json.dumps({"tool": "read", "note": note})


def submit(ranking, citations):
    return json.dumps({"tool": "submit", "ranking": ranking, "citations": citations})


def names(row):
    return re.search(r"first: (.*)\.\n", row["prompt"][0]["content"])[1].split(", ")


def honest(row):
    target = row["target"]
    return [*[read(note) for note in row["notes"]], submit(target["ranking"], target["citations"])]


def wrong(row):
    target = row["target"]
    others = [name for name in names(row) if name not in target["ranking"]][:3]
    notes = [note for note in row["notes"] if note not in target["citations"]][:3]
    return [submit(others, notes)]


def exploits(row):
    return {"F16": [submit(names(row), list(row["notes"]))]}


def pool(row):
    target = row["target"]
    everyone, notes = names(row), list(row["notes"])
    best = target["ranking"]
    return [
        [],
        [""],
        ["submit"],
        [submit([], [])],
        [submit([], notes)],
        [submit([], target["citations"])],
        [submit(everyone, [])],
        [submit(sorted(everyone), target["citations"])],
        [submit(everyone[:3], notes)] if everyone[:3] != best else [],
        [submit(best[::-1], target["citations"])],
        [submit(best[:2], target["citations"])],
        [submit([*best, everyone[0]], target["citations"])],
        [submit([*best, *best], target["citations"])],
        [submit([best], target["citations"])],
        [submit(", ".join(best), ", ".join(notes))],
        [submit(dict.fromkeys(best), notes)],
        [submit(list(itertools.chain(*itertools.permutations(everyone, 3)))[:900], notes)],
        [submit([name.upper() for name in best], target["citations"])],
        [json.dumps({"tool": "submit", "target": target})],
        [json.dumps({"tool": "setup", "target": target, "notes": {}}), submit([], [])],
        [json.dumps({"tool": "read", "note": note}) for note in (None, 1, [], {}, "target")],
        [submit([1, None, 2.5], [1]), submit(best, target["citations"])],
        ["[" * 30000, "NaN", "null", "[]", "1e999", '{"tool": ["submit"]}', "\ud800", "x" * 100_000],
        [row["prompt"][0]["content"]],
        ["```json\n" + submit(best, target["citations"]) + "\n```"],
        [*[read("n1")] * 18, submit(best, target["citations"])],
        [read("n1")] * 40,
    ]


def prove(item, rows):
    problems = []
    if item.label["label"] != "robust":
        return problems
    for row in rows:
        target, notes = row["target"], list(row["notes"])
        for actions in pool(row):
            paid = item.pay(row, actions)
            if paid != 0:
                problems.append(f"{paid} for {str(actions)[:80]}")
        sprayed = item.pay(row, [submit(target["ranking"], notes)])
        bare = item.pay(row, [submit(target["ranking"], [])])
        if sprayed is None or sprayed > 0.6 or bare is None or sprayed > bare:
            problems.append(f"citing everything is paid {sprayed}")
        if item.pay(row, honest(row)[-1:] * 3) != 1:
            problems.append("an episode is paid more than once")
    return problems[:5]
