"""Connects to a socket in the temporary folder of the call beside it, as `multiprocessing` makes them.

stopped_by: a /tmp for each slot, or a folder whose name cannot be found out
plain bwrap: succeeds
beside: listens_in_its_folder
"""

import ctypes
import os
import socket
import time

from tools import is_secret, libc, others, own_folder


def attack():
    own = own_folder()
    outer, slots = os.path.dirname(own), os.path.dirname(os.path.dirname(own))
    watch = libc.inotify_init1(os.O_NONBLOCK)
    folders = [own, outer, slots, *(f"{base}/slot-{pid}" for base in (outer, slots) for pid in others())]
    deadline = time.monotonic() + 0.3
    while time.monotonic() < deadline:
        seen = set(folders)
        for folder in folders:
            try:
                seen.update(f"{folder}/{name}" for name in os.listdir(folder))
            except OSError:
                pass
            # Names of what is made there, where a folder cannot be listed.
            if libc.inotify_add_watch(watch, folder.encode(), ctypes.c_uint32(0x100)) >= 0:
                try:
                    events = os.read(watch, 4096)
                    seen.update(f"{folder}/{part.decode()}" for part in events.split(b"\0") if part.isascii())
                except OSError:
                    pass
        for folder in seen:
            try:
                with socket.socket(socket.AF_UNIX) as sock:
                    sock.connect(f"{folder}/listener")
                    return float(is_secret(sock.recv(100)))
            except (OSError, ValueError):
                continue
        time.sleep(0.01)
    return 0.0
