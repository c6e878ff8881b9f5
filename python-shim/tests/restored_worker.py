"""Run by test_restorer.py in a process of its own: one worker that executes what it is sent, restored after each call.

Prints a line of JSON for each call: what it answered, and how much of its memory is not as it was. What is in the
variable HERE is executed before, to have something go wrong.
"""

import contextlib
import ctypes
import json
import math  # noqa: F401 - what is executed changes it
import mmap
import os
import re
import secrets
import signal
import socket
import sys

from runrl_shim.inside.restore import restorer, tracing, written_pages  # noqa: F401
from runrl_shim.inside.restore.passage import Passage
from runrl_shim.inside.restore.rehearsal import rehearsal
from runrl_shim.inside.restore.restorable import Restorable, layout_of, with_room
from runrl_shim.inside.restore.restorer import REPLACED, Restorer
from runrl_shim.inside.restore.restoring import serve_restored
from runrl_shim.inside.restore.whole_state import WholeState
from runrl_shim.inside.workers.measure import map_account
from runrl_shim.wire import protocol as wire
from runrl_shim.wire.frames import result_frame

counter = 0
kept = bytearray(1000)
libm = ctypes.CDLL("libm.so.6")
libm.fegetround()
libm.fesetround(0)
restorable = Restorable()
at_start = layout_of("self")
agent, inside = socket.socketpair()


def account_page():
    descriptor = os.memfd_create("account")
    os.ftruncate(descriptor, 4096)
    return map_account(descriptor)


account = account_page()
fd = inside.fileno()


def stack():
    return next(start for start, _, _, _, name, *_ in at_start if name == "[stack]")


class KernelsChance:
    """Random bytes as the C library draws them from version 2.41 on: in the process, from memory that is special."""

    def __init__(self):
        self.draw_ = ctypes.CDLL("linux-vdso.so.1")["__vdso_getrandom"]
        self.draw_.restype = ctypes.c_ssize_t
        told = (ctypes.c_uint32 * 16)()
        self.draw_(None, 0, 0, told, ctypes.c_size_t(-1 & (1 << 64) - 1))
        self.size, rights, flags = told[:3]
        libc = ctypes.CDLL(None)
        libc.mmap.restype = ctypes.c_void_p
        self.state = libc.mmap(None, ctypes.c_size_t(4096), rights, flags, -1, ctypes.c_long(0))
        self.draw()

    def draw(self):
        drawn = ctypes.create_string_buffer(16)
        self.draw_(drawn, ctypes.c_size_t(16), 0, ctypes.c_void_p(self.state), ctypes.c_size_t(self.size))
        return drawn.raw.hex()


try:
    chance = KernelsChance()
except (OSError, AttributeError):
    chance = None


pages = []


def machine_code(code):
    """A function of three whole numbers."""
    pages.append(mmap.mmap(-1, 4096, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, prot=7))
    pages[-1].write(bytes.fromhex(code))
    at = ctypes.addressof(ctypes.c_char.from_buffer(pages[-1]))
    return ctypes.CFUNCTYPE(ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_long)(at)


def work():
    restorable.offer([], account)
    while True:
        data = os.read(fd, 1 << 16)
        if not data:
            os._exit(0)
        if restorable.rehearses:
            exec("kept.extend(b'x' * 99); text = [str(n) for n in range(99)]", dict(globals()))
            os.write(fd, result_frame(1, wire.STATUS_OK))
        names = dict(globals())
        exec(data[wire.BATCH_HEADER.size :].decode(), names)
        info = {"value": str(names.get("value")), "traced": str(restorable.is_traced)}
        flags = wire.RESULT_HAS_REWARD | wire.RESULT_RETIRES
        os.write(fd, result_frame(1, wire.STATUS_OK, flags, 1.0, 0, 0, 0, 0, {"info": info}))
        if not restorable.is_traced:
            os._exit(0)


