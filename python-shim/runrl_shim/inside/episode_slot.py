"""A slot with one episode in it, and the copies that are made of that."""

from __future__ import annotations

import os

from runrl_shim.inside.episode_worker import EpisodeWorker
from runrl_shim.inside.family import Family
from runrl_shim.inside.place import Place
from runrl_shim.inside.slot import SlotDescriptors, become_worker, enter_slot, fail, limit_slot
from runrl_shim.wire.frames import OUT_OF_MEMORY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import NoReturn

    from runrl_shim.inside.module import Module
    from runrl_shim.wire.protocol import ModuleSpec


def run_episode(spec: ModuleSpec, module: Module, fds: SlotDescriptors, filters: Sequence[bytes]) -> NoReturn:
    """Runs the slot for good. Called in a fresh fork of the zygote. `filters`: see `seccomp.read_filters`."""
    try:
        enter_slot(spec, fds, filters)
        limit_slot(spec)
        place = Place(spec)
        family = Family(fds.status, confined=spec["confined"])
        if not spec["confined"]:
            family.step_back()
        become_worker(spec, module, place)
        worker = EpisodeWorker(spec, module, fds.socket, family, place.folders)
    except BaseException as error:
        fail(error)
    try:
        worker.begin()
        if not family.is_first:
            worker.introduce()
        worker.announce()
        worker.serve()
    except MemoryError:
        os._exit(OUT_OF_MEMORY)
    except BaseException as error:
        os.write(2, f"runrl-sandbox: a worker failed outside of any step: {error!r}\n".encode())
        os._exit(70)
    os._exit(0)
