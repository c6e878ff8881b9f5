"""The zygote: imports the module once, stays single-threaded, and forks a slot whenever the agent asks.

It talks to the agent over one SEQPACKET socket (see `wire/packets.py`):

    agent  -> {"fork": id} with 4 descriptors    zygote -> {"forked": id} with a pidfd
                                                 zygote -> {"ended": id, "code": n}
    agent  -> {"reap": [id, …]}                  of episodes, which are many: it holds no descriptor of theirs
"""

from __future__ import annotations

import contextlib
import faulthandler
import gc
import os
import select
import socket
import sys
from time import perf_counter

from runrl_shim.inside.canary import prove_landlock, prove_namespaces
from runrl_shim.inside.confinement import confine, namespaces, seccomp
from runrl_shim.inside.held.holdings import Holdings, ImportLines, open_things
from runrl_shim.inside.held.own_files import open_files
from runrl_shim.inside.held.shared_memory import shared_mappings
from runrl_shim.inside.loading.load import LoadError, prepare_import_path
from runrl_shim.inside.loading.module import Module
from runrl_shim.inside.results import blocked, limits, unset
from runrl_shim.inside.reuse.text_runners import decide_reuse
from runrl_shim.inside.slots.bare_fork import cheapest_fork
from runrl_shim.inside.slots.entering import Entering
from runrl_shim.inside.slots.place import remove_folder, slot_folder
from runrl_shim.inside.slots.slot import SlotDescriptors, run_slot
from runrl_shim.inside.slots.strays import reap_strays
from runrl_shim.inside.source import sources
from runrl_shim.inside.tampering import evidence, watch
from runrl_shim.inside.ways_out import code_link
from runrl_shim.wire.packets import receive_packet, send_packet
from runrl_shim.wire.signals import DUMP_SIGNAL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import NoReturn

    from runrl_shim.inside.slots.episode_slot import EpisodeSlot
    from runrl_shim.wire.protocol import ModuleSpec

_FORKS_AT_ONCE = 8  # after which those that were made are told
_REQUEST_BYTES = 32 * 1024  # of the numbers of all slots that an agent can have


