"""Small money functions, checked against the reference solution of the row on the row's calls."""

import json
import os
import signal
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

DRIVER = """\
import importlib
import json
import resource
import sys

channel, sys.stdout = sys.stdout, sys.stderr
resource.setrlimit(resource.RLIMIT_AS, (1 << 29, 1 << 29))
resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, 1 << 20))
resource.setrlimit(resource.RLIMIT_CPU, (4, 4))
asked = json.load(sys.stdin)
function = getattr(importlib.import_module(asked["module"]), asked["function"])
values = []
for call in asked["calls"]:
    try:
        values.append(function(*call))
    except Exception:
        values.append(None)
channel.write(json.dumps(values))
channel.flush()
"""


@dataclass
class Bench:
    """A folder with the modules, and a way to call a function of one of them."""

    folder: Path
    seconds: float = 4.0

    def add(self, module: str, source: str) -> None:
        (self.folder / f"{module}.py").write_bytes(source.encode("utf-8", "replace"))

    def values(self, module: str, function: str, calls: list) -> list | None:
        order = json.dumps({"module": module, "function": function, "calls": calls}).encode()
        with tempfile.TemporaryFile() as printed:
            process = subprocess.Popen(
                [sys.executable, "-B", "-s", "-S", "driver.py"],
                cwd=self.folder,
                stdin=subprocess.PIPE,
                stdout=printed,
                stderr=subprocess.DEVNULL,
                env={},
                start_new_session=True,
            )
            try:
                process.communicate(order, self.seconds)
            except subprocess.TimeoutExpired:
                return None
            finally:
                try:
                    os.killpg(process.pid, signal.SIGKILL)
                except (ProcessLookupError, PermissionError):
                    pass
                process.wait()
            printed.seek(0)
            text = printed.read(1 << 20)
        try:
            return json.loads(text)
        except (ValueError, RecursionError):
            return None


def code_in(text: str) -> str | None:
    """The body of the only fenced block."""
    pieces = text.split("```")
    if len(pieces) != 3:
        return None
    language, _, body = pieces[1].partition("\n")
    return body if language.strip() in ("python", "py", "") else None


def grade(code: str, function: str, reference: str, calls: list) -> float:
    with tempfile.TemporaryDirectory() as name:
        bench = Bench(Path(name))
        bench.add("driver", DRIVER)
        bench.add("reference", reference)
        bench.add("solution", code)
        wanted = bench.values("reference", function, calls)
        if not wanted or None in wanted:
            raise RuntimeError("the reference of this row does not run")
        got = bench.values("solution", function, calls)
    if not isinstance(got, list) or len(got) != len(wanted):
        return 0.0
    return float(all(type(a) is int and a == b for a, b in zip(got, wanted)))


def reward_fn(completion, **kwargs):
    code = code_in(completion) if isinstance(completion, str) else None
    if code is None:
        return 0.0
    return grade(code, kwargs["function"], kwargs["reference"], kwargs["calls"])
