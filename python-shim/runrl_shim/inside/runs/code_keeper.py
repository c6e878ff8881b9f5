"""The keeper: makes code zygotes for a module whose zygote makes no namespaces (profile `strict`, level `landlock`).

Forked by the launcher before it confines itself for the module, so that nothing of the module can reach it: it is in
no Landlock domain of the module's. Waits until somebody asks for a run, and then keeps a code zygote.
"""

from __future__ import annotations

import os
import select
import signal
import socket

from runrl._subprocess import kill_descendants

from runrl_shim.inside.confinement import confine, namespaces, seccomp
from runrl_shim.inside.runs.code_landlock import Held
from runrl_shim.inside.runs.code_settings import CodeSettings
from runrl_shim.inside.runs.code_zygote import run_code_zygote
from runrl_shim.inside.ways_out import code_link
from runrl_shim.wire.packets import receive_with_fds

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import NoReturn

    from runrl_shim.wire.protocol import ModuleSpec

_PAUSE_MS = 100


def start_keeper(spec: ModuleSpec) -> None:
    """Forks the keeper, and opens the way to it for this process and its slots. To be called without root's rights.

    Raises:
        OSError: it cannot be started.
    """
    assert spec["landlock"] is not None
    if spec["landlock"]["own_users"]:
        _start_with_namespaces(spec)
    else:
        _start_under_landlock(spec)


def _start_with_namespaces(spec: ModuleSpec) -> None:
    assert spec["landlock"] is not None
    listener, path = code_link.listen(spec["landlock"]["tmp"])
    link = code_link.open_link(path, read_only=False)  # workers here can change the mode of no file

    def keep() -> NoReturn:
        settings = CodeSettings(spec)
        spec.clear()  # type: ignore[attr-defined]
        _close_all_but(listener.fileno())
        namespaces.enter_user_namespace()
        confine.die_with_parent()  # the kernel forgets it when credentials change
        first = os.fork()
        if first == 0:
            confine.die_with_parent()
            namespaces.mount_proc()
            _keep(listener, lambda: run_code_zygote(listener, settings))
        os.close(listener.fileno())
        _, status = os.waitpid(first, 0)  # with it all runs end
        if os.WIFSIGNALED(status):
            os.kill(os.getpid(), signal.SIGKILL)  # the zygote shall see it
        os._exit(0)

    _fork(keep)
    listener.close()
    code_link.descriptor = link


def _start_under_landlock(spec: ModuleSpec) -> None:
    to_keeper, from_zygote = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    zygote = os.getpid()

    def keep() -> NoReturn:
        zygote_ended = os.pidfd_open(zygote)
        _close_all_but(from_zygote.fileno(), zygote_ended)
        receiving, sending = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        inbox = code_link.Inbox(receiving)
        sending.setblocking(False)
        settings = CodeSettings(spec)
        held = Held(settings, spec)
        filters = seccomp.read_filters(spec["seccomp"]["before_import"])
        spec.clear()  # type: ignore[attr-defined]
        confine.leave_keyring()  # the module's
        confine.adopt_orphans()
        confine.drop_capabilities()
        held.shut_keeper()
        seccomp.load_filters(filters)
        confine.hide_memory(hidden=True)
        _keep(inbox, lambda: run_code_zygote(inbox, settings, held), Links(from_zygote, sending, zygote_ended), held)

    _fork(keep)
    from_zygote.close()
    code_link.send_through(to_keeper)


def _fork(keep: Callable[[], NoReturn]) -> None:
    pid = os.fork()
    if pid == 0:
        try:
            confine.die_with_parent()
            confine.set_name("runrl-keeper")
            keep()
        except BaseException as error:
            os.write(2, f"runrl-sandbox: no code can be run: {error!r}\n".encode())
        finally:
            os._exit(70)
    code_link.keepers.add(pid)


