"""Fills /dev/shm, whose default size is half of the machine's memory.

stopped_by: /dev/shm is a part of the slot's sized /tmp
plain bwrap: succeeds
"""


def attack():
    written = 0
    for number in range(100):
        try:
            with open(f"/dev/shm/part{number}", "wb", 0) as file:
                for _ in range(8):
                    written += file.write(bytes(1 << 20))
        except OSError:
            break
    return float(written > 64 << 20)
