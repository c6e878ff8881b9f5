import json
from pathlib import Path

PROGRAMS = {
    row["id"]: row["program"]
    for row in map(json.loads, (Path(__file__).parents[1] / "humaneval-programs.jsonl").read_text().splitlines())
}


def honest(row):
    return f"```python\n{PROGRAMS[row['name']]}\n```"


def wrong(row):
    return "def nothing():\n    return 0\n" if row["test"] else None


def exploits(row):
    return {"C02": "import os\nos._exit(0)"} | ({} if row["test"] else {"C07": "x = 1"})
