"""Runs seccomp filters as the kernel does: a classic BPF machine over the words of `struct seccomp_data`."""

from __future__ import annotations

import errno
import struct

AUDIT_ARCHITECTURES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7, "i386": 0x40000003, "arm": 0x40000028}

_RETURNS = {0x7FFF0000: "allow", 0x80000000: "kill"}
_ERRNO = 0x00050000
_WORD = 0xFFFFFFFF


def run(program: bytes, architecture: str, number: int, arguments: tuple[int, ...] = ()) -> str:
    """What a filter answers to a system call: `allow`, `kill`, `ignored` (it seems to succeed), or an error's name."""
    padded = (*arguments, *([0] * (6 - len(arguments))))
    words = struct.unpack("<16I", struct.pack("<IIQ6Q", number & _WORD, AUDIT_ARCHITECTURES[architecture], 0, *padded))
    accumulator = position = 0
    while True:
        code, if_true, if_false, k = struct.unpack_from("<HBBI", program, position * 8)
        position += 1
        if code == 0x20:  # load a word
            accumulator = words[k // 4]
        elif code == 0x54:  # and
            accumulator &= k
        elif code == 0x05:  # jump
            position += k
        elif code in (0x15, 0x25, 0x35, 0x45):  # jump if equal, greater, not less, any of these bits
            holds = {0x15: accumulator == k, 0x25: accumulator > k, 0x35: accumulator >= k, 0x45: bool(accumulator & k)}
            position += if_true if holds[code] else if_false
        elif code == 0x06:  # return
            return _RETURNS.get(k) or ("ignored" if k == _ERRNO else errno.errorcode[k - _ERRNO])
        else:
            raise NotImplementedError(f"instruction {position - 1} has the code {code:#x}")


def run_all(programs: list[bytes], architecture: str, number: int, arguments: tuple[int, ...] = ()) -> str:
    """What several filters, loaded in this order, answer: the strictest, and of errors that of the last."""
    answers = [run(program, architecture, number, arguments) for program in reversed(programs)]
    if "kill" in answers:
        return "kill"
    return next((answer for answer in answers if answer != "allow"), "allow")
