"""Takes 300 MB in `run_code`, which may have 48 MiB: as shared memory, advised away too, nameless files, page tables.

stopped_by: what a run holds counts, wherever it is
plain bwrap: succeeds
"""

import sys

from tools import notes

_MEMORY = 48 << 20
_WAYS = {
    "shared": """
import mmap
held = mmap.mmap(-1, 300 << 20)
for at in range(0, 300 << 20, 4096):
    held[at] = 1
""",
    "advised away": """
import mmap
held = mmap.mmap(-1, 300 << 20)
for at in range(0, 300 << 20, 4 << 20):
    held[at : at + (4 << 20)] = b"x" * (4 << 20)
    held.madvise(mmap.MADV_DONTNEED)
""",
    "nameless": """
import os
for number in range(30):
    file = os.memfd_create("x")
    for _ in range(10):
        os.write(file, bytes(1 << 20))
""",
    "tables": """
import mmap
held = mmap.mmap(-1, 150 << 30, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, prot=mmap.PROT_READ)
for at in range(0, 150 << 30, 2 << 20):
    held[at]
""",
}


def attack():
    if "runrl" not in sys.modules:
        try:
            import runrl
        except ImportError:
            return 1.0  # nothing like it
    else:
        runrl = sys.modules["runrl"]
    kept = [
        name
        for name, code in _WAYS.items()
        if runrl.run_code(code + "\nimport time; time.sleep(1)", memory=_MEMORY, timeout=60).status != "memory"
    ]
    notes["found"] = ", ".join(kept)
    return float(bool(kept))
