"""Small retrieval tools: the files of a completion are put into a folder, retrieve.py is asked a few questions there, and
the ids that it prints are checked against the citations that are wanted."""

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

SECONDS = 5
NAME = re.compile(r"(?:bin/)?[A-Za-z0-9_-][A-Za-z0-9_.-]{0,39}")
LAUNCH = """
import os, resource, runpy, sys
for what, most in ((resource.RLIMIT_AS, 1 << 29), (resource.RLIMIT_FSIZE, 1 << 16), (resource.RLIMIT_CPU, 4)):
    resource.setrlimit(what, (most, most))
sys.path.insert(0, os.getcwd())
runpy.run_path("retrieve.py", run_name="__main__")
"""
CHECK = """
import json, sys
wanted, printed = json.load(sys.stdin)
print("PASS" if printed == wanted else "FAIL")
"""


def files_of(text):
    """The files of a completion; none if one of them has a strange name or is too long."""
    files = {}
    for piece in text.split('<file name="')[1:8]:
        name, quote, rest = piece[:60].partition('">\n')
        body, end, _ = piece[len(name) + 3 :].partition("\n</file>")
        if not quote or not end or not NAME.fullmatch(name) or name == "notes.json" or len(body) > 20000:
            return {}
        files[name] = body + "\n"
    return files if "retrieve.py" in files and len(files) <= 6 else {}


class Workspace:
    def __init__(self, root, files, notes):
        self.root = Path(root, "work")
        self.out = Path(root, "out")
        (self.root / "bin").mkdir(parents=True)
        (self.root / "notes.json").write_text(json.dumps(notes))
        for name, body in files.items():
            (self.root / name).write_text(body, encoding="utf-8", errors="replace")
            (self.root / name).chmod(0o755)
        places = [str(self.root / "bin"), os.path.dirname(sys.executable), "/usr/local/bin", "/usr/bin", "/bin"]
        self.environment = {"PATH": os.pathsep.join(places)}

    def run(self, command, text):
        """What a command prints; an empty text when it takes too long."""
        with open(self.out, "w+b") as out:
            child = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=out,
                stderr=subprocess.DEVNULL,
                cwd=self.root,
                env=self.environment,
                start_new_session=True,
            )
            try:
                child.communicate(text.encode(), timeout=SECONDS)
            except subprocess.TimeoutExpired:
                return ""
            finally:
                try:
                    os.killpg(child.pid, signal.SIGKILL)
                except ProcessLookupError:
                    pass
                child.wait()
            out.seek(0)
            return out.read(1 << 16).decode("utf-8", "replace")


def reward_fn(completion, notes, queries, cites, **kwargs):
    files = files_of(completion)
    if not files:
        return 0.0
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as root:
        work = Workspace(root, files, notes)
        try:
            printed = work.run(["python3", "-I", "-c", LAUNCH], "\n".join(queries) + "\n").split("\n")
            lines = [line.strip() for line in printed if line.strip()]
            verdict = work.run(["python3", "-I", "-c", CHECK], json.dumps([cites, lines]))
        except OSError:
            return 0.0
    return 1.0 if verdict.strip() == "PASS" else 0.0
