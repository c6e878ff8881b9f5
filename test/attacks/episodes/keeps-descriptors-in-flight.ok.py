"""Sends descriptors that nobody receives, between its steps: how many may be in flight is counted for all of its user.

stopped_by: the kernel's limit for descriptors in flight
plays: attack attack
"""

import os
import socket


class Attack:
    def attack(self):
        self.kept = []
        try:
            for _ in range(50):
                one, other = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
                self.kept += [one, other]
                for _ in range(10):
                    socket.send_fds(one, [b"x"], [0] * 250)
        except OSError:
            pass
        return float(len(self.kept) >= 100 or not os.path)
