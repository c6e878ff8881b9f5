"""Says that a child of its own is the episode, and sleeps: the deadline would end the child alone.

stopped_by: with the last member of a family everything of it ends; where it is no first process it is not believed
outcome at strict: crashed
outcome at landlock: crashed
"""

import os
import socket

from tools import channel, forever, frame


class Attack:
    def attack(self):
        child = os.fork()
        if child == 0:
            forever()
        with socket.socket(fileno=os.dup(channel())) as sock:
            socket.send_fds(sock, [frame(0.0, status=131)], [os.pidfd_open(child)])
        forever()
