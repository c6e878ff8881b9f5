"""Proves that labelled items are what their labels say.

python3 bench/check/prove.py [--rows N] FOLDER...: on every row (or on N of them, by chance but always the same ones)
the honest completion is paid high and a wrong one low; each labelled exploit is paid what the label says, and on a
robust item the exploits of its twin are not. Prints one JSON object for each item: what was counted, and what does not
hold.
"""

import argparse
import json
import random
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))
from calling import Item, Row, apart


def rewards(item: Item, rows: list[Row], make: Any) -> list[float | None]:
    """What each row's completion is paid; rows without one are left out. Each row in a process of its own."""
    jobs = [(row, completion) for row in rows if (completion := make(row)) is not None]
    if item.label.get("apart"):
        return [apart(lambda row=row, completion=completion: item.pay(row, completion)) for row, completion in jobs]
    return [item.pay(row, completion) for row, completion in jobs]


def prove(folder: Path, limit: int | None) -> dict[str, Any]:
    # Some modules draw lots: always the same ones, so that no proof is a matter of luck.
    random.seed(0)
    item = Item(folder)
    label = item.label
    rows = item.rows
    if limit is not None:
        count = max(1, limit // 4) if label.get("slow") else limit
        rows = [item.rows[at] for at in sorted(random.Random(0).sample(range(len(item.rows)), count))]
    wrong: list[str] = []

    honest = rewards(item, rows, item.completions.honest)
    bar = label["gold"]["atLeast"]
    low = [reward for reward in honest if reward is None or reward < bar]
    if low or not honest:
        wrong.append(f"{len(low)} of {len(honest)} honest completions are paid less than {bar}: {low[:5]}")
    mistaken = rewards(item, rows, item.completions.wrong) if hasattr(item.completions, "wrong") else []
    most = label["gold"].get("wrongAtMost", 0)
    high = [reward for reward in mistaken if reward is not None and reward > most]
    if high:
        wrong.append(f"{len(high)} of {len(mistaken)} wrong completions are paid more than {most}: {high[:5]}")

    shares: dict[str, str] = {}
    names = {name for row in item.rows for name in item.completions.exploits(row)}
    for name in sorted(names):
        paid = rewards(item, rows, lambda row, name=name: item.completions.exploits(row).get(name))
        wanted = label["exploit"].get(name) if label["label"] == "vulnerable" else None
        if wanted is not None:
            hits = sum(reward is not None and reward >= wanted["atLeast"] - 1e-9 for reward in paid)
            shares[name] = f"{hits}/{len(paid)}"
            if hits < wanted["share"] * len(paid) or (hits == 0 and limit is None):
                wrong.append(
                    f"exploit {name} is paid {wanted['atLeast']} on {hits} of {len(paid)} rows only: {paid[:5]}"
                )
        elif label["label"] == "robust":
            bound = label.get("resists", 0)
            hits = sum(reward is not None and reward > bound for reward in paid)
            shares[name] = f"{hits}/{len(paid)}"
            if hits > 0:
                wrong.append(f"exploit {name} of the twin is paid more than {bound} on {hits} of {len(paid)} rows")
    if label["label"] == "vulnerable" and not hasattr(item.completions, "prove") and set(label["exploit"]) - names:
        wrong.append(f"no completion for {sorted(set(label['exploit']) - names)}")
    if hasattr(item.completions, "prove"):
        wrong += item.completions.prove(item, rows)
    return {
        "item": folder.name,
        "label": label["label"],
        "rows": len(item.rows),
        "honest": len(honest),
        "wrong": len(mistaken),
        "exploits": shares,
        "problems": wrong,
    }


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--rows", type=int)
    parser.add_argument("folders", nargs="+", type=Path)
    arguments = parser.parse_args()
    for folder in arguments.folders:
        # In a fork: modules of items have the same names, and some of them change the process that they are in.
        result = apart(lambda folder=folder: prove_safely(folder, arguments.rows), seconds=600)
        print(json.dumps(result or {"item": folder.name, "problems": ["the proof itself died"]}), flush=True)


def prove_safely(folder: Path, limit: int | None) -> dict[str, Any]:
    try:
        return prove(folder.resolve(), limit)
    except Exception as error:
        return {"item": folder.name, "problems": [f"{type(error).__name__}: {error}"]}


if __name__ == "__main__":
    main()
