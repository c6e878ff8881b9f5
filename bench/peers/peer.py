"""
What all peers share. A peer is a process that says in its first line what it is, and measures once for each line that
it is given: `PEER.py ROWS(.jsonl) [MODULE]`. One that serves programs says `url` in its first line, and is asked there.
"""

import http.server
import importlib.util
import json
import os
import sys
import tempfile
import threading
import time

#: Rows that a trainer scores at once.
STEP = 1024


def say(**line):
    print(json.dumps(line), file=_told, flush=True)


# Trainers print, too.
_told = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)


def load(path):
    """The reward function of a file."""
    spec = importlib.util.spec_from_file_location("reward", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules["reward"] = module
    spec.loader.exec_module(module)
    return module.reward_fn


def measure(name, score):
    """`score(rows)` gives the rewards of one step."""
    with open(sys.argv[1]) as file:
        rows = [json.loads(line) for line in file]
    steps = [rows[at : at + STEP] for at in range(0, len(rows), STEP)]
    say(name=name)
    for _ in sys.stdin:
        begun = time.perf_counter()
        rewards = [reward for step in steps for reward in score(step)]
        seconds = time.perf_counter() - begun
        assert rewards == [row["expected"] for row in rows], "another reward than expected"
        say(perSecond=len(rows) / seconds)


def serve_programs(name, run):
    """Speaks `POST /run_code` as SandboxFusion does. `run(file, stdin)` gives the process that ran a program."""

    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def do_POST(self):
            asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
            with tempfile.TemporaryDirectory() as folder:
                file = os.path.join(folder, "main.py")
                with open(file, "w") as out:
                    out.write(asked["code"])
                done = run(file, asked["stdin"])
            result = {
                "status": "Finished",
                "return_code": done.returncode,
                "stdout": done.stdout,
                "stderr": done.stderr,
            }
            body = json.dumps({"status": "Failed" if done.returncode else "Success", "run_result": result}).encode()
            self.send_response(200)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    say(name=name, url=f"http://127.0.0.1:{server.server_port}")
    sys.stdin.read()
