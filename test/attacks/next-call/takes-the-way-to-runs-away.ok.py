"""Takes from everybody the right to connect to the socket behind which `run_code` runs programs, for good.

stopped_by: the socket's file is root's, or of a read-only mount
plain bwrap: stopped
"""

import errno
import os
import sys

from tools import notes


def way():
    """The socket's file, which every worker holds; None where there is none."""
    link = sys.modules.get("runrl_shim.inside.ways_out.code_link")
    return None if link is None else f"/proc/self/fd/{link.descriptor}"


def attack():
    path = way()
    if path is None:
        return 0.0
    try:
        os.chmod(path, 0)
    except OSError as error:
        notes["answer"] = errno.errorcode[error.errno]
        return 0.0
    return 1.0


def check():
    if way() is None:
        return 0.0  # no sandbox of ours
    from runrl import run_code

    return float(not run_code("pass").ok)
