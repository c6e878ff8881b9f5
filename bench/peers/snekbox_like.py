"""As snekbox does it, with bubblewrap in place of NsJail: a sandbox and an interpreter are started for each program."""

import os
import subprocess
import sys

import peer

READABLE = ["/usr", *{sys.base_prefix} - {"/usr"}]
LINKS = [part for name in ("lib", "lib64", "bin") for part in ("--symlink", f"usr/{name}", f"/{name}")]
ISOLATED = ["--unshare-all", "--die-with-parent", "--new-session", "--clearenv", "--proc", "/proc", "--dev", "/dev"]


def run(file, stdin):
    readable = [part for path in READABLE for part in ("--ro-bind", path, path)]
    own = ["--tmpfs", "/tmp", "--bind", os.path.dirname(file), "/home", "--chdir", "/home"]
    python = os.path.realpath(sys.executable)
    command = ["bwrap", *ISOLATED, *LINKS, *readable, *own, python, "-I", "main.py"]
    return subprocess.run(command, input=stdin, capture_output=True, text=True, timeout=10)


peer.serve_programs("bwrap and Python per call (as snekbox)", run)
