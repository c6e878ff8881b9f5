"""Run by test_restorer.py in a process of its own: one worker that executes what it is sent, restored after each call.

Prints a line of JSON for each call: what it answered, and how much of its memory is not as it was.
"""

import contextlib
import ctypes
import json
import math  # noqa: F401 - what is executed changes it
import os
import signal
import socket
import sys

from runrl_shim.inside.measure import map_account
from runrl_shim.inside.restorable import Restorable, mappings, with_room
from runrl_shim.inside.restorer import Restorer, serve_restored
from runrl_shim.inside.tracing import ORIGINAL_AX
from runrl_shim.wire import protocol as wire
from runrl_shim.wire.frames import result_frame

counter = 0
kept = bytearray(1000)
libm = ctypes.CDLL("libm.so.6")
libm.fegetround()
libm.fesetround(0)
restorable = Restorable()
at_start = list(mappings("self"))
agent, inside = socket.socketpair()


def account_page():
    descriptor = os.memfd_create("account")
    os.ftruncate(descriptor, 4096)
    return map_account(descriptor)


account = account_page()
fd = inside.fileno()


def stack():
    return next(start for start, _, _, _, name in at_start if name == "[stack]")


def work():
    restorable.offer([], account)
    while True:
        data = os.read(fd, 1 << 16)
        if not data:
            os._exit(0)
        names = dict(globals())
        exec(data[wire.BATCH_HEADER.size :].decode(), names)
        info = {"value": str(names.get("value")), "traced": str(restorable.is_traced)}
        flags = wire.RESULT_HAS_REWARD | wire.RESULT_RETIRES
        os.write(fd, result_frame(1, wire.STATUS_OK, flags, 1.0, 0, 0, 0, 0, {"info": info}))
        if not restorable.is_traced:
            os._exit(0)


for text in sys.argv[1:]:
    agent.sendall(wire.BATCH_HEADER.pack(len(text.encode()), 1) + text.encode())
signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGCHLD])  # as the init has it
pid = os.fork()
if pid == 0:
    agent.close()
    with_room(work.__code__, globals())()
_, status = os.waitpid(pid, 0)
if not os.WIFSTOPPED(status):
    sys.exit("it cannot be restored here")
agent.shutdown(socket.SHUT_WR)
differing = []
restore = Restorer._restore


def restore_and_look(self, frame):
    restore(self, frame)
    differing.append(len(self.copy.differs(self._traced, self._state)))


let_go = Restorer._let_go
asked = []


def note_and_let_go(self, *arguments, **named):
    asked.append([self._stopped_at, self._traced.registers[ORIGINAL_AX]])
    return let_go(self, *arguments, **named)


Restorer._restore = restore_and_look
Restorer._let_go = note_and_let_go
restored, ended = serve_restored(pid, fd, account, lambda: None, always=True, most=1 << 30)
status = ended.status if ended else os.waitpid(pid, 0)[1]
with contextlib.suppress(BlockingIOError):
    inside.recv(1 << 16, socket.MSG_DONTWAIT)  # calls that nobody serves any more
inside.close()
heard = b""
while more := agent.recv(1 << 16):
    heard += more
answers = []
heard = heard.replace(b"x" * 10, b"")
while heard:
    size, _, word, flags = wire.RESULT_FRAME.unpack_from(heard)[:4]
    if word == wire.STATUS_OK:
        answers.append(json.loads(heard[wire.RESULT_FRAME.size : size])["info"])
    heard = heard[size:]
code = os.waitstatus_to_exitcode(status)
print(json.dumps({"answers": answers, "restored": restored, "differing": differing, "code": code, "asked": asked}))
