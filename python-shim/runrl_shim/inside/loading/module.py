"""The user's file as the zygote and its forks hold it."""

from __future__ import annotations

import faulthandler
import signal

from runrl_shim.inside.loading.load import load_reward
from runrl_shim.inside.reuse.fingerprint import Fingerprint
from runrl_shim.inside.tampering import formulas
from runrl_shim.inside.workers import capture
from runrl_shim.inside.workers.generators import import_generators
from runrl_shim.wire.signals import DUMP_SIGNAL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from runrl_shim.inside.held.load_tmp import LoadTmp
    from runrl_shim.inside.held.obstacles import Obstacles
    from runrl_shim.inside.held.shared_memory import Mapping
    from runrl_shim.inside.loading.environment import LoadedEnvironment
    from runrl_shim.inside.loading.load import LoadedReward
    from runrl_shim.inside.workers.capture import CapturedStream
    from runrl_shim.wire.protocol import ModuleSpec


class Module:
    """The user's file: imported here, or in each worker where it cannot be forked."""

    def __init__(self, spec: ModuleSpec) -> None:
        self.spec = spec
        self.streams = capture.install(spec["output_limit"])
        self.loaded: LoadedReward | LoadedEnvironment | None = None
        self.files: list[int] = []  # descriptors that its import opened
        self.on_childs_end: Any = None  # its import's handler of SIGCHLD, where it set one
        self.runs_code = False  # whether its own functions execute code
        self.tmp: LoadTmp | None = None  # where slots have a /tmp of their own
        self.shared_memory: list[Mapping] = []  # that its import mapped
        self.fingerprint: Fingerprint | None = None
        self.obstacles: Obstacles | None = None  # of an environment, once it was imported here

    def load(self) -> LoadedReward | LoadedEnvironment:
        """Executes the file, and notes what it is: a reward or an environment.

        Raises:
            LoadError: for everything that is wrong with the file.
        """
        spec = self.spec
        if spec["kind"] == "environment":
            from runrl_shim.inside.loading.environment import load_environment

            self.loaded = load_environment(spec["file"], spec["function"])
        else:
            self.loaded = load_reward(spec["file"], spec["function"], spec["completion_format"], spec["columns"])
        formulas.prepare()
        import_generators()
        return self.loaded

    def load_aloud(self) -> LoadedReward | LoadedEnvironment:
        """Loads with what is printed going straight to the agent: an import may hang or end the interpreter."""
        for stream in self.streams:
            stream.let_through(on=True)
        try:
            return self.load()
        finally:
            for stream in self.streams:
                stream.let_through(on=False)

    def take_signals(self) -> None:
        """Handlers, alarms and masks that its import set are its workers', and not those of this process."""
        signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
        at_import = signal.getsignal(signal.SIGCHLD)
        if at_import is not signal.SIG_DFL:  # ignored, the kernel would not tell how a slot ended
            # A number where it is ignored: `_signal.signal` does not take the enum that `getsignal` makes of it.
            self.on_childs_end = int(at_import) if isinstance(at_import, int) else at_import
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        if self.spec["landlock"] is None:  # else its filter was there before the import
            # Whatever the import did to it, the handler is there when the filters come, which keep it.
            faulthandler.unregister(DUMP_SIGNAL)
            faulthandler.register(DUMP_SIGNAL, file=2, chain=False)

    def make_tmp(self) -> None:
        """Gives its import a /tmp of its own."""
        from runrl_shim.inside.held.load_tmp import LoadTmp

        self.tmp = LoadTmp(self.spec["tmp_size"], self.spec["tmp_binds"])

    def take_tmp(self) -> None:
        """What its import wrote is where each slot begins; not, where each worker imports it itself."""
        if self.tmp is not None:
            self.tmp.take()
            if self.loaded is None:
                self.tmp.entries.clear()

    def take_fingerprint(self) -> Fingerprint:
        """What its functions are now, right after the import. Once, before anything is forked: it takes long."""
        self.fingerprint = self.fingerprint or Fingerprint(self.spec["file"])
        return self.fingerprint

    def in_worker(self) -> tuple[Any, tuple[CapturedStream, CapturedStream]]:
        """The reward function, or the environment, for a worker that was just forked."""
        loaded = self.loaded or self.load()
        for stream in self.streams:
            stream.take()
        return loaded, self.streams
