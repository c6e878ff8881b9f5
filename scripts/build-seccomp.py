#!/usr/bin/env python3
"""Compiles the seccomp policies of sandbox/seccomp (OCI JSON) to filters, one for each processor architecture.

    python3 scripts/build-seccomp.py [FOLDER]    writes <name>.<architecture>.bpf (default: beside the policies)
    python3 scripts/build-seccomp.py --container prints the profile for a container that the sandbox runs in, as JSON
    python3 scripts/build-seccomp.py --version   the version of libseccomp
    python3 scripts/build-seccomp.py --numbers   the numbers of all system calls that it knows, as JSON

Needs the package libseccomp2 (Debian's name) and nothing else: it compiles for other architectures too.
"""

import ctypes
import json
import os
import sys
from pathlib import Path

POLICIES = Path(__file__).resolve().parent.parent / "sandbox" / "seccomp"
CONTAINER = POLICIES.parent / "container"
# As the kernel calls them in a filter (AUDIT_ARCH_*), and as `uname -m` does.
ARCHITECTURES = {"SCMP_ARCH_X86_64": ("x86_64", 0xC000003E), "SCMP_ARCH_AARCH64": ("aarch64", 0xC00000B7)}
OPERATORS = {f"SCMP_CMP_{name}": code for code, name in enumerate(("NE", "LT", "LE", "EQ", "GE", "GT", "MASKED_EQ"), 1)}
ALLOW, ERRNO, KILL_PROCESS = 0x7FFF0000, 0x00050000, 0x80000000
# Attributes of a filter: what other architectures (i386, x32) meet; a binary tree instead of a list.
BAD_ARCHITECTURE, OPTIMIZE, BINARY_TREE = 2, 8, 2
MOST_NUMBERS = 1024  # far above the last system call of any architecture


class Comparison(ctypes.Structure):
    _fields_ = (("arg", ctypes.c_uint), ("op", ctypes.c_int), ("a", ctypes.c_uint64), ("b", ctypes.c_uint64))


class Version(ctypes.Structure):
    _fields_ = (("major", ctypes.c_uint), ("minor", ctypes.c_uint), ("micro", ctypes.c_uint))


def load_libseccomp():
    try:
        library = ctypes.CDLL("libseccomp.so.2")
    except OSError:
        sys.exit("build-seccomp: libseccomp.so.2 is missing: install libseccomp2 (Debian, Ubuntu) or libseccomp")
    library.seccomp_version.restype = ctypes.POINTER(Version)
    library.seccomp_init.restype = ctypes.c_void_p
    library.seccomp_init.argtypes = (ctypes.c_uint32,)
    library.seccomp_release.argtypes = (ctypes.c_void_p,)
    library.seccomp_arch_native.restype = ctypes.c_uint32
    library.seccomp_arch_add.argtypes = library.seccomp_arch_remove.argtypes = (ctypes.c_void_p, ctypes.c_uint32)
    library.seccomp_attr_set.argtypes = (ctypes.c_void_p, ctypes.c_int, ctypes.c_uint32)
    library.seccomp_rule_add_array.argtypes = (
        *(ctypes.c_void_p, ctypes.c_uint32, ctypes.c_int, ctypes.c_uint),
        ctypes.POINTER(Comparison),
    )
    library.seccomp_export_bpf.argtypes = (ctypes.c_void_p, ctypes.c_int)
    library.seccomp_syscall_resolve_name.argtypes = (ctypes.c_char_p,)
    library.seccomp_syscall_resolve_name_arch.argtypes = (ctypes.c_uint32, ctypes.c_char_p)
    library.seccomp_syscall_resolve_num_arch.argtypes = (ctypes.c_uint32, ctypes.c_int)
    library.seccomp_syscall_resolve_num_arch.restype = ctypes.c_void_p
    return library


libseccomp = load_libseccomp()
libc = ctypes.CDLL(None)
libc.free.argtypes = (ctypes.c_void_p,)


def check(result, what):
    if result < 0:
        raise SystemExit(f"build-seccomp: {what}: {os.strerror(-result)}")


def version():
    found = libseccomp.seccomp_version().contents
    return f"{found.major}.{found.minor}.{found.micro}"


def numbers():
    """Number of each system call, by architecture and name."""
    tables = {}
    for architecture, audit in ARCHITECTURES.values():
        table = tables[architecture] = {}
        for number in range(MOST_NUMBERS):
            name = libseccomp.seccomp_syscall_resolve_num_arch(audit, number)
            if name:
                table[ctypes.string_at(name).decode()] = number
                libc.free(name)
    return tables


def action_of(entry, action="action", errno="errnoRet"):
    if entry[action] == "SCMP_ACT_ALLOW":
        return ALLOW
    if entry[action] == "SCMP_ACT_ERRNO":
        return ERRNO | entry[errno]
    raise SystemExit(f"build-seccomp: unknown action {entry[action]}")


