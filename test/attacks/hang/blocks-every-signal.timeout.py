"""Blocks and ignores every signal, that for the stack too.

stopped_by: SIGKILL to the slot's init; the kill does not wait for a stack
plain bwrap: stopped
"""

import faulthandler
import signal


def attack():
    faulthandler.disable()
    faulthandler.unregister(41)
    for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
        signal.signal(number, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
    while True:
        pass
