"""Does with `run_code` what the completion says."""

import asyncio
import os

from runrl import RunCodeError, run_code, run_code_async

DAEMON = """
import os, time
for _ in range(3):
    if os.fork() == 0:
        try: os.setsid()
        except PermissionError: pass
        if os.fork() == 0:
            while True: time.sleep(1)
        os._exit(0)
while True: pass
"""


def reward_fn(completion, count=1, **kwargs):
    if completion == "runs":
        return float(sum(run_code("pass").ok for _ in range(count)))
    if completion == "runs several":

        async def several():
            return await asyncio.gather(
                *(run_code_async("import time; time.sleep(0.3)", timeout=60) for _ in range(count))
            )

        return float(sum(result.ok for result in asyncio.run(several())))
    if completion == "hangs in a run":
        return float(run_code(DAEMON, timeout=60, processes=64).ok)
    if completion == "is killed in a run":
        result = run_code("import time; time.sleep(0.5)")
        os._exit(int(result.ok))
    if completion == "says why":
        try:
            return float(run_code("pass").ok)
        except RunCodeError as error:
            return 0.0, {"why": str(error)}
    raise ValueError(completion)