sends = os.fork()
if sends == 0:  # so that what is sent has never been in the process that restores
    for text in sys.argv[1:] * int(os.environ.get("EACH", "1")):
        body = text.replace("SECRET", f"mark-{secrets.token_hex(16)}").encode()
        agent.sendall(wire.BATCH_HEADER.pack(len(body), 1) + body)
    if "MORE_TO_COME" not in os.environ:
        agent.shutdown(socket.SHUT_WR)
    os._exit(0)
signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGCHLD])  # as the init has it
pid = os.fork()
if pid == 0:
    agent.close()
    exec(os.environ.get("INSIDE", ""))
    with_room(work.__code__, globals())()
_, status = os.waitpid(pid, os.WUNTRACED)
if not os.WIFSTOPPED(status) or os.WSTOPSIG(status) == signal.SIGSTOP:
    os.kill(pid, signal.SIGKILL)
    sys.exit("it cannot be restored here")
differing = []
whole = []
restore = Restorer._restore


def restore_and_look(self, *arguments):
    restore(self, *arguments)
    if "EACH" in os.environ:  # there is room for so much only; else nothing of what calls said may be in here
        with contextlib.suppress(BlockingIOError):
            heard_so_far.append(agent.recv(1 << 16, socket.MSG_DONTWAIT))
    differing.append(whole[0].changes())


rehearse = Restorer._rehearse


def rehearse_and_look(self):
    goes_on = rehearse(self)
    whole.append(WholeState(self._traced, self._pages, self._state))
    return goes_on


let_go = Restorer._let_go
asked = []


def note_and_let_go(self, *arguments, **named):
    asked.append(self.stopped_at)
    return let_go(self, *arguments, **named)


Restorer._rehearse = rehearse_and_look
Restorer._restore = restore_and_look
if "EACH" in os.environ:
    restorer._MOST_CPU_NS = 1 << 62  # one worker for all of them
heard_so_far = []
Restorer._let_go = note_and_let_go
held = 0
hold = Passage.hold


def hold_and_note(self, size):
    global held
    hold(self, size)
    held = max(held, self.held)


Passage.hold = hold_and_note
said = []
descriptors = len(os.listdir("/proc/self/fd"))
exec(os.environ.get("HERE", ""))
restored, ended, was_asked = serve_restored(
    pid,
    fd,
    account,
    said.append,
    lambda: said.append(b"prepared" if whole else b"not prepared"),
    rehearsal(runs_code=True),
    always="AUTO" not in os.environ,
    most=int(os.environ.get("MOST", 1 << 30)),
)
descriptors = len(os.listdir("/proc/self/fd")) - descriptors
found = 0
with open("/proc/self/mem", "rb", 0) as memory:
    for start, end, rights, *_ in layout_of("self"):
        if rights[1] == "w" and end - start < 1 << 28:
            memory.seek(start)
            found += len(re.findall(rb"mark-[0-9a-f]{32}", memory.read(end - start)))
status = ended.status if ended else os.waitpid(pid, 0)[1]
unread = b""
with contextlib.suppress(BlockingIOError):
    unread = inside.recv(1 << 16, socket.MSG_DONTWAIT)  # calls that nobody serves any more
inside.close()
os.kill(sends, signal.SIGKILL)
heard = b"".join(heard_so_far) + b"".join(iter(lambda: agent.recv(1 << 16), b""))
answers = []
heard = heard.replace(b"x" * 10, b"")
while heard:
    size, _, word, flags = wire.RESULT_FRAME.unpack_from(heard)[:4]
    if word == wire.STATUS_OK:
        retires = bool(flags & wire.RESULT_RETIRES)
        answers.append({**json.loads(heard[wire.RESULT_FRAME.size : size])["info"], "retires": retires})
    heard = heard[size:]
code = os.waitstatus_to_exitcode(status)
first = said[0].decode()
names = ("answers", "restored", "differing", "code", "asked", "held", "descriptors", "found", "was_asked", "first")
print(json.dumps({**{name: globals()[name] for name in names}, "told": said.count(REPLACED), "unread": len(unread)}))
