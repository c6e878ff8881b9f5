"""The compiled filters say what the policies say, for both architectures and every system call; nothing is loaded."""

from __future__ import annotations

import itertools
import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import bpf_machine
import pytest
from runrl_shim.inside.confinement import seccomp

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "sandbox" / "seccomp"
BUILD = [sys.executable, str(ROOT / "scripts" / "build-seccomp.py")]
ARCHITECTURES = ("x86_64", "aarch64")
POLICIES = {path.stem: json.loads(path.read_text()) for path in sorted(FOLDER.glob("*.json"))}
EVERY_SLOT = ("base", "arguments")
X32 = 0x40000000
NUMBERS: dict[str, dict[str, int]] = json.loads(
    subprocess.run([*BUILD, "--numbers"], capture_output=True, check=True).stdout
)

# What must be refused whatever the policies say, so that a name that is lost from them is noticed.
MUST_FAIL = {
    "EPERM": """
        ptrace process_vm_readv process_vm_writev process_madvise process_mrelease kcmp pidfd_getfd migrate_pages
        move_pages unshare setns mount umount2 pivot_root chroot open_tree move_mount fsopen fsconfig fsmount fspick
        mount_setattr bpf perf_event_open userfaultfd keyctl add_key request_key init_module finit_module delete_module
        kexec_load kexec_file_load fanotify_init open_by_handle_at lookup_dcookie quotactl quotactl_fd acct swapon
        swapoff reboot syslog iopl ioperm vhangup sethostname setdomainname settimeofday clock_settime adjtimex
        clock_adjtime modify_ldt vmsplice sync syncfs
    """,
    "ENOSYS": "io_uring_setup io_uring_enter io_uring_register clone3 io_setup io_submit memfd_secret cachestat",
}


def program(name: str, architecture: str) -> bytes:
    return (FOLDER / f"{name}.{architecture}.bpf").read_bytes()


def answer(entry: dict[str, Any], action: str = "action", number: str = "errnoRet") -> str:
    if entry[action] == "SCMP_ACT_ALLOW":
        return "allow"
    return "ignored" if entry[number] == 0 else bpf_machine.errno.errorcode[entry[number]]


def holds(condition: dict[str, Any], arguments: tuple[int, ...]) -> bool:
    value, wanted = arguments[condition["index"]], condition["value"]
    return {
        "SCMP_CMP_EQ": value == wanted,
        "SCMP_CMP_NE": value != wanted,
        "SCMP_CMP_GE": value >= wanted,
        "SCMP_CMP_MASKED_EQ": value & wanted == condition.get("valueTwo", 0),
    }[condition["op"]]


def applies(entry: dict[str, Any], arguments: tuple[int, ...]) -> bool:
    conditions = entry.get("args", [])
    one_each = len({condition["index"] for condition in conditions}) == len(conditions)
    return (all if one_each else any)(holds(condition, arguments) for condition in conditions)


def wanted(policy: dict[str, Any], name: str | None, arguments: tuple[int, ...]) -> str:
    """What a policy says of a system call, read from the JSON without libseccomp."""
    found = {answer(e) for e in policy["syscalls"] if name in e["names"] and applies(e, arguments)}
    assert len(found) <= 1, f"the policy contradicts itself about {name}{arguments}"
    return found.pop() if found else answer(policy, "defaultAction", "defaultErrnoRet")


def probes(policy: dict[str, Any], name: str) -> list[tuple[int, ...]]:
    """Arguments that lie on, beside and far from every value that a policy's conditions on a system call name."""
    conditions = [c for entry in policy["syscalls"] if name in entry["names"] for c in entry.get("args", [])]
    values: list[list[int]] = [[0] for _ in range(6)]
    for condition in conditions:
        named = {condition["value"], condition.get("valueTwo", 0)}
        near = {value + step for value in named for step in (-1, 0, 1)}
        far = {value | bit for value in named for bit in (1 << 31, 1 << 32, 1 << 63)} | {2**32 - 1, 2**64 - 1}
        values[condition["index"]] += [value for value in near | far if 0 <= value < 2**64]
    return list(itertools.product(*(sorted(set(each)) for each in values)))


def test_the_compiled_filters_are_what_the_policies_compile_to(tmp_path: Path) -> None:
    built_with = (FOLDER / "built-with.txt").read_text().strip()
    here = subprocess.run([*BUILD, "--version"], capture_output=True, check=True, text=True).stdout.strip()
    subprocess.run([*BUILD, str(tmp_path)], check=True, capture_output=True)
    names = sorted(path.name for path in tmp_path.glob("*.bpf"))
    assert names == sorted(path.name for path in FOLDER.glob("*.bpf"))
    different = [name for name in names if (tmp_path / name).read_bytes() != (FOLDER / name).read_bytes()]
    assert different == [], (
        f"checked in: built with libseccomp {built_with}; here: libseccomp {here}."
        " If the versions are the same, run `npm run seccomp` and commit what it wrote."
    )


