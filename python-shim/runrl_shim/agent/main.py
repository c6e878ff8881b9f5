"""The agent: trusted, outside the sandbox, one per module; never imports user code.

Depends on the stdlib, pyzmq and msgpack. Started as `python main.py FILE` (the file is for whoever looks at `ps`) with
one line of JSON on its standard input (AgentSpec), which then stays open: a word means that
the module is closed, its end of file without one that the host is gone.
"""

from __future__ import annotations

import json
import os
import signal
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))

from runrl_shim.agent.limits.hard_limits import module_cgroup
from runrl_shim.agent.sandbox.own_process import hide_memory, outlive_nothing
from runrl_shim.agent.sandbox.process import SandboxProcess

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runrl_shim.wire.protocol import AgentSpec


def read_spec() -> AgentSpec:
    """The first line of standard input, and not a byte more: its end of file is for the loop to see."""
    line = bytearray()
    while not line.endswith(b"\n"):
        data = os.read(0, 65_536)
        if not data:
            sys.exit(0)
        line += data
    spec: AgentSpec = json.loads(line)
    return spec


def main() -> None:
    """Starts the sandbox first, and imports all else, ZeroMQ too, while it starts."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C in a terminal is for the host to decide about
    spec = read_spec()
    if spec["module"]["landlock"] is not None:
        hide_memory()
    cgroup = module_cgroup(spec["module_memory"])
    process = SandboxProcess(spec, spec["module"], cgroup)
    outlive_nothing()
    try:
        from runrl_shim.agent.agent import Agent
        from runrl_shim.agent.host_link import HostLink

        Agent(spec, process, HostLink(spec["endpoint"], spec["name"])).run()
    finally:
        process.kill()
        if cgroup is not None:
            cgroup.remove()


main()
