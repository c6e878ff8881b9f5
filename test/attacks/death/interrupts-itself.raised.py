"""Raises what a person's Ctrl-C raises.

stopped_by: every exception is caught
plain bwrap: stopped
"""


def attack():
    raise KeyboardInterrupt
