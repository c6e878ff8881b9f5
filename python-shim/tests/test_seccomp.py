"""Reading filters refuses what is not one for this machine; what is loaded holds."""

from __future__ import annotations

import json
import os
import struct
import subprocess
import sys
from pathlib import Path

import bpf_machine
import pytest
from runrl_shim.inside.confinement import seccomp
from runrl_shim.inside.restore import tracing

ROOT = Path(__file__).resolve().parents[2]
MACHINE = os.uname().machine
OTHER = "aarch64" if MACHINE == "x86_64" else "x86_64"
BASE, ARGUMENTS = (ROOT / "sandbox" / "seccomp" / f"{name}.{MACHINE}.bpf" for name in ("base", "arguments"))
RETURN_ALLOW = struct.pack("=HBBI", 6, 0, 0, 0x7FFF0000)


def programs_of(filters: list[seccomp.Filter]) -> list[bytes]:
    return [one.program for one in filters]


def test_one_filter_is_read_as_it_is() -> None:
    assert programs_of(seccomp.read_filters([str(BASE)])) == [BASE.read_bytes()]


def test_several_are_joined_in_their_order() -> None:
    programs = [BASE.read_bytes(), ARGUMENTS.read_bytes()]
    assert programs_of(seccomp.read_filters([str(BASE), str(ARGUMENTS)])) == seccomp.join(programs)


def test_a_filter_that_permits_more_answers_else_as_it_did() -> None:
    numbers = tracing.TRACER_CALLS
    [before] = seccomp.read_filters([str(BASE), str(ARGUMENTS)])
    [after] = seccomp.permitting([before], numbers)
    for architecture in (MACHINE, OTHER, "i386"):
        for number in (*range(500), 0x40000000, *(0x40000000 | each for each in numbers)):
            permitted = architecture == MACHINE and number in numbers
            expected = "allow" if permitted else bpf_machine.run(before.program, architecture, number)
            assert bpf_machine.run(after.program, architecture, number) == expected


def test_filters_too_long_to_be_one_stay_apart() -> None:
    assert seccomp.join([BASE.read_bytes()] * 10) == [BASE.read_bytes()] * 10


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "it is empty"),
        (b"\0" * 7, "not a multiple of 8"),
        (BASE.read_bytes()[:-1], "not a multiple of 8"),
        (BASE.read_bytes() + b"\n", "not a multiple of 8"),
        (BASE.read_bytes() + RETURN_ALLOW * 4096, "more than 4096 instructions"),
        (RETURN_ALLOW, "does not begin by asking for the processor architecture"),
        (RETURN_ALLOW * 2, "does not begin by asking for the processor architecture"),
        (BASE.read_bytes()[8:], "does not begin by asking for the processor architecture"),
        (BASE.with_name(f"base.{OTHER}.bpf").read_bytes(), f"it is for {OTHER}, and this machine is {MACHINE}"),
    ],
)
def test_what_is_no_filter_for_this_machine_is_refused(tmp_path: Path, content: bytes, reason: str) -> None:
    path = tmp_path / "base.bpf"
    path.write_bytes(content)
    with pytest.raises(seccomp.FilterError) as raised:
        seccomp.read_filters([str(ARGUMENTS), str(path)])
    assert str(raised.value).startswith(f"the seccomp filter {path} cannot be used: ")
    assert reason in str(raised.value)


def test_a_filter_that_is_missing_is_refused(tmp_path: Path) -> None:
    with pytest.raises(seccomp.FilterError, match=r"base\.bpf cannot be used: No such file or directory"):
        seccomp.read_filters([str(tmp_path / "base.bpf")])


def find_holes(*paths: Path, flip: int | None = None) -> str:
    """What `find_holes` gives in a process with these filters, or the error of loading them."""
    script = f"""
import json
from runrl_shim.inside.confinement import confine, seccomp
confine._prctl(38, 1)
filters = seccomp.read_filters({[str(path) for path in paths]})
flip = {flip}
if flip is not None:
    programs = [one.program for one in filters]
    filters = [seccomp.Filter(it[:flip] + bytes([it[flip] ^ 0xFF]) + it[flip + 1:]) for it in programs]
try:
    seccomp.load_filters(filters)
    print(json.dumps(seccomp.find_holes()))
except OSError as error:
    print(json.dumps(error.strerror))
"""
    ended = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, "PYTHONPATH": str(ROOT / "python-shim")},
        capture_output=True,
        check=True,
        text=True,
    )
    return json.loads(ended.stdout)  # type: ignore[no-any-return]


def test_under_the_filters_no_hole_is_found() -> None:
    assert find_holes(BASE, ARGUMENTS) == []


def test_all_filters_are_taken_by_the_kernel() -> None:
    assert find_holes(*sorted(BASE.parent.glob(f"*.{MACHINE}.bpf"))) == []


def test_without_filters_the_holes_are_found() -> None:
    """Some are closed anyway: by the kernel's settings, or because this process is not root."""
    assert {"unshare", "clone3", "an AF_VSOCK socket", "TIOCSTI"} <= set(find_holes())


def test_without_one_of_the_filters_its_holes_are_found() -> None:
    assert {"prlimit64 of another process", "clone with a namespace", "TIOCSTI"} <= set(find_holes(BASE))
    assert {"unshare", "clone3"} <= set(find_holes(ARGUMENTS))


def test_what_the_kernel_does_not_take_is_an_error() -> None:
    last_code = BASE.stat().st_size - 8
    assert "a seccomp filter could not be loaded" in find_holes(BASE, flip=last_code)


def test_the_numbers_that_are_tried_are_right() -> None:
    build = [sys.executable, str(ROOT / "scripts" / "build-seccomp.py"), "--numbers"]
    numbers = json.loads(subprocess.run(build, capture_output=True, check=True).stdout)
    named = {"an AF_VSOCK socket": "socket", "TIOCSTI": "ioctl", "a system call that the policy does not name": None}
    for attempt, x86_64, aarch64, _ in seccomp._ATTEMPTS:
        call = named.get(attempt, attempt.split()[0])
        if call is not None:
            assert (numbers["x86_64"][call], numbers["aarch64"][call]) == (x86_64, aarch64)