class Zygote:
    def __init__(self, control: socket.socket, spec: ModuleSpec) -> None:
        self.control = control
        self.spec = spec
        self.module = Module(spec)
        self.slots: dict[int, tuple[int, int]] = {}  # pidfd -> (slot id, pid)
        self.episodes: dict[int, int] = {}  # slot id -> pid
        self.keepers: dict[int, int] = {}  # pidfd -> pid
        self.connected_from: int | None = None  # our port of a connection that the import opened
        self.namespaces = namespaces.PidNamespaces() if spec["confined"] else None
        self.enterings: list[Entering] = []
        self.fork: Callable[[], int] = os.fork
        self.episode_slot: EpisodeSlot | None = None
        # Before the module is imported, and once: what slots load is not for it to choose.
        self.filters = seccomp.read_filters(spec["seccomp"]["slot"])
        if spec["confined"] and not self.filters:
            raise RuntimeError("a confined module needs a seccomp filter")

    def run(self) -> NoReturn:
        """Loads the module, tells the agent, and serves fork requests until the agent is gone."""
        if self.namespaces is not None:
            confine.lower_capabilities()
            spec, unwanted = self.spec, (self.control.fileno(), self.namespaces.home)
            slots = _FORKS_AT_ONCE if spec["kind"] == "environment" else 1
            self.enterings = [Entering(spec, unwanted) for _ in range(slots)]
            prove_namespaces(self.namespaces, self.filters, spec["tmp_binds"], own_network=spec["own_network"])
            self.module.make_tmp()
        else:
            confine.adopt_orphans()
            if self.spec["landlock"] is not None:
                prove_landlock(self.spec["landlock"], self.filters)
        evidence.prepare(self.spec["file"])
        limits.prepare(self.spec)
        blocked.prepare(self.spec)
        watch.install()
        faulthandler.enable()
        faulthandler.register(DUMP_SIGNAL, chain=False)
        myself = os.pidfd_open(os.getpid())
        send_packet(self.control, {"type": "importing"}, [myself])
        os.close(myself)
        given: dict[str, str] = {}
        if self.spec["awaits_environment"]:
            from runrl_shim.inside.ways_out.way_out import receive_environment

            given = receive_environment(self.control)
            blocked.prepare_way_out(self.spec)
        unset.watch()
        landlock = self.spec["landlock"]
        sources.take(self.spec["file"], given, landlock["tmp"] if landlock else "/tmp", self.spec["tmp_binds"])
        self._tell_sources()  # before the module can say anything
        if not (self._load_in_child() if self.spec["import_in_worker"] else self._load()):
            os._exit(0)
        self.module.take_signals()
        self.module.take_tmp()
        if not self.spec["import_in_worker"]:
            if self.spec["kind"] == "environment":
                from runrl_shim.inside.held.obstacles import Obstacles

                self.module.obstacles = Obstacles()
            if self.spec["reuse"] == "shared":  # what serves the calls counts too
                from runrl_shim.inside.workers import shared  # noqa: F401
            self.module.take_fingerprint()
        if self.spec["kind"] == "environment":
            from runrl_shim.inside.slots.episode_slot import EpisodeSlot  # which others need not spend time on

            self.episode_slot = EpisodeSlot(self.spec, self.module, self.filters, self.enterings, type(self))
            if self.namespaces is not None:
                self.episode_slot.note(self.namespaces.home)
        elif self.enterings:
            self.enterings[0].steps.write_down()
        self.fork = cheapest_fork()
        gc.collect()
        gc.disable()
        gc.freeze()  # workers share these pages until they change them; a collection would touch them all
        poll = select.poll()
        self.keepers = {os.pidfd_open(pid): pid for pid in code_link.keepers}
        for descriptor in (self.control.fileno(), *self.keepers):
            poll.register(descriptor, select.POLLIN)
        while True:
            for descriptor, _events in poll.poll():
                if descriptor == self.control.fileno():
                    self._serve_requests(poll)
                elif descriptor in self.keepers:
                    poll.unregister(descriptor)
                    code_link.reap(self.keepers[descriptor])
                else:
                    poll.unregister(descriptor)
                    self._reap(descriptor)

    # --- loading -----------------------------------------------------------------------------------------

    def _load_in_child(self) -> bool:
        """Tries the module out without importing it here: workers will import it themselves."""
        heard, says = os.pipe()
        pid = os.fork()
        if pid == 0:
            if self._load():
                os.write(says, self.spec["reuse"][:1].encode())
            os._exit(0)
        os.waitpid(pid, 0)
        reap_strays(code_link.keepers)  # processes that it has started, without a worker's limits
        os.close(says)
        with open(heard, "rb") as word:
            said = word.read(1)  # its exit code could be that of an `os._exit` in the module
        self.spec["reuse"] = "never" if said == b"n" else self.spec["reuse"]
        return said != b""

    def _load(self) -> bool:
        started = perf_counter()
        with contextlib.suppress(FileNotFoundError):  # it goes on when its folder is gone
            os.chdir(os.path.dirname(self.spec["file"]))
        known, shared = set(open_files()), shared_mappings()
        before, lines = open_things(), ImportLines(self.spec["file"])
        try:
            with watch.during_import(lines):
                reward = self.module.load_aloud()
        except LoadError as error:
            self._tell_sources()
            told = {"message": error.render(with_help=False), "help": error.rendered_help(), "missing": error.missing}
            send_packet(self.control, {"type": "load_failed", **told})
            return False
        self._tell_sources()
        self.module.files = [descriptor for descriptor in open_files() if descriptor not in known]
        taken = confine.private_memory()
        if taken > self.spec["memory"]:
            message = (
                f"{self.spec['file']}: importing the module takes {taken >> 20} MiB, more than the limit of"
                f" {self.spec['memory'] >> 20} MiB that each call has with it: raise --memory (memory)"
            )
            send_packet(self.control, {"type": "load_failed", "message": message})
            return False
        self.module.shared_memory = [each for each in shared_mappings() if each not in shared]
        warnings = list(reward.warnings)
        held = Holdings(lines, before, shares=self.spec["allow_shared_state"])
        self.module.runs_code, self.connected_from = decide_reuse(self.spec, held, warnings), held.port
        if held.obstacle is not None:
            if not self.spec["import_in_worker"]:
                why = {"message": held.obstacle, "connected_from": held.port}
                send_packet(self.control, {"type": "unforkable", **why})
                return False
            warnings.append(f"{held.obstacle}: each worker imports the module itself instead of being forked")
        send_packet(
            self.control,
            {
                "type": "loaded",
                "function": reward.name,
                "shape": reward.shape,
                "parameters": list(reward.parameters),
                "reserved": list(reward.reserved),
                "required": [list(names) for names in reward.required],
                "load_ms": (perf_counter() - started) * 1e3,
                "warnings": warnings,
                "unset": unset.take_at_import(),
                "output": "",  # for the agent to fill in
                "connected_from": self.connected_from,
                "reuse": self.spec["reuse"],
                "runs_code": self.module.runs_code,
            },
        )
        return True

    def _tell_sources(self) -> None:
        if (descriptor := sources.untold()) is not None:
            send_packet(self.control, {"type": "files"}, [descriptor])
            os.close(descriptor)

    def _serve_requests(self, poll: select.poll) -> None:
        """Serves what has arrived. Forks come after each other: what is done between two, both processes pay for."""
        asked: list[tuple[int, list[int]]] = []
        try:
            while len(asked) < _FORKS_AT_ONCE:
                packet = receive_packet(self.control, socket.MSG_DONTWAIT, _REQUEST_BYTES)
                if packet is None:
                    self._end()
                message, fds = packet
                if "reap" in message:
                    for slot in message["reap"]:
                        self._reap_slot(slot, self.episodes.pop(slot))
                else:
                    asked.append((message["fork"], fds))
        except BlockingIOError:
            pass
        row = self.episode_slot.fork([handed for _, handed in asked]) if self.episode_slot and self.enterings else None
        pids = [self._fork(index, asked) for index in range(len(asked))] if row is None else row
        for (slot, _), pid in zip(asked, pids, strict=True):
            if isinstance(pid, OSError):
                send_packet(self.control, {"type": "fork_failed", "slot": slot, "message": str(pid)})
                continue
            pidfd = os.pidfd_open(pid)
            send_packet(self.control, {"type": "forked", "slot": slot}, [pidfd])
            if self.spec["kind"] == "environment":
                self.episodes[slot] = pid
                os.close(pidfd)  # which every episode after it would have to close
            else:
                self.slots[pidfd] = (slot, pid)
                poll.register(pidfd, select.POLLIN)

    def _fork(self, index: int, asked: Sequence[tuple[int, list[int]]]) -> int | OSError:
        """Forks the slot of one request. What was handed over for it is closed here."""
        handed = SlotDescriptors(*asked[index][1])
        try:
            pid: int | OSError = self.namespaces.fork(self.fork) if self.namespaces else self.fork()
        except OSError as error:
            pid = error
        if pid == 0:
            of_others = [descriptor for _, each in asked[index + 1 :] for descriptor in each]
            # Only what is ours: the module may hold descriptors that its functions need.
            control = self.control.detach()
            for descriptor in (*self.slots, *self.keepers, *of_others, *(() if self.enterings else (control,))):
                os.close(descriptor)
            if self.episode_slot is not None:
                self.episode_slot.run(handed)
            run_slot(self.spec, self.module, handed, self.filters, self.enterings[0] if self.enterings else None)
        for descriptor in asked[index][1]:
            os.close(descriptor)
        return pid

    def _reap(self, pidfd: int) -> None:
        slot, pid = self.slots.pop(pidfd)
        self._reap_slot(slot, pid)
        os.close(pidfd)

    def _reap_slot(self, slot: int, pid: int) -> None:
        """Waits for a slot's first process, which is dead, and tells the agent how it ended."""
        _, status = os.waitpid(pid, 0)
        if not self.spec["confined"]:
            reap_strays({*(known for _, known in self.slots.values()), *self.episodes.values(), *code_link.keepers})
            if self.spec["landlock"] is not None:
                remove_folder(self.spec["landlock"]["tmp"], slot_folder(pid))
        send_packet(self.control, {"type": "ended", "slot": slot, "code": os.waitstatus_to_exitcode(status)})

    def _end(self) -> NoReturn:
        """The agent is gone. In a namespace the kernel kills the rest; otherwise it is done here."""
        if not self.spec["confined"]:
            reap_strays(set(code_link.keepers))  # which end by themselves
        os._exit(0)


def run_zygote(control: socket.socket, spec: ModuleSpec) -> NoReturn:
    """Prepares the import path as the user's interpreter would have it, then runs the zygote for good."""
    prepare_import_path(spec["sys_path"])
    try:
        Zygote(control, spec).run()
    except BaseException:
        import traceback

        traceback.print_exc(file=sys.__stderr__)  # `sys.stderr` keeps what the module prints
        os._exit(1)
