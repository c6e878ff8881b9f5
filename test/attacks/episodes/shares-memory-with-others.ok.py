"""Writes into every mapping that a fork leaves shared: something of the zygote's might be the same for all episodes.

stopped_by: no memory is mapped shared when the module is imported, but by the module itself
"""


class Attack:
    def attack(self):
        try:
            with open("/proc/self/maps") as maps:
                shared = [line for line in maps if " rw-s " in line]
        except OSError:
            return 0.0  # no /proc
        return float(len(shared) > 0)
