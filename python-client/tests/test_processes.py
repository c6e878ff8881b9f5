"""Forks, pickles, Ctrl-C, servers that are started anew: what happens to processes."""

from __future__ import annotations

import copy
import os
import pickle
import shlex
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from observing import PATIENCE, Program, is_alive, until
from runrl_sandbox import Sandbox, UnknownEpisode

CONNECT = """
import os, pickle, signal, sys, threading, time, multiprocessing
from runrl_sandbox import *
sandbox = Sandbox(sys.argv[1])
"""


def run(text: str, *arguments: str) -> list[str]:
    """The lines that a program says that goes well."""
    out, err, code = Program(CONNECT + text, *arguments).end()
    assert code == 0, err
    assert err == ""
    return out.splitlines()


def test_after_a_fork_both_go_on_each_with_a_session_of_its_own(shared: Sandbox) -> None:
    said = run(
        """
assert sandbox.score("four").reward == 4.0
mine = sandbox._connection.io()
child = os.fork()
who = "child" if child == 0 else "parent"
calls = [("x", {"value": index}) for index in range(500)]
assert [outcome.reward for outcome in sandbox.map(calls)] == list(range(500))
theirs = sandbox._connection.io()
print(who, theirs is mine, flush=True)
if child == 0:
    sys.exit(0)
assert os.waitpid(child, 0)[1] == 0
assert sandbox.score("four").reward == 4.0
""",
        shared.address,
    )
    assert sorted(said) == ["child False", "parent True"]


def test_a_child_that_is_forked_amid_calls_gets_no_answer_of_its_parent(shared: Sandbox) -> None:
    said = run(
        """
future = sandbox.submit("sleep 3")
results = sandbox.map([("x",), ("sleep 3",), ("sleep 3",)])
assert next(results).ok
threads = [threading.Thread(target=lambda: [sandbox.score("x") for _ in range(200)]) for _ in range(4)]
for thread in threads: thread.start()
child = os.fork()
if child == 0:
    try:
        future.result(30)
    except Unavailable as error:
        print(error, flush=True)
    try:
        next(results)
    except Unavailable as error:
        print(error, flush=True)
    assert sandbox.score("four").reward == 4.0
    os._exit(0)
assert os.waitpid(child, 0)[1] == 0
assert future.result(30).reward == 7.0
assert [outcome.reward for outcome in results] == [7.0, 7.0]
for thread in threads: thread.join()
""",
        shared.address,
    )
    assert len(said) == 2
    assert all("forked while it waited" in line for line in said)


def test_workers_of_multiprocessing_use_the_sandbox_that_they_are_given(shared: Sandbox) -> None:
    said = run(
        """
def work(given):
    sandbox, value = given
    return sandbox.score("x", value=value).reward

sandbox.score("x")
with multiprocessing.get_context("fork").Pool(2) as pool:
    print(pool.map(work, [(sandbox, value) for value in range(6)]))
    pool.close()
    pool.join()
""",
        shared.address,
    )
    assert said == [str([float(value) for value in range(6)])]


def test_a_process_that_is_spawned_gets_a_sandbox_by_pickle(shared: Sandbox, tmp_path: Path) -> None:
    script = tmp_path / "spawned.py"
    script.write_text(
        """
import multiprocessing, sys
from runrl_sandbox import Sandbox

def work(sandbox, value):
    return sandbox.score("x", value=value).reward

if __name__ == "__main__":
    sandbox = Sandbox(sys.argv[1], module="reward")
    assert sandbox.score("x").ok
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        print(pool.starmap(work, [(sandbox, value) for value in range(4)]))
        pool.close()
        pool.join()
"""
    )
    run_it = "import runpy, sys\nsys.argv.pop(0)\nrunpy.run_path(sys.argv[0], run_name='__main__')"
    program = Program(run_it, str(script), shared.address)
    out, err, code = program.end()
    assert (out.strip(), code) == ("[0.0, 1.0, 2.0, 3.0]", 0), err


def test_a_pickle_holds_where_to_and_not_the_connection(shared: Sandbox) -> None:
    original = Sandbox(shared.address, token="t" * 40, module="reward", reconnect_timeout=7)
    for copied in (pickle.loads(pickle.dumps(original)), copy.deepcopy(original)):
        assert (copied.address, copied._token, copied._module, copied._patience) == (
            shared.address,
            "t" * 40,
            "reward",
            7,
        )
        copied.close()
    assert not original.closed
    original.close()


def test_a_pickle_of_a_sandbox_with_a_server_of_its_own_does_not_end_it(shared: Sandbox) -> None:
    with pickle.loads(pickle.dumps(shared)) as copied:
        assert copied.score("four").reward == 4.0
    assert shared.score("four").reward == 4.0


