"""JSON nested a million deep.

stopped_by: the interpreter's own limit; its process is its own
plain bwrap: stopped
"""

import json


def attack():
    json.loads("[" * 1_000_000)
    return 1.0
