"""The worker of one episode: sets it up, takes its steps, is copied where it is branched, and ends with it."""

from __future__ import annotations

import _socket
import array
import gc
import os
from functools import partial
from time import monotonic_ns, process_time_ns
from types import CoroutineType

from runrl_shim.inside.held.obstacles import Obstacles
from runrl_shim.inside.held.own_files import open_again
from runrl_shim.inside.held.shared_memory import take_own_copies
from runrl_shim.inside.results.result import digits_of
from runrl_shim.inside.results.step_result import normalise_setup, normalise_step
from runrl_shim.inside.tampering import watch
from runrl_shim.inside.tampering.telling import place_of, tell
from runrl_shim.inside.ways_out import code_link
from runrl_shim.inside.workers.episode_rehearsal import rehearse
from runrl_shim.inside.workers.evaluate import failed, too_deep
from runrl_shim.inside.workers.generators import draw_on, has_generators, mixed, random_state, reseed
from runrl_shim.inside.workers.measure import Meter, Noted, peak_memory
from runrl_shim.inside.workers.rows import from_json
from runrl_shim.inside.workers.worker import Worker
from runrl_shim.wire import protocol as wire
from runrl_shim.wire.frames import result_frame

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from runrl_shim.inside.loading.environment import LoadedEnvironment
    from runrl_shim.inside.loading.module import Module
    from runrl_shim.inside.results.step_result import StepResult
    from runrl_shim.inside.slots.family import Family
    from runrl_shim.wire.protocol import ModuleSpec

_HANDED = 3  # descriptors of a copy: socket, stdout, stderr
_ROOM = _socket.CMSG_SPACE(_HANDED * array.array("i").itemsize)
_enable_gc = gc.enable  # by this name: see `confine.py`


