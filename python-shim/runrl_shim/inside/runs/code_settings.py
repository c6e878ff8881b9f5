"""What runs of `run_code` need to know of the module."""

from __future__ import annotations

from runrl_shim.inside.confinement import seccomp

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runrl_shim.wire.protocol import ModuleSpec

_RUNS_PER_CALL = 4  # that run at the same time; further ones wait in the socket's queue
_MAX_RUNS = 64


class CodeSettings:
    """What the code zygote knows of the module."""

    def __init__(self, spec: ModuleSpec) -> None:
        self.roots = spec["code_roots"]
        self.hidden = spec["code_hidden"]
        self.tmp_size = spec["tmp_size"]
        self.memory = spec["memory"]
        self.processes = spec["processes"]
        self.filters = seccomp.read_filters(spec["seccomp"]["run"])
        self.runs = min(_RUNS_PER_CALL * spec["threads"], _MAX_RUNS)
