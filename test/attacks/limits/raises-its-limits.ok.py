"""Raises every limit that it has.

stopped_by: hard limits
plain bwrap: stopped
"""

import resource


def attack():
    raised = 0
    for kind in (resource.RLIMIT_DATA, resource.RLIMIT_NPROC, resource.RLIMIT_NOFILE, resource.RLIMIT_FSIZE):
        _, hard = resource.getrlimit(kind)
        if hard == resource.RLIM_INFINITY:
            raised += 1
            continue
        try:
            resource.setrlimit(kind, (hard + 1, hard + 1))
            raised += 1
        except (OSError, ValueError):
            pass
    return float(raised > 0)