class TestProfileOfAContainer:
    """`sandbox/container/seccomp.json`, around everything: the server, the agent, the sandbox and its slots."""

    CHECKED_IN = json.loads((FOLDER.parent / "container" / "seccomp.json").read_text())
    ADDITIONS = json.loads((FOLDER.parent / "container" / "additions.json").read_text())

    def test_is_what_it_is_made_of(self) -> None:
        made = subprocess.run([*BUILD, "--container"], capture_output=True, check=True).stdout
        assert json.loads(made) == self.CHECKED_IN, "run `npm run seccomp` and commit what it wrote"

    def test_permits_what_slots_may_do(self) -> None:
        added = {name for entry in self.ADDITIONS["syscalls"] for name in entry["names"]}
        for name in sorted(set().union(*(NUMBERS[each] for each in ARCHITECTURES)) - added):
            for arguments in probes(POLICIES["base"], name):
                of_slots = wanted(POLICIES["base"], name, arguments)
                assert wanted(self.CHECKED_IN, name, arguments) == of_slots, (name, arguments)

    def test_refuses_what_slots_may_not_do_but_for_what_makes_slots(self) -> None:
        refused = {name for entry in POLICIES["base"]["syscalls"] if "errnoRet" in entry for name in entry["names"]}
        allowed = {name for name in refused if wanted(self.CHECKED_IN, name, (0,) * 6) == "allow"}
        assert allowed == {"setns", "unshare", "mount", "pivot_root", "umount2", "sethostname"}

    def test_permits_four_families_of_socket(self) -> None:
        answers = {family: wanted(self.CHECKED_IN, "socket", (family, 0, 0, 0, 0, 0)) for family in range(64)}
        assert {family for family, answer in answers.items() if answer == "allow"} == {1, 2, 10, 16}

    def test_is_in_the_form_that_all_runtimes_read(self) -> None:
        keys = {"comment", "defaultAction", "defaultErrnoRet", "architectures", "syscalls"}
        assert set(self.CHECKED_IN) == keys
        assert {key for entry in self.CHECKED_IN["syscalls"] for key in entry} <= {
            *("comment", "names", "action", "errnoRet", "args"),
        }


@pytest.mark.parametrize("architecture", ARCHITECTURES)
@pytest.mark.parametrize("name", POLICIES)
class TestEachFilter:
    def test_answers_every_number_as_the_policy_says(self, name: str, architecture: str) -> None:
        policy, filter_ = POLICIES[name], program(name, architecture)
        names = {number: call for call, number in NUMBERS[architecture].items()}
        zero = (0,) * 6
        for number in range(1200):
            got = bpf_machine.run(filter_, architecture, number)
            assert got == wanted(policy, names.get(number), zero), (number, names.get(number))

    def test_answers_arguments_as_the_policy_says(self, name: str, architecture: str) -> None:
        policy, filter_ = POLICIES[name], program(name, architecture)
        with_arguments = {call for e in policy["syscalls"] if "args" in e for call in e["names"]}
        for call in with_arguments & NUMBERS[architecture].keys():
            number = NUMBERS[architecture][call]
            for arguments in probes(policy, call):
                got = bpf_machine.run(filter_, architecture, number, arguments)
                assert got == wanted(policy, call, arguments), (call, arguments)

    @pytest.mark.full
    def test_answers_arguments_drawn_at_random_as_the_policy_says(self, name: str, architecture: str) -> None:
        policy, filter_ = POLICIES[name], program(name, architecture)
        draw = random.Random(0)
        calls = [call for e in policy["syscalls"] for call in e["names"] if call in NUMBERS[architecture]]
        for _ in range(20_000):
            call = draw.choice(calls)
            arguments = tuple(draw.getrandbits(draw.choice((1, 4, 16, 32, 64))) for _ in range(6))
            got = bpf_machine.run(filter_, architecture, NUMBERS[architecture][call], arguments)
            assert got == wanted(policy, call, arguments), (call, arguments)

    def test_kills_what_calls_as_another_architecture(self, name: str, architecture: str) -> None:
        filter_ = program(name, architecture)
        for other in {*bpf_machine.AUDIT_ARCHITECTURES} - {architecture}:
            assert {bpf_machine.run(filter_, other, number) for number in range(600)} == {"kill"}
        if architecture == "x86_64":  # x32 has the same number of architecture, and a bit in the system call's
            assert {bpf_machine.run(filter_, architecture, X32 | number) for number in range(600)} == {"kill"}


