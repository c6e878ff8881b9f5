"""Calls labelled items without a sandbox: their code and all completions are our own."""

import asyncio
import importlib.util
import inspect
import json
import math
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import ModuleType
from typing import Any

Row = dict[str, Any]
Reply = str | int | Callable[[str], str]
STEPS = 40


def load(path: Path, name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ImportError(str(path))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Judge:
    """An OpenAI-compatible server on the loopback interface that says what it is told to say."""

    def __init__(self) -> None:
        self.reply: Reply = 500
        judge = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                reply = judge.reply
                if callable(reply):
                    reply = reply("\n".join(message["content"] for message in body["messages"]))
                status = reply if isinstance(reply, int) else 200
                message = {"role": "assistant", "content": "" if isinstance(reply, int) else reply}
                text = json.dumps({"choices": [{"index": 0, "message": message, "finish_reason": "stop"}]}).encode()
                self.send_response(status)
                self.send_header("Content-Length", str(len(text)))
                self.end_headers()
                self.wfile.write(text)

            def log_message(self, *arguments: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        os.environ["OPENAI_BASE_URL"] = f"http://127.0.0.1:{self.server.server_port}/v1"
        os.environ["NO_PROXY"] = os.environ["no_proxy"] = "127.0.0.1"


class Item:
    """An item: its rows, what its label says, its honest and dishonest completions, and a way to call it."""

    def __init__(self, folder: Path, code: Path | None = None) -> None:
        self.folder = folder
        self.label: Row = json.loads((folder / "label.json").read_text())
        self.rows: list[Row] = [json.loads(line) for line in (folder / "prompts.jsonl").read_text().splitlines()]
        self.file = code or next(path for name in ("reward.py", "env.py") if (path := folder / name).exists())
        self.environment = (folder / "env.py").exists()
        self.judge = Judge() if "judge" in self.label else None
        self.completions = load(folder / self.label.get("completions", "completions.py"), "completions")
        sys.dont_write_bytecode = True
        self.module = load(self.file, "graded")

    def pay(self, row: Row, completion: Any) -> float | None:
        """What a completion is paid; of an environment the return. None: an error, or no finite number."""
        try:
            reward = self.play(row, completion) if self.environment else self.call(row, completion)
        except Exception:
            return None
        return reward if math.isfinite(reward) else None

    def call(self, row: Row, completion: Any) -> float:
        if self.judge is not None:
            completion, self.judge.reply = completion
        function = self.module.reward_fn
        given = json.loads(json.dumps(row))
        if self.label.get("shape") == "messages":
            completion = [{"role": "assistant", "content": completion}]
        named = inspect.signature(function).parameters
        if not any(parameter.kind is parameter.VAR_KEYWORD for parameter in named.values()):
            given = {name: value for name, value in given.items() if name in named}
        result = function(completion, **given)
        if inspect.isawaitable(result):
            result = asyncio.run(resolved(result))
        return float(result[0] if isinstance(result, tuple) else result)

    def play(self, row: Row, policy: Any) -> float:
        """One episode. A policy is a list of actions, or a generator that is sent each observation."""
        classes = [value for value in vars(self.module).values() if isinstance(value, type) and hasattr(value, "step")]
        env = classes[-1]()
        observation = env.setup(**json.loads(json.dumps(row)))
        total, after = 0.0, 3
        actions: Iterator[str] = iter(policy)
        for _ in range(STEPS):
            try:
                action = actions.send(observation) if hasattr(actions, "send") and _ else next(actions)
            except StopIteration:
                break
            result = env.step(action)
            if isinstance(result, tuple):
                result = dict(zip(("observation", "reward", "done"), result, strict=False))
            observation = result["observation"]
            total += result["reward"]
            if result["done"]:
                # A loop that does not stop by itself: three steps more, which must pay nothing.
                after -= 1
                if after == 0:
                    break
        return float(total)


async def resolved(awaitable: Any) -> Any:
    return await awaitable


def apart(work: Callable[[], Any], seconds: float = 10) -> Any:
    """JSON of what `work` returns, made in a fork that may do to itself what it wants; None if it fails or hangs."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        null = os.open(os.devnull, os.O_RDWR)
        for descriptor in (0, 1, 2):
            os.dup2(null, descriptor)
        signal.alarm(max(1, round(seconds)))
        try:
            with os.fdopen(write, "w") as out:
                json.dump(work(), out)
        finally:
            os._exit(0)
    os.close(write)
    with os.fdopen(read) as lines:
        text = lines.read()
    os.waitpid(child, 0)
    try:
        return json.loads(text)
    except ValueError:
        return None
