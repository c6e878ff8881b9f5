"""Crashes its interpreter with a segmentation fault.

stopped_by: its process is its own
plain bwrap: stopped
"""

import ctypes


def attack():
    ctypes.string_at(0)
