"""A slot with one episode in it, and the copies that are made of that."""

from __future__ import annotations

import os

from runrl_shim.inside.confinement import namespaces, seccomp
from runrl_shim.inside.held.load_tmp import LoadTmp
from runrl_shim.inside.reuse.fingerprint import Fingerprint
from runrl_shim.inside.slots.family import Family
from runrl_shim.inside.slots.immortal import keep_for_ever
from runrl_shim.inside.slots.place import Place
from runrl_shim.inside.slots.slot import SlotDescriptors, become_worker, enter_slot, fail, limit_slot
from runrl_shim.inside.tampering.watch import Watched
from runrl_shim.inside.workers.episode_worker import EpisodeWorker
from runrl_shim.inside.workers.measure import Meter
from runrl_shim.inside.workers.worker import end_failed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import NoReturn

    from runrl_shim.inside.loading.module import Module
    from runrl_shim.wire.protocol import ModuleSpec


_ZYGOTES_FILES = 256  # descriptors that the zygote itself may need
_close = os.close  # by this name: see `confine.py`


class EpisodeSlot:
    """What every episode of a module becomes. Made once, by the zygote: each fork costs by the memory that it touches.

    Args:
        module: imported, except where each worker does that itself.
        filters: see `seccomp.read_filters`.
        mounts: those of a slot, where it has namespaces.
        zygote: the class that forks it.
    """

    def __init__(
        self,
        spec: ModuleSpec,
        module: Module,
        filters: Sequence[seccomp.Filter],
        mounts: namespaces.PrivateMounts | None,
        zygote: type,
    ) -> None:
        self.spec = spec
        self.module = module
        self.filters = filters
        self.mounts = mounts
        self._family = Family(-1, confined=spec["confined"])
        self._place = Place(spec, module.tmp) if spec["confined"] else None
        self._worker: EpisodeWorker | None = None
        self._limits_files = spec["open_files"] < _ZYGOTES_FILES
        if not self._limits_files:
            limit_slot(spec)  # what is inherited need not be done in each fork
        for each in (*_USED, zygote):
            for name in {name for owner in each.__mro__[:-1] for name in vars(owner)}:
                getattr(each, name, None)  # Python notes where it is, and a fork need not
        if module.loaded is not None:
            self._worker = EpisodeWorker(spec, module)
            self._worker.prepare()
        keep_for_ever()

    def run(self, fds: SlotDescriptors) -> NoReturn:
        """Runs the slot for good. Called in a fresh fork of the zygote."""
        spec = self.spec
        try:
            proc = enter_slot(spec, fds, self.filters, self.module.tmp, self.mounts)
            if proc >= 0:
                _close(proc)
            if self._limits_files:
                limit_slot(spec)
            place = self._place or Place(spec, None)
            family = self._family
            family.begin(fds.status)
            if not spec["confined"]:
                family.step_back()
            become_worker(spec, self.module, place)
            worker = self._worker or EpisodeWorker(spec, self.module)
            worker.join(fds.socket, family, place.folders)
        except BaseException as error:
            fail(error)
        try:
            worker.begin()
            if not family.is_first:
                worker.introduce()
            worker.announce()
            worker.serve()
        except BaseException as error:
            end_failed(worker, error, "step")
        os._exit(0)


# Whose methods a fork calls.
_USED = (
    EpisodeSlot,
    SlotDescriptors,
    namespaces.PrivateMounts,
    LoadTmp,
    Family,
    EpisodeWorker,
    Meter,
    Watched,
    Fingerprint,
)
