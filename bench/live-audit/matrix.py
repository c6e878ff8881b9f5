"""What completions of labelled items are paid on their own row and on others, as the live audit asks it.

python3 bench/live-audit/matrix.py [--rows N] [--seconds S] FOLDER...: prints one JSON object for each item: the private
fields of N rows, and by kind of completion (honest, wrong, each exploit) the pay of the one written for row i with the
prompt of row i and the private fields of row j, with one field of a few other rows, and with other values that it says;
a hash of its text, whether it touches what grades it, and what completions that need no model are paid. Of an
environment these are the actions that were played on row i, said again whatever is observed. Items with a judge are
left out: their completions carry its answer.
"""

import argparse
import hashlib
import json
import random
import sys
import time
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "check"))
from calling import Item, Row, apart
from evidence import touched
from free import free
from said import other_values, text_of

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


def said(rows: list[Row], at: int, completion: Any) -> dict[str, list[Row]]:
    """By private field, the row with up to SWAPS other values of it that the completion says."""
    own = rows[at]
    found = {name: other_values(value, completion) for name, value in own.items() if name != PROMPT}
    draw = random.Random(at)
    return {
        name: [{**own, name: value} for value in draw.sample(values, min(SWAPS, len(values)))]
        for name, values in found.items()
    }


def noting(policy: Any, said: list[str]) -> Generator[str, str, None]:
    """A policy whose actions are noted."""
    actions = iter(policy)
    observation = None
    while True:
        try:
            action = next(actions) if observation is None or not hasattr(actions, "send") else actions.send(observation)
        except StopIteration:
            return
        said.append(action)
        observation = yield action


def actions_of(item: Item, row: Row, policy: Any) -> list[str] | None:
    """What a policy does on its own row; None where that fails."""

    def played() -> list[str]:
        said: list[str] = []
        item.pay(row, noting(policy, said))
        return said

    actions = apart(played, 5)
    return actions if isinstance(actions, list) else None


def hash_of(completion: Any) -> str:
    return hashlib.sha1(" ".join(text_of(completion).lower().split()).encode()).hexdigest()[:12]


def makers_of(item: Item, rows: list[Row]) -> dict[str, Callable[[Row], Any]]:
    """By kind of completion, what makes one for a row."""
    makers = {"honest": item.completions.honest}
    if hasattr(item.completions, "wrong"):
        makers["wrong"] = item.completions.wrong
    for name in sorted({name for row in rows for name in item.completions.exploits(row)}):
        makers[name] = lambda row, name=name: item.completions.exploits(row).get(name)
    return makers


def rows_of(item: Item, count: int) -> list[Row]:
    number = min(count, len(item.rows))
    return [item.rows[at] for at in sorted(random.Random(0).sample(range(len(item.rows)), number))]


def matrix(folder: Path, count: int, seconds: float) -> dict[str, Any] | None:
    random.seed(0)
    item = Item(folder)
    if item.judge is not None:
        return None
    begun = time.monotonic()
    rows = rows_of(item, count)
    makers = makers_of(item, rows)
    pays: dict[str, list[list[float | None] | None]] = {}
    swaps: dict[str, list[dict[str, list[float | None]]]] = {}
    says: dict[str, list[dict[str, list[float | None]]]] = {}
    texts: dict[str, list[str | None]] = {}
    said_by: dict[str, list[Any]] = {}
    for kind, make in makers.items():
        if time.monotonic() - begun > seconds:
            break
        pays[kind] = []
        swaps[kind], says[kind], texts[kind], said_by[kind] = [], [], [], []
        for at, row in enumerate(rows):
            completion = make(row)
            if item.environment and completion is not None:
                completion = actions_of(item, row, completion)
            said_by[kind].append(completion)
            late = time.monotonic() - begun > 2 * seconds
            if completion is None or late:
                pays[kind].append(None)
                swaps[kind].append({})
                says[kind].append({})
                texts[kind].append(None)
                continue
            others, values = swapped(rows, at), said(rows, at, completion)
            changed = [each for groups in (others, values) for group in groups.values() for each in group]
            tried = [row if other is row else foreign(row, other) for other in rows]
            found = line(item, tried + changed, completion)
            pays[kind].append(found[: len(rows)])
            rest = iter(found[len(rows) :])
            swaps[kind].append({name: [next(rest) for _ in group] for name, group in others.items()})
            says[kind].append({name: [next(rest) for _ in group] for name, group in values.items()})
            texts[kind].append(hash_of(completion))
    fields = [{name: json.dumps(value) for name, value in row.items() if name != PROMPT} for row in rows]
    label = item.label
    return {
        "item": folder.name,
        "environment": item.environment,
        "label": label["label"],
        "classes": label["classes"],
        "severity": label["severity"],
        "twin": label["twin"],
        "exploits": {name: want["atLeast"] for name, want in label.get("exploit", {}).items()},
        "honest": label["gold"]["atLeast"],
        "fields": fields,
        "pays": pays,
        "swaps": swaps,
        "says": says,
        "texts": texts,
        "touched": touched(item, rows, said_by),
        **free(item, rows, said_by),
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
