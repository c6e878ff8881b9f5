"""Waits without using the processor, which no limit of processor time notices.

stopped_by: the agent's deadline
plain bwrap: stopped
"""

from tools import forever


def attack():
    forever()