class EpisodeWorker(Worker):
    """One process with one instance of the environment."""

    loaded: LoadedEnvironment

    family: Family
    folders: list[str]
    link: _socket.socket

    def __init__(self, spec: ModuleSpec, module: Module) -> None:
        super().__init__(spec, module)
        self.obstacles = module.obstacles or Obstacles()
        self.handed: list[int] = []
        self.instance: object = None
        self.over = False
        self.keeps = True  # a step may replace what judges the next one
        self.is_prepared = False
        self.meter = Meter()
        self.noted: Noted | None = None
        self.draws = has_generators()
        self._ready = result_frame(0, wire.WORKER_READY)

    def prepare(self, noted: Noted | None) -> None:
        """Does in the zygote what each of its forks would do: they share its memory until they change it.

        Each of them finds in `noted` what it is to know of itself (see `Entering.note`), and cannot write to its /proc.
        """
        super().enter(1)
        self.is_prepared = True
        self.noted, self.meter.can_forget = noted, noted is None
        rehearse(self)
        self.fingerprint.accept()

    def enter(self, socket_fd: int, account: memoryview[int] | None = None) -> None:
        """Takes the slot's descriptors."""
        if not self.is_prepared:
            super().enter(socket_fd, account)
            return
        self.place = place_of(socket_fd)
        os.dup2(2, self.dump, inheritable=False)

    def join(self, link: _socket.socket, family: Family, folders: list[str]) -> None:
        """Becomes one of a family, whose members can write to these folders, with this socket."""
        self.link, self.fd = link, link.fileno()
        self.family, self.folders = family, folders
        if self.noted is not None:
            self.place, self.pid = self.noted, family.first

    def begin(self) -> None:
        """Right after the fork: with no more than an episode needs of it."""
        _enable_gc()
        if self.noted is None:
            self.pid = os.getpid()
        self.meter.begin(peak_memory() if self.noted is None else self.noted.peak)
        if self.draws:
            reseed(None)
        if self.shared_memory:
            take_own_copies(self.shared_memory)

    def announce(self) -> None:
        """Tells the agent that the environment can be set up."""
        self.write(self._ready)

    def watch_thread(self) -> watch.Watched:
        """Traces are the episode's own: nobody comes after it."""
        return watch.Watched(None, partial(tell, self))

    def serve(self) -> None:
        """Serves until the episode is over."""
        while not self.over:
            request = self.read_request()
            self.cpu = process_time_ns()
            if self.serve_request(request) & wire.RESULT_WAITS and not self.over:
                self.read(wire.BATCH_HEADER.size)

    def read_request(self) -> bytes:
        """Waits for the next one."""
        size, _ = wire.BATCH_HEADER.unpack(self._read_header())
        return self.read(size)

    def _read_header(self) -> bytes:
        data, ancillary, _, _ = self.link.recvmsg(wire.BATCH_HEADER.size, _ROOM)
        if not data:
            os._exit(0)  # the agent closed the socket: nobody is waiting for anything any more
        if not ancillary:
            return data + self.read(wire.BATCH_HEADER.size - len(data))
        handed = array.array("i")
        for _level, _kind, descriptors in ancillary:
            handed.frombytes(descriptors)
        self.handed = handed.tolist()
        return data + self.read(wire.BATCH_HEADER.size - len(data))

    def serve_request(self, request: bytes) -> int:
        _, call, _, op, flags, seed = wire.EPISODE_FRAME.unpack_from(request)
        body = request[wire.EPISODE_FRAME.size :]
        self.current = call
        started = monotonic_ns()
        own_seed = seed if flags & wire.EPISODE_SEEDED else None
        if op == wire.EPISODE_BRANCH:
            return self._branch(call, own_seed, same_random=bool(flags & wire.EPISODE_SAME_RANDOM), started=started)
        self.watched.begin(call, body, 0)
        result: StepResult | None = None
        tail: dict[str, Any] | None
        try:
            given = from_json(body.decode())
        except RecursionError:
            self.watched.on = False
            status, _, tail = too_deep()
        except ValueError as error:
            self.watched.on = False
            status, _, tail = failed(error)
        else:
            if op == wire.EPISODE_START:
                if own_seed is not None:
                    reseed(mixed(own_seed, body))
                status, result, tail = self._evaluate(self._set_up, given, normalise_setup)
            else:
                status, result, tail = self._evaluate(self._step, given, normalise_step)
        reward, reply = None, 0
        if result is not None:
            reward = result.reward
            reply = (wire.RESULT_HAS_REWARD if reward is not None else 0) | (wire.RESULT_DONE if result.done else 0)
        self.over = result is None or result.done
        return self.answer(call, status, reply, reward, tail, started, last=True)

    def _set_up(self, row: dict[str, Any]) -> object:
        self.instance, first = self.loaded.start(row)
        return self._awaited(first, self.spec["setup_timeout_ms"] / 1e3)

    def _step(self, action: str) -> object:
        given = self.loaded.step(self.instance, action)
        return self._awaited(given, self.spec["timeout_ms"] / 1e3)

    def _awaited(self, given: object, seconds: float) -> object:
        if type(given) is CoroutineType:
            return self.wait_for(given, seconds)
        if self.loaded.is_async and hasattr(type(given), "__await__"):
            return self.wait_for(_outcome_of(given), seconds)
        return given

    def _evaluate(
        self, run: Callable[[Any], object], given: object, normalise: Callable[[object], StepResult]
    ) -> tuple[int, StepResult | None, dict[str, Any] | None]:
        try:
            value = run(given)
        except BaseException as error:  # SystemExit and KeyboardInterrupt are failures of the step
            self.watched.on = False
            return failed(error, given)
        self.watched.on = False
        try:
            result = normalise(value)
        except BaseException as error:
            return failed(error)
        if result.kind != "ok":
            name, message = result.problem or ("InvalidStep", "")
            method = "setup" if normalise is normalise_setup else "step"
            message = f"{message} `{method}` is in {self.loaded.places[method]}."
            return wire.STATUS_INVALID, None, {"error": {"type": name, "message": message, "traceback": None}}
        tail: dict[str, Any] = {}
        if result.observation is not None:
            tail["observation"] = result.observation
        if result.observation_json is not None:
            tail["observation_json"] = result.observation_json
        if result.info:
            tail["info"] = result.info
        if (digits := digits_of(result.reward, result.info)) is not None:
            tail["digits"] = digits
        if result.warnings:
            tail["warnings"] = result.warnings
        return wire.STATUS_OK, result, tail

    def _must_retire(self, _peak: int) -> bool:
        return self.over or self.tampered

    # --- branches ----------------------------------------------------------------------------------------

    def _branch(self, call: int, seed: int | None, *, same_random: bool, started: int) -> int:
        handed, self.handed = self.handed, []
        self.watched.call = call  # evidence that is found now is of this request
        self._end_loop()
        reason = self.obstacles.find(self._own_descriptors(handed), self.folders)
        try:
            if reason is None:
                drawn = random_state()
                if self.family.is_first:
                    self.step_back()
                    draw_on(drawn)  # it is a fork of itself, for which the module `random` draws anew
                heard, says = os.pipe()
                is_copy = self.family.add_copy()
                os.close(heard if is_copy else says)
                if is_copy:
                    try:
                        self._become_copy(handed)
                        if same_random:
                            draw_on(drawn)
                        else:
                            reseed(seed)
                        os.write(says, b"1")
                        os.close(says)
                    except BaseException:  # it must not go on as if it were the original, which waits for its word
                        os._exit(70)
                    return 0
                reason = None if os.read(heard, 1) else "the copy ended while it was made"
                os.close(heard)
        except OSError as error:
            reason = f"no further process can be made ({error.strerror or error}): raise --processes (processes)"
        for descriptor in handed:
            os.close(descriptor)
        if reason is None:
            return self.answer(call, wire.STATUS_OK, 0, None, None, started, last=True)
        tail = {"error": {"type": "CannotBranch", "message": reason, "traceback": None}}
        return self.answer(call, wire.STATUS_INVALID, 0, None, tail, started, last=True)

    def _own_descriptors(self, handed: list[int]) -> set[int]:
        link = code_link.descriptor
        return {*handed, 0, 1, 2, self.fd, self.dump, self.family.status, -1 if link is None else link}

    def step_back(self) -> None:
        """Goes on in a child, so that the process that this was can wait for members of a family."""
        self.family.step_back()
        self._begin_anew()

    def introduce(self) -> None:
        """Tells the agent which process of the family this is, so that it can be ended without the others.

        Its number in the namespace, and no pidfd: the kernel counts descriptors in flight for the whole user, who may
        have 512 of them, so that one episode could keep those of all modules from being copied.
        """
        self.write(result_frame(self.pid, wire.WORKER_BRANCHED))

    def _become_copy(self, handed: list[int]) -> None:
        for descriptor, place in zip(handed, (self.fd, 1, 2), strict=True):
            os.dup2(descriptor, place, inheritable=place != self.fd)
            os.close(descriptor)
        os.dup2(2, self.dump, inheritable=False)
        open_again(self.obstacles.files)
        self._begin_anew()

    def _begin_anew(self) -> None:
        """In a process that has just become a member of the family."""
        self.pid = os.getpid()
        self.place = place_of(self.fd)
        self.meter.begin(peak_memory())
        self.cpu = process_time_ns()
        self.introduce()

    def _end_loop(self) -> None:
        """A loop waits in an epoll that copies would share. The next coroutine gets a new one."""
        if self.loop is not None:
            self.loop.close()
            self.loop = None


async def _outcome_of(awaitable: Any) -> object:
    return await awaitable
