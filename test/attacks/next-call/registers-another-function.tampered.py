"""Replaces a function in a table that the module calls by name, and in one of a library.

stopped_by: functions that tables hold are compared; a worker that executed something serves no further call
plain bwrap: stopped
how: executed
"""

import copy
import sys


def tables():
    driver = next(vars(module) for module in list(sys.modules.values()) if "listens_in_its_folder" in vars(module))
    return driver["BESIDE"], copy._deepcopy_dispatch


def attack():
    for table, key in zip(tables(), ("listens", list), strict=True):
        table[key] = max
    return 0.0


def check():
    return float(any(max in table.values() for table in tables()))