def rules_of(entry):
    """The lists of conditions under which an entry applies; one empty list: always.

    All conditions of an entry must hold, but when several look at the same argument any one is enough: so runc and
    others read OCI JSON, because a rule of libseccomp has at most one condition on an argument.
    """
    conditions = [
        Comparison(each["index"], OPERATORS[each["op"]], each["value"], each.get("valueTwo", 0))
        for each in entry.get("args", ())
    ]
    if len({condition.arg for condition in conditions}) < len(conditions):
        return [[condition] for condition in conditions]
    return [conditions]


def compile_policy(name, policy, audit):
    """The filter as bytes, for the architecture with this AUDIT_ARCH number."""
    default = action_of(policy, "defaultAction", "defaultErrnoRet")
    context = libseccomp.seccomp_init(default)
    if libseccomp.seccomp_arch_native() != audit:
        check(libseccomp.seccomp_arch_add(context, audit), "seccomp_arch_add")
        check(libseccomp.seccomp_arch_remove(context, libseccomp.seccomp_arch_native()), "seccomp_arch_remove")
    check(libseccomp.seccomp_attr_set(context, BAD_ARCHITECTURE, KILL_PROCESS), "seccomp_attr_set")
    check(libseccomp.seccomp_attr_set(context, OPTIMIZE, BINARY_TREE), "seccomp_attr_set")
    for entry in policy["syscalls"]:
        action = action_of(entry)
        if action == default:
            continue  # said for the reader
        for call in entry["names"]:
            if libseccomp.seccomp_syscall_resolve_name_arch(audit, call.encode()) < 0:
                continue  # this architecture has it under another name or not at all
            # A rule is given in the numbers of the machine that compiles; libseccomp translates them.
            number = libseccomp.seccomp_syscall_resolve_name(call.encode())
            for rule in rules_of(entry):
                conditions = (Comparison * 6)(*rule)
                result = libseccomp.seccomp_rule_add_array(context, action, number, len(rule), conditions)
                check(result, f"{name}.json: {call}: {entry['comment']}")
    with open(os.memfd_create(name), "w+b") as file:
        check(libseccomp.seccomp_export_bpf(context, file.fileno()), "seccomp_export_bpf")
        libseccomp.seccomp_release(context)
        file.seek(0)
        return file.read()


def refuse_unknown_names(name, policy):
    known = set().union(*numbers().values())
    unknown = {call for entry in policy["syscalls"] for call in entry["names"]} - known
    if unknown:
        raise SystemExit(
            f"build-seccomp: {name}.json: no architecture has {', '.join(sorted(unknown))}:"
            f" misspelt, or newer than this libseccomp ({version()})"
        )


def container_profile():
    """What a container of ours may call: all that a slot may, and what it takes to make slots.

    In the form that Docker, Podman and the runtimes of Kubernetes all read (no `archMap`, no `includes`).
    """
    base = json.loads((POLICIES / "base.json").read_text())
    additions = json.loads((CONTAINER / "additions.json").read_text())
    refuse_unknown_names("additions", additions)
    added = {call for entry in additions["syscalls"] for call in entry["names"]}
    rest = [
        {**entry, "names": [call for call in entry["names"] if call not in added]}
        for entry in base["syscalls"]
        if entry["action"] == "SCMP_ACT_ALLOW" or entry["errnoRet"] != base["defaultErrnoRet"]
    ]
    comment = "Made by `npm run seccomp` of ../seccomp/base.json and additions.json. Do not edit. See docs/deploy.md."
    return {**base, "comment": comment, "syscalls": [*(each for each in rest if each["names"]), *additions["syscalls"]]}


def build(folder):
    for path in sorted(POLICIES.glob("*.json")):
        policy = json.loads(path.read_text())
        refuse_unknown_names(path.stem, policy)
        for key in policy["architectures"]:
            architecture, audit = ARCHITECTURES[key]
            program = compile_policy(path.stem, policy, audit)
            (folder / f"{path.stem}.{architecture}.bpf").write_bytes(program)
            print(f"{path.stem}.{architecture}.bpf: {len(program) // 8} instructions")
    (folder / "built-with.txt").write_text(f"{version()}\n")  # for whoever finds that the bytes differ


if __name__ == "__main__":
    if sys.argv[1:] == ["--version"]:
        print(version())
    elif sys.argv[1:] == ["--numbers"]:
        print(json.dumps(numbers()))
    elif sys.argv[1:] == ["--container"]:
        print(json.dumps(container_profile(), indent=2))
    else:
        build(Path(sys.argv[1]) if len(sys.argv) > 1 else POLICIES)
        if len(sys.argv) == 1:
            (CONTAINER / "seccomp.json").write_text(json.dumps(container_profile(), indent=2) + "\n")
