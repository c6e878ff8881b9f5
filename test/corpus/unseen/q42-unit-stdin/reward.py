"""Filters for units, tested in the way of golden files: what a program prints is compared with what is on record."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile

START = r"""
import resource, runpy
for what, most in (("CPU", 3), ("FSIZE", 1 << 20), ("AS", 1 << 30)):
    resource.setrlimit(getattr(resource, "RLIMIT_" + what), (most, most))
import os, sys
roots = (os.getcwd() + "/", os.path.realpath(sys.base_prefix) + "/")
def only_here(event, args):
    if event in ("os.system", "os.exec", "os.fork", "os.forkpty", "os.posix_spawn", "os.kill", "os.killpg", "os.rmdir", "os.remove", "os.rename"):
        raise PermissionError(event)
    if event.startswith(("subprocess.", "socket.", "ctypes.")) or (event == "import" and args[0] in ("_posixsubprocess", "_ctypes")):
        raise PermissionError(event)
    if event == "open" and not isinstance(args[0], int):
        path = os.path.realpath(os.fsdecode(args[0]))
        if not path.startswith(roots[: 1 if args[2] & 3 else 2]):
            raise PermissionError(path)
sys.addaudithook(only_here)
runpy.run_path("main.py", run_name="__main__")
"""


class Workspace:
    """A folder for one run."""

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="filter-")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.folder, ignore_errors=True)

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, text):
        with open(self.path(name), "wb") as file:
            file.write(text.encode("utf-8", "replace"))

    def run(self, seconds=4):
        """What main.py, fed with input.txt, printed; None when it did not end well."""
        with open(self.path("input.txt"), "rb") as given, tempfile.TemporaryFile() as out:
            child = subprocess.Popen(
                [sys.executable, "-I", "-S", "-B", "-c", START],
                cwd=self.folder,
                env={},
                stdin=given,
                stdout=out,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
            try:
                if child.wait(seconds) != 0:
                    return None
                out.seek(0)
                return out.read(100_000).decode("utf-8", "replace")
            except subprocess.TimeoutExpired:
                return None
            finally:
                try:
                    os.killpg(child.pid, signal.SIGKILL)
                except OSError:
                    pass
                child.wait()


def lines_of(text):
    return [" ".join(line.split()) for line in text.strip().splitlines()]


def program_in(reply):
    chunks = reply.split("```")
    if len(chunks) < 3 or len(reply) > 30_000:
        return None
    head, _, body = chunks[1].partition("\n")
    return body if head.strip().lower() in ("python", "py", "") and body.strip() else None


def reward_fn(completion, **kwargs):
    program = program_in(completion)
    if program is None:
        return 0.0
    with Workspace() as work:
        work.write("main.py", program)
        work.write("input.txt", kwargs["stdin"])
        printed = work.run()
    wanted = lines_of(kwargs["stdout"])
    if not wanted:
        raise ValueError("nothing on record for this row")
    return 1.0 if printed is not None and lines_of(printed) == wanted else 0.0
