"""A slot with one episode in it, and the copies that are made of that."""

from __future__ import annotations

import os

from runrl_shim.inside.confinement import seccomp
from runrl_shim.inside.slots.family import Family
from runrl_shim.inside.slots.place import Place
from runrl_shim.inside.slots.slot import SlotDescriptors, become_worker, enter_slot, fail, limit_slot
from runrl_shim.inside.workers.episode_worker import EpisodeWorker
from runrl_shim.inside.workers.worker import end_failed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import NoReturn

    from runrl_shim.inside.loading.module import Module
    from runrl_shim.wire.protocol import ModuleSpec


class EpisodeSlot:
    """What every episode of a module becomes. Made once, by the zygote: each fork costs by the memory that it touches.

    Args:
        module: imported, except where each worker does that itself.
        filters: see `seccomp.read_filters`.
    """

    def __init__(self, spec: ModuleSpec, module: Module, filters: Sequence[seccomp.Filter]) -> None:
        self.spec = spec
        self.module = module
        self.filters = filters
        self._place = Place(spec, module.tmp) if spec["confined"] else None
        self._worker = None if module.loaded is None else EpisodeWorker(spec, module)

    def run(self, fds: SlotDescriptors) -> NoReturn:
        """Runs the slot for good. Called in a fresh fork of the zygote."""
        spec = self.spec
        try:
            proc = enter_slot(spec, fds, self.filters, self.module.tmp)
            if proc >= 0:
                os.close(proc)
            limit_slot(spec)
            place = self._place or Place(spec, None)
            family = Family(fds.status, confined=spec["confined"])
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
