"""
SandboxFusion's own server, of the checkout that $SANDBOX_FUSION_SOURCE names; else what it does for a program of Python
by default: `bash -c "python FILE"` in a new folder, confined by nothing.
"""

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import threading

import peer

SOURCE = os.environ.get("SANDBOX_FUSION_SOURCE")


def run(file, stdin):
    command = ["bash", "-c", f"{sys.executable} {file}"]
    return subprocess.run(command, input=stdin, capture_output=True, text=True, timeout=10, cwd=os.path.dirname(file))


def own_server(folder):
    # It wants its documentation built, and a conda above the interpreter that runs it: an environment will do.
    shutil.copytree(SOURCE, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns(".git", "docs"))
    os.makedirs(os.path.join(folder, "docs/build"))
    os.makedirs(os.path.join(sys.prefix, "condabin"), exist_ok=True)
    os.chdir(folder)
    sys.path.insert(0, folder)
    import uvicorn
    from sandbox.server.server import app

    listening = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(app, log_level="error"))

    def tell():
        peer.say(name="SandboxFusion's own server", url=f"http://127.0.0.1:{listening.getsockname()[1]}")
        sys.stdin.read()
        server.should_exit = True

    threading.Thread(target=tell, daemon=True).start()
    server.run([listening])


if SOURCE:
    with tempfile.TemporaryDirectory() as folder:
        own_server(folder)
else:
    peer.serve_programs("SandboxFusion, reproduced", run)
