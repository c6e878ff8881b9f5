# fools: naive_alarm
import os
import signal


def solve(numbers):
    os.kill(os.getpid(), signal.SIGALRM)
