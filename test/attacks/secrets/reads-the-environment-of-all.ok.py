"""Looks for keys in the environment of every process it can see, the sandbox's own first process too.

stopped_by: the sandbox itself is started without; nobody else can be seen
plain bwrap: succeeds
"""

import glob

from tools import others, reads_secret


def attack():
    paths = ["/proc/1/environ", *glob.glob("/proc/*/environ"), *glob.glob("/proc/*/task/*/environ")]
    paths += [f"/proc/{pid}/environ" for pid in others()]
    return float(any(reads_secret(path) for path in paths))
