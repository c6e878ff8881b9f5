"""Takes hundreds of terminals, of which the machine has three thousand for all slots together.

stopped_by: a limit of the slot's own file system of terminals
plain bwrap: succeeds
not promised at strict: the slots of a module share terminals
"""

import os


def attack():
    taken = []
    try:
        while len(taken) < 200:
            taken.append(os.openpty())
    except OSError:
        pass
    for ends in taken:
        for each in ends:
            os.close(each)
    return float(len(taken) >= 200)
