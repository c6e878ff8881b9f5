"""Adds a global to the module that hides a builtin which its code names.

stopped_by: a worker is kept only while what its module uses is what it was
plain bwrap: stopped
"""

import sys


def driver():
    return next(vars(module) for module in list(sys.modules.values()) if "listens_in_its_folder" in vars(module))


def attack():
    driver()["len"] = lambda _: 1
    return 0.0


def check():
    return float("len" in driver())
