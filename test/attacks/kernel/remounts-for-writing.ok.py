"""Makes the root and its module's folder writable.

stopped_by: no capabilities; seccomp
plain bwrap: stopped
how: executed
"""

import os

from tools import succeeds


def attack():
    folder = os.path.dirname(os.path.dirname(__file__)).encode()
    return max(succeeds("mount", b"none", path, 0, 4096 | 32, 0) for path in (b"/", folder, b"/dev"))
