"""What a failed call or step is told about the sandbox that it met, and when it is told nothing."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

SHIM = Path(__file__).parents[1]
PREPARE = """
from runrl_shim.inside.results import limits
limits.prepare({"memory": 2**30, "processes": 9, "open_files": 9, "tmp_size": 2**20, "file_size": 2**20,
                "file": "/home/ann/env/env.py", "confined": CONFINED})
"""


def hint(raises: str, confined: bool = True) -> str:
    """What is said of the exception that these lines raise; in a process of its own, since limits are global there."""
    lines = "".join(f"    {line}\n" for line in raises.splitlines())
    code = (
        f"{PREPARE.replace('CONFINED', str(confined))}import socket, errno\n"
        f"try:\n{lines}except BaseException as error:\n    print(limits.hint_for(error, str(error)))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=SHIM, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_a_file_elsewhere_may_be_one_that_the_sandbox_hides() -> None:
    assert "--mount PATH (mounts)" in hint("open('/no/such/words.txt')")


@pytest.mark.parametrize("path", ["/tmp/missing.txt", "/home/ann/env/missing.txt", "missing.txt"])
def test_a_file_where_all_are_seen_is_not_there(path: str) -> None:
    assert hint(f"open({path!r})") == "None"


def test_a_folder_that_cannot_be_written() -> None:
    assert hint("raise OSError(errno.EROFS, 'Read-only file system', 'log.txt')") == "it writes files in /tmp only"


def test_a_name_that_is_not_found_is_the_network_also_where_a_client_wraps_it() -> None:
    wrapped = "try:\n    raise socket.gaierror(-3, 'x')\nexcept OSError:\n    raise ValueError('no answer')"
    assert "--allow-net HOST (allowNet)" in hint("raise socket.gaierror(-3, 'x')")
    assert "--allow-net HOST (allowNet)" in hint(wrapped)


def test_without_confinement_nothing_is_hidden() -> None:
    assert hint("open('/no/such/words.txt')", confined=False) == "None"
    assert hint("raise socket.gaierror(-3, 'x')", confined=False) == "None"


def test_an_exception_that_lies_about_itself_gets_no_hint() -> None:
    lying = "class Liar(OSError):\n    @property\n    def errno(self): raise SystemExit\nraise Liar()"
    assert hint(lying) == "None"


def test_a_module_that_does_not_load_is_told_the_same(tmp_path: Path) -> None:
    file = tmp_path / "env.py"
    file.write_text("WORDS = open('/no/such/words.txt').read()\n")
    code = f"""{PREPARE.replace("CONFINED", "True")}
from runrl_shim.inside.loading.environment import LoadError, load_environment
try:
    load_environment({str(file)!r})
except LoadError as error:
    print(error.help)
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=SHIM, capture_output=True, text=True, check=True)
    assert done.stdout.startswith("it may have met a limit: of the machine's files it sees its own folder")
