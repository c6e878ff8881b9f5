"""Servers of one's own: they start, say why not, and end with whoever started them."""

from __future__ import annotations

import gc
import json
import os
import signal
import time
from pathlib import Path

import pytest
from observing import PATIENCE, Program, is_alive, until
from runrl_sandbox import Closed, NotStarted, Sandbox, Unavailable
from runrl_sandbox.command import find_command, serve_arguments

pytestmark = pytest.mark.usefixtures("environment")

SPAWN = """
import os, signal, sys, time
from runrl_sandbox import Sandbox
sandbox = Sandbox.spawn(sys.argv[1], timeout=600)
assert sandbox.score("four").reward == 4.0
print(sandbox._connection.server.ready["pid"])
print(sandbox.address.removeprefix("ipc://"))
"""


def server_pid(sandbox: Sandbox) -> int:
    server = sandbox._connection.server
    assert server is not None
    pid: int = server.ready["pid"]
    return pid


def test_close_ends_the_server_and_removes_its_socket(modules: Path) -> None:
    with Sandbox.spawn(modules / "reward.py") as sandbox:
        pid, socket = server_pid(sandbox), Path(sandbox.address.removeprefix("ipc://"))
        assert socket.is_socket()
        assert socket.parent.stat().st_mode & 0o777 == 0o700
        assert sandbox.score("four").reward == 4.0
        waiting = sandbox.submit("sleep 300")
    assert not is_alive(pid)
    assert not socket.parent.exists()
    assert isinstance(waiting.exception(PATIENCE), Closed)
    sandbox.close()
    with pytest.raises(Closed):
        sandbox.score("x")


def test_a_server_ends_with_the_sandbox_that_is_dropped(modules: Path) -> None:
    sandbox = Sandbox.spawn(modules / "reward.py")
    pid = server_pid(sandbox)
    del sandbox
    gc.collect()
    until(lambda: not is_alive(pid), "the server ends")


@pytest.mark.parametrize(
    ("end", "code"),
    [
        ("", 0),
        ("sandbox.submit('sleep 300')", 0),
        ("list(zip(range(3), sandbox.map(('sleep 300',) for _ in range(9))))", -signal.SIGINT),
        ("raise SystemExit(7)", 7),
        ("os.kill(os.getpid(), signal.SIGKILL)", -signal.SIGKILL),
        ("sandbox.submit('sleep 300')\nsandbox.score('x')\nos.kill(os.getpid(), signal.SIGKILL)", -signal.SIGKILL),
        ("os._exit(5)", 5),
    ],
)
def test_a_server_ends_with_the_program_that_started_it(modules: Path, end: str, code: int) -> None:
    program = Program(f"{SPAWN}\nprint('now')\n{end}", str(modules / "reward.py"))
    pid, socket = int(program.line()), Path(program.line())
    assert program.line() == "now"
    if code == -signal.SIGINT:
        program.signal(signal.SIGINT)
    before = time.monotonic()
    _, err, ended = program.end()
    assert ended == code, err
    assert time.monotonic() - before < 20
    # Sooner than its `--grace`: nobody is there to wait for what runs.
    until(lambda: not is_alive(pid), "the server ends", 20)
    assert not socket.exists()
    if socket.parent.exists():  # whoever was killed could not remove it
        socket.parent.rmdir()


def test_a_child_of_the_program_does_not_keep_its_server(modules: Path) -> None:
    fork = """
child = os.fork()
if child == 0:
    time.sleep(120)
print(child)
os.kill(os.getpid(), signal.SIGKILL)
"""
    program = Program(SPAWN + fork, str(modules / "reward.py"))
    pid, socket, child = int(program.line()), Path(program.line()), int(program.line())
    try:
        until(lambda: not is_alive(pid), "the server ends")
        assert is_alive(child)
    finally:
        os.kill(child, signal.SIGKILL)
    program.end()
    socket.parent.rmdir()


def test_ctrl_c_at_the_terminal_is_not_for_the_server(modules: Path) -> None:
    wait = """
try:
    print("now")
    sandbox.score("sleep 300")
except KeyboardInterrupt:
    print(sandbox.score("four").reward)
"""
    program = Program(SPAWN + wait, str(modules / "reward.py"))
    server = int(program.line())
    assert [program.line() for _ in range(2)][1] == "now"
    assert os.getpgid(server) != os.getpgid(program.pid)
    program.interrupt_at_terminal()
    assert program.end() == ("4.0\n", "", 0)


def test_a_server_that_dies_fails_what_waits_at_once_and_says_so(modules: Path) -> None:
    with Sandbox.spawn(modules / "reward.py", timeout=600) as sandbox:
        waiting = sandbox.submit("sleep 300")
        assert sandbox.score("x").ok
        os.kill(server_pid(sandbox), signal.SIGKILL)
        before = time.monotonic()
        with pytest.raises(Unavailable, match="ended by signal 9"):
            waiting.result(PATIENCE)
        # Sooner than by silence: after three heartbeats.
        assert time.monotonic() - before < 12
        with pytest.raises(Unavailable, match="ended by signal 9"):
            sandbox.score("x")


