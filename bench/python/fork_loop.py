"""Baseline: bare fork, exit, wait, in a process as large as a zygote that has imported the module."""

import os
import sys
import time

sys.path.insert(0, sys.argv[1])
from runrl_shim.inside import zygote
from runrl_shim.inside.loading.load import load_reward

load_reward(sys.argv[2], None, "auto")
zygote.gc.freeze()
seconds = float(sys.argv[3])
forks = 0
start = time.perf_counter()
while time.perf_counter() - start < seconds:
    pid = os.fork()
    if pid == 0:
        os._exit(0)
    os.waitpid(pid, 0)
    forks += 1
print(forks / (time.perf_counter() - start))