def _close_all_but(*descriptors: int) -> None:
    low = 3
    for keep in sorted(descriptors):
        os.closerange(low, keep)
        low = keep + 1
    os.closerange(low, 4096)


class Links:
    """Passes on the connections that slots send, to one socket that the code zygote and its supervisors read."""

    def __init__(self, from_zygote: socket.socket, sending: socket.socket, zygote_ended: int) -> None:
        self.from_zygote = from_zygote
        self.sending = sending
        self.zygote_ended = zygote_ended
        self.slots: dict[int, socket.socket] = {}
        self.waiting: socket.socket | None = None  # found no room yet

    def register(self, poll: select.poll) -> None:
        """Says what to wait for. While a connection waits for room no others are taken: they wait in their pairs."""
        poll.register(self.zygote_ended, select.POLLIN)
        if self.waiting is not None:
            poll.register(self.sending, select.POLLOUT)
            return
        if self.from_zygote.fileno() >= 0:
            poll.register(self.from_zygote, select.POLLIN)
        for descriptor in self.slots:
            poll.register(descriptor, select.POLLIN)

    def serve(self, descriptor: int) -> None:
        """Does what a descriptor that is ready asks for."""
        if descriptor == self.sending.fileno():
            self._pass_on()
        elif descriptor == self.from_zygote.fileno():
            slot = _received(self.from_zygote)
            if slot is None:
                self.from_zygote.close()
            else:
                self.slots[slot.fileno()] = slot
        elif descriptor in self.slots:
            self.waiting = _received(self.slots[descriptor])
            if self.waiting is None:
                self.slots.pop(descriptor).close()
            else:
                self._pass_on()

    def _pass_on(self) -> None:
        assert self.waiting is not None
        try:
            socket.send_fds(self.sending, [b"c"], [self.waiting.fileno()])
        except BlockingIOError:
            return
        except OSError:
            pass  # too many on their way: whoever waits for this one sees it closed
        self.waiting.close()
        self.waiting = None

    def close(self) -> None:
        """For the code zygote, which is none of this."""
        for each in (self.from_zygote, self.sending, *self.slots.values()):
            each.close()
        os.close(self.zygote_ended)


def _received(source: socket.socket) -> socket.socket | None:
    """The socket in a message; None at the end, and when a message is not one of ours: then its sender is given up."""
    try:
        data, descriptors = receive_with_fds(source, 1, socket.MSG_DONTWAIT)
    except OSError:
        return None
    if not data or len(descriptors) != 1:
        for each in descriptors:
            os.close(each)
        return None
    try:
        return socket.socket(fileno=descriptors[0])
    except OSError:
        os.close(descriptors[0])  # no socket
        return None


def _keep(
    listener: socket.socket | code_link.Inbox,
    run: Callable[[], NoReturn],
    links: Links | None = None,
    held: Held | None = None,
) -> NoReturn:
    """Keeps a code zygote from the first connection on."""
    ended = -1  # pidfd of the code zygote
    pause = False
    while True:
        poll = select.poll()
        if links is not None:
            links.register(poll)
        if ended >= 0:
            poll.register(ended, select.POLLIN)
        elif not pause:
            poll.register(listener, select.POLLIN)
        ready = poll.poll(_PAUSE_MS if pause else None)
        pause = False  # never in a circle without a breath
        for descriptor, _events in ready:
            if links is not None and descriptor == links.zygote_ended:
                kill_descendants()
                os._exit(0)
            elif descriptor == ended:
                os.close(ended)
                ended = -1
                kill_descendants()
                if held is not None:
                    held.remove_folders()
                pause = True
            elif descriptor != listener.fileno():
                assert links is not None
                links.serve(descriptor)
            elif ended < 0:
                try:
                    pid = os.fork()
                except OSError:
                    pause = True  # too many processes: those who wait are told in time
                    continue
                if pid == 0:
                    confine.die_with_parent()
                    if links is not None:
                        links.close()
                    run()
                ended = os.pidfd_open(pid)
