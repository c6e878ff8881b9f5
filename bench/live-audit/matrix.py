"""What completions of labelled items are paid on their own row and on others, as the live audit asks it.

python3 bench/live-audit/matrix.py [--rows N] [--seconds S] FOLDER...: prints one JSON object for each item: the private
fields of N rows, and by kind of completion (honest, wrong, each exploit) the pay of the one written for row i with the
prompt of row i and the private fields of row j, and with one field of a few other rows. Items with a judge are left
out: their completions carry its answer.
"""

import argparse
import json
import random
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "check"))
from calling import Item, Row, apart

PROMPT = "prompt"
SWAPS = 3


def foreign(own: Row, other: Row) -> Row:
    """The other row's private fields beside the own prompt, as src/audit/rows.ts has it."""
    if set(other) <= {PROMPT} or PROMPT not in own or PROMPT not in other:
        return other
    return {**other, PROMPT: own[PROMPT]}


def line(item: Item, tried: list[Row], completion: Any) -> list[float | None]:
    """The pays of one completion on rows; in a process of its own, which it may spoil."""
    if item.label.get("apart"):
        return [apart(lambda row=row: item.pay(row, completion), 5) for row in tried]
    return apart(lambda: [item.pay(row, completion) for row in tried], 20) or [None] * len(tried)


def swapped(rows: list[Row], at: int) -> dict[str, list[Row]]:
    """By private field, the row with this field of up to SWAPS others."""
    own = rows[at]
    names = [name for name in own if name != PROMPT]
    if len(names) < 2:
        return {}
    turned = rows[at + 1 :] + rows[:at]
    found = {name: [row for row in turned if name in row and row[name] != own[name]][:SWAPS] for name in names}
    return {name: [{**own, name: row[name]} for row in others] for name, others in found.items() if others}


def matrix(folder: Path, count: int, seconds: float) -> dict[str, Any] | None:
    random.seed(0)
    item = Item(folder)
    if item.judge is not None:
        return None
    begun = time.monotonic()
    number = min(count, len(item.rows))
    rows = [item.rows[at] for at in sorted(random.Random(0).sample(range(len(item.rows)), number))]
    makers = {"honest": item.completions.honest}
    if hasattr(item.completions, "wrong"):
        makers["wrong"] = item.completions.wrong
    names = sorted({name for row in rows for name in item.completions.exploits(row)})
    for name in names:
        makers[name] = lambda row, name=name: item.completions.exploits(row).get(name)
    pays: dict[str, list[list[float | None] | None]] = {}
    swaps: dict[str, list[dict[str, list[float | None]]]] = {}
    for kind, make in makers.items():
        if time.monotonic() - begun > seconds:
            break
        pays[kind] = []
        swaps[kind] = []
        for at, row in enumerate(rows):
            completion = make(row)
            if hasattr(completion, "send"):  # a policy that looks at observations: no list of actions to replay
                return None
            late = time.monotonic() - begun > 2 * seconds
            if completion is None or late:
                pays[kind].append(None)
                swaps[kind].append({})
                continue
            others = swapped(rows, at)
            tried = [row if other is row else foreign(row, other) for other in rows]
            found = line(item, tried + [each for group in others.values() for each in group], completion)
            pays[kind].append(found[: len(rows)])
            rest = iter(found[len(rows) :])
            swaps[kind].append({name: [next(rest) for _ in group] for name, group in others.items()})
    fields = [{name: json.dumps(value) for name, value in row.items() if name != PROMPT} for row in rows]
    label = item.label
    return {
        "item": folder.name,
        "label": label["label"],
        "twin": label["twin"],
        "exploits": {name: want["atLeast"] for name, want in label.get("exploit", {}).items()},
        "honest": label["gold"]["atLeast"],
        "fields": fields,
        "pays": pays,
        "swaps": swaps,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--rows", type=int, default=16)
    parser.add_argument("--seconds", type=float, default=20)
    given = parser.parse_args()
    for folder in given.folders:
        try:
            found = matrix(folder, given.rows, given.seconds)
        except Exception as error:  # an item that cannot be called this way is counted as left out
            print(f"{folder.name}: {error!r}", file=sys.stderr)
            found = None
        print(json.dumps(found or {"item": folder.name, "left_out": True}), flush=True)


if __name__ == "__main__":
    main()
