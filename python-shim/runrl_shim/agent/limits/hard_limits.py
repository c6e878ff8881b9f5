"""Which cgroup limits the memory of a module: v2, else v1, else none. As a program it says so, for `doctor`."""

from __future__ import annotations

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))))

from runrl_shim.agent.limits.cgroups import ModuleCgroup, NoCgroup
from runrl_shim.agent.limits.cgroups_v1 import LegacyCgroup

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    Cgroup: TypeAlias = ModuleCgroup | LegacyCgroup


def find_cgroup(memory: int | None) -> Cgroup:
    """Makes the cgroup of a module. Raises NoCgroup, which says of both why not."""
    try:
        return ModuleCgroup.make(memory)
    except NoCgroup as problem:
        try:
            return LegacyCgroup.make(memory)
        except NoCgroup as other:
            raise NoCgroup(f"{problem}; {other}") from None


def module_cgroup(memory: int | None) -> Cgroup | None:
    """Where memory and processes can be limited hard; None where they are watched instead."""
    try:
        return find_cgroup(memory)
    except NoCgroup:
        return None


def main() -> None:
    """Says in one line of JSON whether limits are hard here, and why not."""
    import json

    try:
        made = find_cgroup(None)
        made.remove()
        version = "v1" if isinstance(made, LegacyCgroup) else "v2"
        print(json.dumps({"hard": True, "why": f"cgroup {version} below {os.path.dirname(made.folder)}"}))
    except NoCgroup as problem:
        print(json.dumps({"hard": False, "why": str(problem)}))


if __name__ == "__main__":
    main()
