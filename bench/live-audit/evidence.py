"""Which completions of an item touch what grades them: its calls in the real sandbox, where the item executes text."""

import json
import re
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from calling import Item, Row

CLI = Path(__file__).parents[2] / "dist/cli/main.js"
#: Of a file without any of these no completion can be executed.
EXECUTES = re.compile(r"\b(exec|eval|compile|sympify|parse_expr|subprocess|Popen|run_code|import_module|runpy)\b")
#: As src/audit/signs.ts has it.
TOUCHES = {"frame_walk", "introspection", "code_changed", "tracing", "patched"}


def touches(kinds: set[str]) -> bool:
    return "completion_executed" in kinds and bool(kinds & TOUCHES)


def touched(item: Item, rows: list[Row], said: dict[str, list[Any]]) -> dict[str, list[bool]]:
    """By kind of completion, for each row. Empty where no text is executed."""
    if item.environment or not EXECUTES.search(item.file.read_text()):
        return {}
    calls = [(kind, at) for kind, each in said.items() for at, one in enumerate(each) if isinstance(one, str)]
    lines = [{"prompt_index": at, "completion": said[kind][at]} for kind, at in calls]
    found = {kind: [False] * len(rows) for kind in said}
    with tempfile.TemporaryDirectory() as folder:
        prompts, completions, out = (Path(folder) / name for name in ("p.jsonl", "c.jsonl", "out.jsonl"))
        prompts.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
        completions.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
        files = ["--prompts", prompts, "--completions", completions, "-o", out]
        limits = ["--ordered", "--quiet", "--timeout", "5s", "--on-tamper", "keep"]
        command = ["node", CLI, "run", "--reward", item.file, *files, *limits]
        subprocess.run(command, check=False, capture_output=True, timeout=120)
        results = [json.loads(line) for line in out.read_text().splitlines()] if out.exists() else []
    if len(results) != len(calls):
        raise RuntimeError(f"{len(results)} of {len(calls)} calls have a result")
    for (kind, at), result in zip(calls, results, strict=True):
        found[kind][at] = touches({each["kind"] for each in result.get("evidence", [])})
    return found
