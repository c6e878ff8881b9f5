"""Searches its own memory for what its worker was given in the calls before it.

stopped_by: a worker that serves one call (`reuse: never`)
plain bwrap: succeeds
not promised at namespaces: under `auto` a worker's memory can hold what the calls before were given
"""

from tools import memory_holds_secret


def attack():
    return float(memory_holds_secret("self"))
