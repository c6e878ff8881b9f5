"""Fills its folders, and looks in the next episode for what it wrote.

stopped_by: a /tmp of its own for each episode, of limited size; where there is none, a folder that only it can name
"""

import os

from tools import own_folder


class Attack:
    def attack(self):
        for folder in (own_folder(), "/tmp", "/dev/shm", "/var/tmp"):
            try:
                with open(f"{folder}/left-by-an-episode", "wb") as file:
                    for _ in range(64):
                        file.write(bytes(1 << 20))
            except OSError:
                continue
        return 0.0

    def check(self):
        folders = (own_folder(), os.path.dirname(own_folder()), "/tmp", "/dev/shm", "/var/tmp")
        return float(any(os.path.exists(f"{folder}/left-by-an-episode") for folder in folders))
