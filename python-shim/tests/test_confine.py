"""What a process asks of the kernel for itself."""

from __future__ import annotations

import signal

from runrl_shim.inside.confinement import confine


def test_no_signal_is_blocked_any_more() -> None:
    before = signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
    try:
        confine.hear_all_signals()
        assert signal.pthread_sigmask(signal.SIG_BLOCK, ()) == set()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
