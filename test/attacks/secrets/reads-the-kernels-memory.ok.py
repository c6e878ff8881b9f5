"""Reads the kernel's memory and log.

stopped_by: no such devices; nothing there for who is not root
plain bwrap: stopped
"""

import ctypes

from tools import syscall


def attack():
    for path in ("/proc/kcore", "/dev/mem", "/dev/kmem", "/dev/port", "/dev/kmsg", "/proc/kmsg", "/proc/vmcore"):
        try:
            with open(path, "rb", 0) as file:
                if file.read(16):
                    return 1.0
        except OSError:
            continue
    return float(syscall("syslog", 3, ctypes.create_string_buffer(100), 100) > 0)
