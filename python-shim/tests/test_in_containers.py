"""Steps of the confinement where a container has forbidden something already."""

from __future__ import annotations

import errno
import os
import struct
import subprocess
import sys
from pathlib import Path

import pytest

# Run in a process of its own, because nothing of this can be taken back. Its exit code says what came of it.
PREAMBLE = """
import ctypes, os, struct, sys
sys.path.insert(0, sys.argv[1])
from runrl_shim.inside.confinement import confine, namespaces, seccomp
"""
SHIM = str(Path(__file__).resolve().parents[1])
KEYCTL = {"x86_64": 250, "aarch64": 219}[os.uname().machine]
LOAD, EQUAL, RETURN = 0x20, 0x15, 0x06
ALLOW, ERRNO = 0x7FFF0000, 0x00050000
NUMBER, FIRST_ARGUMENT = 0, 16  # offsets in what a filter sees


def run(program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-I", "-c", PREAMBLE + program, SHIM, *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


def filter_of(*instructions: tuple[int, int, int, int]) -> str:
    return b"".join(struct.pack("=HBBI", *instruction) for instruction in instructions).hex()


LEAVE_KEYRING = """
confine.drop_capabilities()
seccomp.load_filters([seccomp.Filter(bytes.fromhex(sys.argv[2]))])
confine.leave_keyring()
"""


def test_a_container_that_refuses_keyrings_has_none_to_leave() -> None:
    all_of_it = filter_of(
        (LOAD, 0, 0, NUMBER), (EQUAL, 0, 1, KEYCTL), (RETURN, 0, 0, ERRNO | errno.EPERM), (RETURN, 0, 0, ALLOW)
    )
    ended = run(LEAVE_KEYRING, all_of_it)
    assert (ended.returncode, ended.stderr) == (0, "")


def test_a_keyring_that_cannot_be_left_but_used_stops_the_start() -> None:
    only_joining = filter_of(
        (LOAD, 0, 0, NUMBER),
        (EQUAL, 0, 3, KEYCTL),
        (LOAD, 0, 0, FIRST_ARGUMENT),
        (EQUAL, 0, 1, 1),
        (RETURN, 0, 0, ERRNO | errno.EPERM),
        (RETURN, 0, 0, ALLOW),
    )
    ended = run(LEAVE_KEYRING, only_joining)
    assert ended.returncode == 1
    assert "PermissionError: [Errno 1] keyctl: Operation not permitted" in ended.stderr


BIND_IN_NOEXEC = """
try:
    namespaces.enter_user_namespace()
except OSError as error:
    sys.exit(f"no namespaces: {error}")
folder = sys.argv[2]
noexec = 8
confine.check(confine.libc.mount(b"x", folder.encode(), b"tmpfs", ctypes.c_ulong(noexec), None), "mount")
namespaces._map_own_ids(0x10000000)  # a further user namespace
namespaces.unshare_mounts()  # from here on, what the mount forbids is locked
for name in ("source", "target"):
    os.mkdir(f"{folder}/{name}")
namespaces.bind(f"{folder}/source", f"{folder}/target")
namespaces.make_read_only(f"{folder}/target")
flags = os.statvfs(f"{folder}/target").f_flag
print(bool(flags & os.ST_RDONLY), bool(flags & os.ST_NOEXEC))
"""


def test_a_folder_in_a_file_system_without_execution_is_made_read_only(tmp_path: Path) -> None:
    ended = run(BIND_IN_NOEXEC, str(tmp_path))
    if ended.stderr.startswith("no namespaces"):
        pytest.skip(ended.stderr)
    assert (ended.stdout, ended.stderr) == ("True True\n", "")