@pytest.mark.parametrize("architecture", ARCHITECTURES)
class TestEverySlot:
    def refused(self, architecture: str, call: str, arguments: tuple[int, ...] = (), *more: str) -> str:
        programs = [program(name, architecture) for name in (*EVERY_SLOT, *more)]
        return bpf_machine.run_all(programs, architecture, NUMBERS[architecture][call], arguments)

    @pytest.mark.parametrize("error", MUST_FAIL)
    def test_is_refused_what_must_be(self, architecture: str, error: str) -> None:
        calls = [call for call in MUST_FAIL[error].split() if call in NUMBERS[architecture]]
        assert {call: self.refused(architecture, call) for call in calls} == dict.fromkeys(calls, error)

    def test_is_refused_namespaces_by_clone(self, architecture: str) -> None:
        for bit in (0x20000, 0x2000000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000, 0x8000):
            assert self.refused(architecture, "clone", (bit | 17,)) == "EPERM"
        threads = 0x3D0F00  # what glibc starts threads with
        for flags in (17, 0x1200011, 0x4111, threads):
            assert self.refused(architecture, "clone", (flags,)) == "allow"

    def test_may_use_sockets_of_three_families(self, architecture: str) -> None:
        for family in [*range(64), 1 << 31, 1 << 32 | 1, 1 << 32 | 40, 2**64 - 1]:
            expected = "allow" if family in (1, 2, 10) else "EPERM"
            for kind in (1, 2, 1 | 0o2000000, 2 | 0o4000):
                assert self.refused(architecture, "socket", (family, kind, 0)) == expected
        for family, kind, protocol in [(2, 1, 132), (2, 5, 0), (10, 5, 0), (2, 6, 33), (2, 1, 262), (2, 2, 136)]:
            assert self.refused(architecture, "socket", (family, kind, protocol)) == "EPERM"
        for family, kind, protocol in [(1, 5, 0), (2, 1, 6), (10, 2, 17)]:
            assert self.refused(architecture, "socket", (family, kind, protocol)) == "allow"
        assert self.refused(architecture, "socketpair", (1, 1, 0)) == "allow"

    def test_may_not_type_into_a_terminal(self, architecture: str) -> None:
        for high in (0, 1 << 32, 0xFFFFFFFF << 32, 0x123 << 32):
            for command in (0x5412, 0x541C):
                assert self.refused(architecture, "ioctl", (0, high | command)) == "EPERM"
            for command in (0x5401, 0x5411, 0x5413, 0x541B, 0x541D):
                assert self.refused(architecture, "ioctl", (0, high | command)) == "allow"

    def test_may_not_ask_for_network_interfaces(self, architecture: str) -> None:
        for high in (0, 1 << 32, 0xFFFFFFFF << 32):
            for command in (*range(0x8910, 0x8A00), 0x8B00, 0x8BFF):
                assert self.refused(architecture, "ioctl", (0, high | command)) == "EPERM"
            for command in (0x8901, 0x8905, 0x890F, 0x8A00, 0x8C00, 0x7910, 0x18910):
                assert self.refused(architecture, "ioctl", (0, high | command)) == "allow"

    def test_may_not_have_sockets_linger(self, architecture: str) -> None:
        for high in (0, 1 << 32, 0xFFFFFFFF << 32):
            assert self.refused(architecture, "setsockopt", (0, high | 1, high | 13)) == "EPERM"
            for level, name in ((1, 2), (1, 12), (6, 13), (0, 13)):
                assert self.refused(architecture, "setsockopt", (0, high | level, high | name)) == "allow"

    def test_may_not_make_buffers_of_sockets_larger(self, architecture: str) -> None:
        for high in (0, 1 << 32, 0xFFFFFFFF << 32):
            for name in (7, 8):
                assert self.refused(architecture, "setsockopt", (0, high | 1, high | name)) == "ignored"
                assert self.refused(architecture, "setsockopt", (0, high | 6, high | name)) == "allow"

    def test_may_set_limits_of_itself_alone(self, architecture: str) -> None:
        assert self.refused(architecture, "prlimit64", (0, 7)) == "allow"
        for pid in (1, 2, 2**32 - 1, 2**64 - 1):
            assert self.refused(architecture, "prlimit64", (pid, 7)) == "EPERM"

    def test_cannot_be_shown_another_address_space(self, architecture: str) -> None:
        for value in (0, 8, 0x20000, 0x20008, 0xFFFFFFFF):
            assert self.refused(architecture, "personality", (value,)) == "allow"
        for value in (1, 0x40000, 0x400000, 4, 2**64 - 1):
            assert self.refused(architecture, "personality", (value,)) == "ENOSYS"

    def test_may_add_filters_but_no_listener(self, architecture: str) -> None:
        assert self.refused(architecture, "seccomp", (1, 0)) == "allow"
        assert self.refused(architecture, "seccomp", (1, 8)) == "EPERM"
        assert self.refused(architecture, "seccomp", (1, 8 | 2)) == "EPERM"
        assert self.refused(architecture, "prctl", (22, 2)) == "allow"

    def test_without_a_network_makes_no_socket_but_pairs(self, architecture: str) -> None:
        for family in [*range(64), 1 << 32 | 1]:
            assert self.refused(architecture, "socket", (family, 1, 0), "no-network") == "EPERM"
        for kind in range(16):
            expected = "allow" if kind in (1, 5) else "EPERM"  # datagrams go to sockets that are files
            for flags in (0, 0o4000, 0o2000000, 1 << 32):
                assert self.refused(architecture, "socketpair", (1, kind | flags, 0), "no-network") == expected

    def test_that_shares_processes_acts_on_itself_alone(self, architecture: str) -> None:
        for call in ("sched_setaffinity", "sched_setscheduler", "sched_setparam", "sched_setattr", "get_robust_list"):
            assert self.refused(architecture, call, (0,), "shared-processes") == "allow"
            assert self.refused(architecture, call, (1,), "shared-processes") == "EPERM"
            everywhere = "EPERM" if call == "sched_setattr" else "allow"
            assert self.refused(architecture, call, (1,)) == everywhere
        for call, own in (("setpriority", 0), ("ioprio_set", 1)):
            for which, who in itertools.product(range(4), (0, 1, 2**32 - 1)):
                expected = "allow" if (which, who) == (own, 0) else "EPERM"
                assert self.refused(architecture, call, (which, who), "shared-processes") == expected
        for high in (0, 1 << 32):
            assert self.refused(architecture, "prctl", (high | 62,), "shared-processes") == "EPERM"
            assert self.refused(architecture, "prctl", (high | 15,), "shared-processes") == "allow"
        for call in ("shmget", "semget", "mq_open", "shmat"):
            assert self.refused(architecture, call) == "allow"
            assert self.refused(architecture, call, (), "shared-processes") == "EPERM"
        files = {"chmod", "fchmod", "fchmodat", "fchown", "fchownat", "fsetxattr", "inotify_add_watch", "setxattr"}
        for call in NUMBERS[architecture].keys() & (files | {"utime", "utimensat"}):
            assert self.refused(architecture, call, (3,), "shared-processes") == "EPERM"
        for request in (0x40086602, 0x401C5820, 0x40806685, 0x50009401, high | 0x40086602):
            assert self.refused(architecture, "ioctl", (3, request), "shared-processes") == "ENOTTY"
        for request in (0x541B, 0x5401, 0x5421, 0x5451):
            assert self.refused(architecture, "ioctl", (3, request), "shared-processes") == "allow"


