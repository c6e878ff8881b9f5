"""The reward module of the attack suite: runs the attack that the completion names, or an honest call beside it."""

import fcntl
import importlib.util
import mmap
import os
import resource
import select
import socket
import threading
import time

import sympy  # noqa: F401  # attacks ask its parser
import tools

# What a fork shares. A module with shared memory is never restored.
if "RUNRL_ATTACKS_RESTORE" not in os.environ:
    tools.SHARED = mmap.mmap(-1, 4096)
    tools.KEPT = os.memfd_create("kept")

HERE = os.path.dirname(os.path.abspath(__file__))
EXPECTED = {".shm", *HERE.split("/")[2:3]} if HERE.startswith("/tmp/") else {".shm"}


def load(name: str, how: str) -> dict[str, object]:
    """The attack's names. An import of a read-only file is no trace; what is executed is one, as completions are."""
    path = f"{HERE}/{name}.py"
    if how == "executed":
        with open(path) as file:
            source = file.read()
        names: dict[str, object] = {"__name__": "attack", "__file__": path}
        exec(compile(source, path, "exec"), names)
        return names
    spec = importlib.util.spec_from_file_location("attack", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return vars(module)


def honest(size: int) -> tuple[float, dict[str, str]]:
    """0.25 when the sum is right and everything is as a fresh worker finds it; 10 takes about 10 ms."""
    count = size * 18_000
    total = 0
    for number in range(count):
        total += number * number
    right = total == (count - 1) * count * (2 * count - 1) // 6
    found = [] if right else ["a wrong sum"]
    found += changes()
    return (0.25 if not found else 0.5), {"found": "; ".join(found)}


def changes() -> list[str]:
    """What is not as it was made: what a call could have left."""
    found = []
    for folder in (tools.own_folder(), "/dev/shm"):
        try:
            found += [f"{folder}/{name}" for name in os.listdir(folder) if name not in EXPECTED]
        except PermissionError:
            if folder == tools.own_folder():
                found.append(f"{folder} cannot be listed")
    if os.getpriority(os.PRIO_PROCESS, 0) != tools.PRIORITY or os.sched_getscheduler(0) != 0:
        found.append("priority")
    if tools.syscall("ioprio_get", 1, 0) not in (0, 4):
        found.append("io priority")
    if len(os.sched_getaffinity(0)) != tools.PROCESSORS:
        found.append("processors")
    if threading.active_count() != 1:
        found.append("threads")
    for descriptor in (1, 2, tools.channel()):
        if fcntl.fcntl(descriptor, fcntl.F_GETFL) & (os.O_NONBLOCK | os.O_ASYNC):
            found.append(f"flags of descriptor {descriptor}")
    for kind in (resource.RLIMIT_NOFILE, resource.RLIMIT_STACK, resource.RLIMIT_CPU):
        if 0 <= resource.getrlimit(kind)[0] < 64:
            found.append(f"limit {kind}")
    if tools.system_v():
        found.append("System V objects")
    return found


def listens(secret: str, delay: float = 0.0) -> float:
    """A call with servers of its own, which nobody else may reach: 0.25 when nobody came and nobody was in the way."""
    time.sleep(delay)
    try:
        port, name = socket.socket(), socket.socket(socket.AF_UNIX)
    except PermissionError:
        return 0.25  # no sockets at all: nobody can come
    port.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    port.bind(("127.0.0.1", 18_399))
    name.bind("\0listener-of-a-neighbour")
    for server in (port, name):
        server.listen()
    came, _, _ = select.select([port, name], [], [], 0.2)
    for server in came:
        visitor, _ = server.accept()
        visitor.sendall(secret.encode())
        visitor.close()
    port.close()
    name.close()
    return 0.5 if came else 0.25


def listens_in_its_folder(secret: str) -> float:
    """A call with a server whose address is a file."""
    path = f"{tools.own_folder()}/listener"
    try:
        server = socket.socket(socket.AF_UNIX)
    except PermissionError:
        return 0.25  # no sockets at all
    server.bind(path)
    server.listen()
    came, _, _ = select.select([server], [], [], 0.3)
    if came:
        server.accept()[0].sendall(secret.encode())
    server.close()
    os.unlink(path)
    return 0.5 if came else 0.25


def has_a_terminal(secret: str) -> float:
    """A call that talks to a program of its own through a terminal."""
    try:
        master, slave = os.openpty()
    except PermissionError:
        return 0.25  # no terminals at all
    os.write(master, secret.encode() + b"\n")
    time.sleep(0.15)
    heard = os.read(slave, 1000) if select.select([slave], [], [], 0)[0] else b""
    os.close(master)
    os.close(slave)
    return 0.25 if secret.encode() in heard else 0.5


def reads_a_file(_secret: str) -> float:
    """A call that reads a file which the module opened at its import."""
    wrong = 0
    for _ in range(300):
        os.lseek(tools.shared_file(), 0, os.SEEK_SET)
        wrong += os.read(tools.shared_file(), 9) != b"line 0000"
        time.sleep(0.0003)
    return 0.5 if wrong else 0.25


def opens_a_file(_secret: str) -> float:
    """A call that opens a file of the module's."""
    slowest = 0.0
    for _ in range(30):
        started = time.monotonic()
        with open(tools.table_file()) as file:
            file.read()
        slowest = max(slowest, time.monotonic() - started)
        time.sleep(0.003)
    return 0.5 if slowest > 0.15 else 0.25


BESIDE = {
    "listens": listens,
    "listens_late": lambda secret: listens(secret, 0.1),
    "listens_in_its_folder": listens_in_its_folder,
    "has_a_terminal": has_a_terminal,
    "reads_a_file": reads_a_file,
    "opens_a_file": opens_a_file,
}


def reward_fn(completion, **kwargs):
    what, _, name = completion.partition(" ")
    if what == "beside":
        return BESIDE[name](kwargs["secret"])
    if what == "computes":  # what is executed only computes, so that the worker can be restored after it
        exec("x = 1", {})
        return 0.25
    if what == "waits":
        time.sleep(60)
    if what == "honest":
        secret = kwargs.get("secret")  # in this worker's memory, for neighbours to look for
        reward, info = honest(int(name))
        return reward, {**info, "kept": len(secret or "")}
    tools.planted = kwargs["planted"]
    attack = load(name, kwargs["how"])
    reward = attack[what]()
    return reward, {"lacks": int(tools.lacks), **tools.notes}
