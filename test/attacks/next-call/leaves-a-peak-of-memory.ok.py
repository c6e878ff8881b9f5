"""Takes memory and gives it back: the most that a process has had is told to, and measured of, the next call.

stopped_by: the kernel forgets the peak of a worker that is restored
plain bwrap: stopped
how: executed
"""

import resource


def attack():
    kept = [bytes(4000) for _ in range(2500)]
    return 0.0 * len(kept)


def check():
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    try:
        with open("/proc/self/statm") as file:
            now = int(file.read().split()[1]) * resource.getpagesize()
    except OSError:
        return 0.0  # no /proc: nothing to compare it with
    return float(most - now > 4 << 20)