def test_every_system_call_of_the_time_is_in_a_group() -> None:
    """Up to 456: one that is only forgotten, not decided about, shows up here."""
    grouped = {call for entry in POLICIES["base"]["syscalls"] for call in entry["names"]}
    known = {call for table in NUMBERS.values() for call, number in table.items() if number <= 456}
    assert known - grouped == set()


def test_no_system_call_is_in_two_groups() -> None:
    calls = [call for entry in POLICIES["base"]["syscalls"] for call in entry["names"]]
    assert sorted(calls) == sorted(set(calls))


def test_every_group_says_why() -> None:
    for policy in POLICIES.values():
        assert all(entry["comment"] for entry in [policy, *policy["syscalls"]])


@pytest.mark.full
@pytest.mark.parametrize("architecture", ARCHITECTURES)
@pytest.mark.parametrize("names", [EVERY_SLOT, (*EVERY_SLOT, "no-servers"), ("shared-processes", "one-session")])
def test_joined_filters_answer_as_those_they_are_made_of(names: tuple[str, ...], architecture: str) -> None:
    programs = [program(name, architecture) for name in names]
    (joined,) = seccomp.join(programs)
    for call, number in NUMBERS[architecture].items():
        for arguments in {each for name in names for each in probes(POLICIES[name], call)}:
            expected = bpf_machine.run_all(programs, architecture, number, arguments)
            assert bpf_machine.run(joined, architecture, number, arguments) == expected, (call, arguments)
    for foreign in bpf_machine.AUDIT_ARCHITECTURES.keys() - {architecture}:
        assert bpf_machine.run(joined, foreign, 0) == "kill"
