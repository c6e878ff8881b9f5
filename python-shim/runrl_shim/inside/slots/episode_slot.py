"""A slot with one episode in it, and the copies that are made of that."""

from __future__ import annotations

import _socket
import os
from fcntl import F_DUPFD_CLOEXEC, fcntl

from runrl_shim.inside.confinement.tables import Cell
from runrl_shim.inside.held.load_tmp import LoadTmp
from runrl_shim.inside.reuse.fingerprint import Fingerprint
from runrl_shim.inside.reuse.traces import DESCRIPTOR_FLOOR
from runrl_shim.inside.slots.bare_fork import parts_of_fork
from runrl_shim.inside.slots.entering import HANDED, Entering
from runrl_shim.inside.slots.episode_row import EpisodeRow
from runrl_shim.inside.slots.family import FIRST, Family
from runrl_shim.inside.slots.immortal import keep_for_ever
from runrl_shim.inside.slots.place import Place
from runrl_shim.inside.slots.slot import (
    SlotDescriptors,
    become_worker,
    enter_slot,
    fail,
    hear_interrupts,
    join_cgroup,
    limit_slot,
    processes_of,
    take_over,
)
from runrl_shim.inside.tampering.watch import Watched
from runrl_shim.inside.workers.episode_worker import EpisodeWorker
from runrl_shim.inside.workers.measure import Meter, Noted
from runrl_shim.inside.workers.worker import end_failed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import NoReturn

    from runrl_shim.inside.confinement import seccomp
    from runrl_shim.inside.loading.module import Module
    from runrl_shim.wire.protocol import ModuleSpec


_ZYGOTES_FILES = 256  # descriptors that the zygote itself may need
_NONE = -1


class EpisodeSlot:
    """What every episode of a module becomes. Made once, by the zygote: each fork costs by the memory that it touches.

    Args:
        module: imported, except where each worker does that itself.
        filters: see `seccomp.read_filters`.
        enterings: where it has namespaces; as many as may be made in a row.
        zygote: the class that forks it.
    """

    def __init__(
        self,
        spec: ModuleSpec,
        module: Module,
        filters: Sequence[seccomp.Filter],
        enterings: Sequence[Entering],
        zygote: type,
    ) -> None:
        self.spec = spec
        self.module = module
        self.filters = filters
        self._enterings = enterings
        self._family = Family(_NONE, confined=spec["confined"])
        self._worker: EpisodeWorker | None = None
        self._limits_files = spec["open_files"] < _ZYGOTES_FILES
        self._row: EpisodeRow | None = None
        if not self._limits_files:
            limit_slot(spec)  # what is inherited need not be done in each fork
        for each in (*_USED, zygote):
            for name in {name for owner in each.__mro__[:-1] for name in vars(owner)}:
                getattr(each, name, None)  # Python notes where it is, and a fork need not
        if module.loaded is not None:
            self._worker = EpisodeWorker(spec, module)
            self._worker.prepare(Noted() if enterings else None)
        if not enterings:
            keep_for_ever()

    def note(self, home: int) -> None:
        """Makes what the first process of each slot is and has, before there is one. The last thing before forks.

        Args:
            home: see `PidNamespaces`.
        """
        hear_interrupts()  # this process has blocked them
        stand_in = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM)
        number, status = (fcntl(stand_in.fileno(), F_DUPFD_CLOEXEC, DESCRIPTOR_FLOOR) for _ in range(2))
        stand_in.close()
        self._link = _link_at(number)
        self._folders = Place(self.spec, self.module.tmp).folders
        self._family.begin(status, FIRST)
        of_row = [Cell() for _ in range(HANDED * len(self._enterings))]
        worker = self._worker
        if worker is not None:
            worker.join(self._link, self._family, self._folders)
        for entering in self._enterings:
            entering.as_worker(processes_of(self.spec), self.filters, (number, status), of_row)
            if worker is not None and worker.noted is not None:
                entering.note(worker.noted, number, worker.dump)
            entering.steps.write_down()
        module = self.module
        left = module.on_childs_end is not None or module.files or (module.tmp is not None and module.tmp.entries)
        needs_nothing = self._enterings[0].steps.is_one_table and not (left or self._limits_files)
        self._is_complete = needs_nothing and not self.spec["in_cgroup"]
        fork, needed = parts_of_fork(is_first=True)
        self._row = EpisodeRow(home, fork, needed, self._enterings, of_row)
        keep_for_ever()

    def fork(self, handed: Sequence[Sequence[int]]) -> Sequence[int | OSError]:
        """Forks as many slots, and runs them: see `EpisodeRow.fork`."""
        assert self._row is not None
        given = self._row.fork(handed)
        if not isinstance(given, int):
            return given
        worker = self._worker
        if given or not self._is_complete or worker is None:
            worker = self._finish(given)
        return _serve(worker)

    def _finish(self, begun: int) -> EpisodeWorker:
        spec, module, worker = self.spec, self.module, self._worker
        try:
            assert self._row is not None
            self._row.own_entering().steps.go_on(begun)
            if module.tmp is not None:
                module.tmp.restore()
            if spec["in_cgroup"]:
                join_cgroup(self._link.fileno())
            if self._limits_files:
                limit_slot(spec)
            take_over(spec, module)
            if worker is None:
                worker = EpisodeWorker(spec, module)
                worker.enter(self._link.fileno())
                worker.join(self._link, self._family, self._folders)
            return worker
        except BaseException as error:
            fail(error)

    def run(self, fds: SlotDescriptors) -> NoReturn:
        """Runs the slot for good where it has no namespaces. Called in a fresh fork of the zygote."""
        spec, family = self.spec, self._family
        try:
            enter_slot(spec, fds, self.filters, None, None)
            if self._limits_files:
                limit_slot(spec)
            place = Place(spec, None)
            family.begin(fds.status, os.getpid())
            family.step_back()
            become_worker(spec, self.module, place)
            worker = self._worker or EpisodeWorker(spec, self.module)
            worker.enter(fds.socket)
            worker.join(_link_at(fds.socket), family, place.folders)
        except BaseException as error:
            fail(error)
        _serve(worker)


def _link_at(descriptor: int) -> _socket.socket:
    """The worker's end of its socket. The module may have set a time-out for new ones."""
    link = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM, 0, descriptor)
    link.settimeout(None)
    return link


def _serve(worker: EpisodeWorker) -> NoReturn:
    try:
        worker.begin()
        if not worker.family.is_first:
            worker.introduce()
        worker.announce()
        worker.serve()
    except BaseException as error:
        end_failed(worker, error, "step")
    os._exit(0)


# Whose methods a fork calls.
_USED = (EpisodeSlot, EpisodeRow, LoadTmp, Family, EpisodeWorker, Meter, Noted, Watched, Fingerprint)
