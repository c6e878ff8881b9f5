"""A pool whose end waits for a task that hangs: the usual time-out in rewards for maths.

stopped_by: the agent's deadline
plain bwrap: stopped
"""

from concurrent.futures import ThreadPoolExecutor

from tools import forever


def attack():
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(forever).result(timeout=0.01)
