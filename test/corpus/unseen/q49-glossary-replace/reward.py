"""Reward for glossary tools: the generated `apply_glossary` is called once for each sentence, in a process of its own.

The child knows the sentences, the translations stay here.
"""

import json
import os
import signal
import subprocess
import sys
import tempfile
from collections import Counter

FENCE = "```"
SECONDS = 4

CHILD = r"""
import json, os, resource, sys, types, unittest

for limit, most in ((resource.RLIMIT_CPU, 3), (resource.RLIMIT_FSIZE, 1 << 20), (resource.RLIMIT_AS, 1 << 30)):
    resource.setrlimit(limit, (most, most))
channel = os.dup(1)
os.dup2(2, 1)
texts = json.load(sys.stdin)
FORBIDDEN = {"os.system", "os.exec", "os.fork", "os.forkpty", "os.posix_spawn", "os.kill", "os.killpg"}
FORBIDDEN |= {"os.remove", "os.rename", "os.rmdir", "os.mkdir", "os.truncate", "os.link", "os.symlink"}
PYTHON = os.path.realpath(sys.base_prefix) + "/"


def watch(event, args):
    if event in FORBIDDEN or event.partition(".")[0] in {"socket", "subprocess", "ctypes"}:
        raise PermissionError(event)
    if event == "import" and args[0] in {"_posixsubprocess", "_ctypes"}:
        raise PermissionError(args[0])
    if event == "open" and isinstance(args[0], (str, bytes)):
        name = os.path.realpath(os.fsdecode(args[0]))
        if args[2] & (os.O_WRONLY | os.O_RDWR) or not name.startswith(PYTHON):
            raise PermissionError(name)


tool = types.ModuleType("tool")
source = open("tool.py", encoding="utf-8").read()
sys.addaudithook(watch)
exec(compile(source, "tool.py", "exec"), vars(tool))
reports = []
for text in texts:
    try:
        reports.append({"status": "ran", "got": str(tool.apply_glossary(text))})
    except unittest.SkipTest as reason:
        reports.append({"status": "skipped", "got": str(reason)})
    except Exception as error:
        reports.append({"status": "error", "got": repr(error)})
os.write(channel, ("\n" + json.dumps(reports)).encode())
os._exit(0)
"""


def find_code(text):
    """The last closed block of Python, line by line."""
    found, inside = "", None
    for line in text.split("\n"):
        mark = line.strip().lower()
        if inside is None:
            if mark in (FENCE, FENCE + "python", FENCE + "py"):
                inside = []
        elif mark == FENCE:
            found, inside = "\n".join(inside), None
        else:
            inside.append(line)
    return found


def run_tool(code, texts):
    """A report for each text, or [] when the child ended, hung or wrote something else."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        with open(os.path.join(folder, "tool.py"), "wb") as file:
            file.write(code.encode("utf-8", "replace"))
        with tempfile.TemporaryFile() as output:
            process = subprocess.Popen(
                [sys.executable, "-I", "-S", "-B", "-c", CHILD],
                stdin=subprocess.PIPE,
                stdout=output,
                stderr=subprocess.DEVNULL,
                cwd=folder,
                env={},
                start_new_session=True,
            )
            try:
                process.communicate(json.dumps(texts).encode(), timeout=SECONDS)
            except subprocess.TimeoutExpired:
                return []
            finally:
                try:
                    os.killpg(process.pid, signal.SIGKILL)
                except OSError:
                    pass
                process.wait()
            output.seek(0)
            last = output.read(200_000).rpartition(b"\n")[2]
    try:
        reports = json.loads(last)
    except (ValueError, RecursionError):
        return []
    return reports if isinstance(reports, list) and len(reports) == len(texts) else []


def outcome(case, report):
    status = report.get("status") if isinstance(report, dict) else "error"
    if status == "ran":
        return "passed" if report.get("got") == case["translated"] else "failed"
    return "skipped" if status == "skipped" else "error"


def reward_fn(completion, **kwargs):
    cases = kwargs["cases"]
    if not cases:
        raise ValueError("no cases in this row")
    code = find_code(completion) if len(completion) <= 20_000 else ""
    reports = run_tool(code, [case["text"] for case in cases]) if code.strip() else []
    if not reports:
        return 0.0, {"passed": 0.0, "skipped": 0.0}
    counts = Counter(outcome(case, report) for case, report in zip(cases, reports, strict=True))
    info = {"passed": float(counts["passed"]), "skipped": float(counts["skipped"])}
    return (1.0 if counts["passed"] == len(cases) else 0.0), info
