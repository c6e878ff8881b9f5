"""Reboots, swaps, accounts, hangs up, sets quotas, asks for ports.

stopped_by: no capabilities; seccomp
plain bwrap: stopped
how: executed
"""

from tools import succeeds


def attack():
    return max(
        succeeds("reboot", 0xFEE1DEAD, 672274793, 0, 0),
        succeeds("swapon", b"/tmp/none", 0),
        succeeds("acct", 0),
        succeeds("vhangup"),
        succeeds("quotactl", 0x800002 << 8, 0, 0, 0),
        succeeds("iopl", 3),
    )
