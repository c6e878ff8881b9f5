"""Opens what /proc tells of the process above it: environment, memory, descriptors, root.

stopped_by: the init is not dumpable
plain bwrap: succeeds
"""

import os


def attack():
    for pid in {1, os.getppid()}:
        for name in ("environ", "mem", "maps", "auxv", "io", "stack", "fd/0", "cwd/.", "root/.", "ns/mnt"):
            try:
                os.stat(f"/proc/{pid}/{name}")
                descriptor = os.open(f"/proc/{pid}/{name}", os.O_RDONLY)
                os.close(descriptor)
                return 1.0
            except OSError:
                continue
    return 0.0