def test_a_module_that_does_not_load_is_told_in_its_own_words(tmp_path: Path) -> None:
    file = tmp_path / "reward.py"
    file.write_text("def reward_fn(completion, **kwargs:\n")
    with pytest.raises(NotStarted) as raised:
        Sandbox.spawn(file)
    assert "reward.py:1:" in str(raised.value)
    assert "SyntaxError" in str(raised.value)
    assert '{"time"' not in str(raised.value)


def test_an_option_that_there_is_not_is_told(modules: Path) -> None:
    with pytest.raises(NotStarted, match="id you mean"):
        Sandbox.spawn(modules / "reward.py", timeouts=5)


def test_a_start_that_takes_too_long_is_ended(tmp_path: Path) -> None:
    file = tmp_path / "reward.py"
    file.write_text("import time\ntime.sleep(60)\n")
    with pytest.raises(NotStarted, match=r"not ready after 1 s \(`start_timeout`\)"):
        Sandbox.spawn(file, start_timeout=1)


def test_a_command_that_cannot_be_started_is_told(modules: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RUNRL_SANDBOX_COMMAND", "/nowhere/runrl-sandbox")
    with pytest.raises(NotStarted, match="`/nowhere/runrl-sandbox` cannot be started"):
        Sandbox.spawn(modules / "reward.py")
    monkeypatch.setenv("RUNRL_SANDBOX_COMMAND", "sh -c 'echo broken >&2; exit 4'")
    with pytest.raises(NotStarted, match="broken"):
        Sandbox.spawn(modules / "reward.py")


def test_the_log_is_kept_where_it_is_wanted(modules: Path, tmp_path: Path) -> None:
    log = tmp_path / "server.log"
    log.write_text("before\n")
    with Sandbox.spawn(modules / "reward.py", log_file=log):
        pass
    first, *lines = log.read_text().splitlines()
    assert first == "before"
    events = [json.loads(line)["event"] for line in lines]
    assert {"module_loaded", "ready", "ended"} <= set(events)
    with pytest.raises(NotStarted, match="id you mean"):
        Sandbox.spawn(modules / "reward.py", log_file=log, timeouts=5)


def test_options_reach_the_server(modules: Path) -> None:
    with Sandbox.spawn(modules / "reward.py", timeout=3, on_timeout=-2, reuse="never") as sandbox:
        outcome = sandbox.score("sleep 200")
        assert (outcome.status, outcome.reward) == ("timeout", -2.0)
        assert "reward.py" in (outcome.stack or "")
        assert [sandbox.score("x").fresh for _ in range(3)] == [True, True, True]


def test_the_command_is_found_where_it_is_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def install(name: str) -> str:
        file = tmp_path / name
        file.write_text("#!/bin/sh\n")
        file.chmod(0o755)
        return str(file)

    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("RUNRL_SANDBOX_COMMAND")
    with pytest.raises(NotStarted, match=r"pip install .runrl-sandbox\[server\]"):
        find_command()
    npx = install("npx")
    assert find_command() == [npx, "--no-install", "runrl-sandbox"]
    command = install("runrl-sandbox")
    assert find_command() == [command]
    monkeypatch.setenv("RUNRL_SANDBOX_COMMAND", "node 'a folder/main.js'")
    assert find_command() == ["node", "a folder/main.js"]


def test_options_become_flags() -> None:
    options = {
        "timeout": 1.5,
        "setup_timeout": "2m",
        "memory": 1024,
        "on_timeout": -1,
        "watch": True,
        "local_network": False,
        "seed": None,
        "env": ["A", "B"],
        "requirements": Path("r.txt"),
    }
    assert serve_arguments({"one": "a.py"}, "reward", options) == [
        "serve",
        "--reward=one=a.py",
        "--timeout=1500ms",
        "--setup-timeout=2m",
        "--memory=1024B",
        "--on-timeout=-1",
        "--watch",
        "--env=A",
        "--env=B",
        "--requirements=r.txt",
    ]
    with pytest.raises(ValueError, match='"reward" or "environment"'):
        serve_arguments("a.py", "rewards", {})  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="positive number of seconds"):
        serve_arguments("a.py", "reward", {"timeout": 0})


@pytest.mark.parametrize(
    "address", ["", "http://127.0.0.1:1", "tcp://*:1", "tcp://a:0", "ipc://", "ipc://" + "x" * 120, 5]
)
def test_an_address_that_is_none_is_refused(address: str) -> None:
    with pytest.raises(ValueError, match="ipc://"):
        Sandbox(address)


def test_by_way_of_npx_the_server_itself_is_ended(modules: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # As npx does: a process in between, that hands on neither signals nor its end.
    monkeypatch.setenv("RUNRL_SANDBOX_COMMAND", f"sh -c '{os.environ['RUNRL_SANDBOX_COMMAND']} \"$@\"; exit $?' sh")
    with Sandbox.spawn(modules / "reward.py") as sandbox:
        pid = server_pid(sandbox)
        os.kill(pid, signal.SIGSTOP)  # it cannot end by itself
        monkeypatch.setattr("runrl_sandbox.server._END_SECONDS", 0.5)
    until(lambda: not is_alive(pid), "the server is killed")
