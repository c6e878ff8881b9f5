"""Has epoll watch 200,000 closed descriptors: kernel memory, of which a user has one amount.

stopped_by: watches count, and no slot may have more than a part of them
plain bwrap: succeeds
"""

import os
import select
import time

_WATCHES = 200_000


def attack():
    pipes = [os.pipe()[1] for _ in range(20)]
    kept = []
    watched = 0
    while watched < _WATCHES:
        kept.append(select.epoll())
        for pipe in pipes:
            for number in range(300, 500):
                os.dup2(pipe, number)
                kept[-1].register(number, select.EPOLLIN)
                os.close(number)
                watched += 1
    time.sleep(1)
    return 1.0