def test_outcomes_and_errors_are_pickled(sandbox: Sandbox) -> None:
    outcome = sandbox.score("raise")
    assert pickle.loads(pickle.dumps(outcome)) == outcome
    error = sandbox.submit("x", module="other").exception(PATIENCE)
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), again.args, again.kind) == (type(error), error.args, "unknown-module")  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "waits",
    [
        "sandbox.score('sleep 300')",
        "list(sandbox.map([('sleep 300',)] * 5))",
        "sandbox.submit('sleep 300').result()",
        "import asyncio; asyncio.run(AsyncSandbox(sys.argv[1]).score('sleep 300'))",
    ],
)
def test_ctrl_c_ends_a_wait_and_its_call(shared: Sandbox, waits: str) -> None:
    program = Program(f"{CONNECT}\nsandbox.score('x')\nprint('now')\n{waits}", shared.address)
    assert program.line() == "now"
    program.signal(signal.SIGINT)
    _, err, code = program.end()
    assert code == -signal.SIGINT
    assert "KeyboardInterrupt" in err
    with Sandbox(shared.address) as sandbox:
        assert sandbox.score("x", timeout=PATIENCE).ok


def test_ctrl_c_is_not_the_end_of_the_sandbox(shared: Sandbox) -> None:
    program = Program(
        CONNECT
        + """
sandbox.score("x")
try:
    print("now")
    sandbox.score("sleep 300")
except KeyboardInterrupt:
    print(sandbox.score("four").reward)
""",
        shared.address,
    )
    assert program.line() == "now"
    program.signal(signal.SIGINT)
    assert program.end()[:2] == ("4.0\n", "")


@pytest.mark.parametrize("leaves", ["", "futures = [sandbox.submit('sleep 300') for _ in range(99)]"])
def test_the_interpreter_ends_with_a_sandbox_that_nobody_closed(shared: Sandbox, leaves: str) -> None:
    assert run(f"sandbox.score('x')\n{leaves}\nprint('done')", shared.address) == ["done"]


def test_the_interpreter_ends_when_there_is_no_server(address: str) -> None:
    assert run("sandbox.submit('x')\nprint('done')", address) == ["done"]


class Serving:
    """`serve` at an address, so that it can be started there again."""

    def __init__(self, command: str, module: str, address: str, *options: str) -> None:
        self._arguments = [*shlex.split(command), "serve", module, f"--zmq={address}", "--json", *options]
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        with tempfile.TemporaryFile() as log:
            self._process = subprocess.Popen(self._arguments, stdout=subprocess.PIPE, stderr=log)
            assert self._process.stdout is not None
            line = self._process.stdout.readline()
            log.seek(0)
            assert line.startswith(b'{"event":"ready"'), (line, log.read().decode())

    def end(self, number: int) -> None:
        if self._process is not None:
            self._process.send_signal(number)
            self._process.wait(PATIENCE)
            assert self._process.stdout is not None
            self._process.stdout.close()
            self._process = None


@pytest.fixture(params=["--reward={}/reward.py"])
def serving(command: str, modules: Path, address: str, request: pytest.FixtureRequest) -> Iterator[Serving]:
    server = Serving(command, request.param.format(modules), address)
    server.start()
    yield server
    server.end(signal.SIGTERM)


def test_a_server_that_is_killed_and_started_again_answers_all_calls_once(serving: Serving, address: str) -> None:
    with Sandbox(address) as sandbox:
        assert sandbox.score("four").reward == 4.0
        rewards: list[float | None] = []
        for outcome in sandbox.map((("sleep 0.002", {"value": index}) for index in range(2_000)), max_in_flight=500):
            rewards.append(outcome.reward)
            if len(rewards) in (300, 1200):
                serving.end(signal.SIGKILL)
                serving.start()
        assert rewards == [float(index) for index in range(2_000)]


@pytest.mark.parametrize("serving", ["--environment={}/counting.py"], indirect=True)
def test_an_episode_does_not_outlive_its_server(serving: Serving, address: str) -> None:
    with Sandbox(address) as sandbox, sandbox.episode() as episode:
        assert episode.step("1").observation == "at 1"
        serving.end(signal.SIGKILL)
        serving.start()
        with pytest.raises(UnknownEpisode):
            episode.step("1", timeout=PATIENCE)
        with sandbox.episode(start=5) as other:
            assert other.step("1").observation == "at 6"


def test_a_token_is_sent_and_without_it_nothing_is_had(
    command: str, modules: Path, address: str, tmp_path: Path
) -> None:
    token = tmp_path / "token"
    token.write_text("0123456789abcdef" * 2)
    server = Serving(command, f"--reward={modules}/reward.py", address, f"--token-file={token}")
    server.start()
    try:
        with Sandbox(address, token=token.read_text()) as sandbox:
            assert sandbox.score("four").reward == 4.0
        with Sandbox(address) as sandbox, pytest.raises(Exception, match="unauthorized"):
            sandbox.score("four")
    finally:
        server.end(signal.SIGTERM)


def test_a_client_that_is_killed_has_its_calls_ended(serving: Serving, address: str) -> None:
    program = Program(
        CONNECT + "[sandbox.submit('sleep 300') for _ in range(8)]\nsandbox.score('sleep 0')\nprint('now')", address
    )
    until(lambda: is_alive(program.pid), "it runs")
    os.kill(program.pid, signal.SIGKILL)
    program.end()
    with Sandbox(address) as sandbox:
        assert sandbox.score("x", timeout=PATIENCE).ok
