"""Works for `ms` milliseconds of CPU and gives the length of the completion; or does what rows of strangers do."""

import collections
import itertools
import os
import signal
import sys
import time


def reward_fn(completion, ms=1.0, does="work", **kwargs):
    end = time.process_time() + ms / 1e3
    while time.process_time() < end:
        pass
    if does == "spin":
        while True:
            pass
    if does == "loop":
        while True:
            try:
                time.sleep(0.001)
            except Exception:
                pass
    if does == "c-loop":
        collections.deque(itertools.repeat(1), maxlen=0)
    if does == "blocked":
        signal.pthread_sigmask(signal.SIG_BLOCK, range(1, signal.NSIG))
        while True:
            pass
    if does == "memory":
        held = []
        while True:
            held.append(b"x" * (64 << 20))
    if does == "exit":
        os._exit(0)
    if does == "segfault":
        os.kill(os.getpid(), signal.SIGSEGV)
    if does == "raise":
        raise BaseException("no Exception")
    if does == "print":
        print("x" * 200_000)
        sys.exit()
    if does == "text":
        return "1.0"
    if does == "patch":
        builtins = __import__("builtins")
        builtins.len = lambda of: 0
        return 1.0
    return float(len(completion))
