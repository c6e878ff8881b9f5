"""What `run_code` promises, one function each; the completion names one. Run in the sandbox, as root and not, and without it.

Those with `confined` in their name hold in a sandbox only, those with `namespaces` or `landlock` at that level.
"""

import asyncio
import dataclasses
import json
import os
import signal
import time

from runrl import CodeResult, run_code, run_code_async, run_function

CHECKS = {}


def check(function):
    CHECKS[function.__name__] = function
    return function


def reward_fn(completion, **kwargs):
    CHECKS[completion](**({"row": kwargs} if kwargs else {}))
    return 1.0


def inside(expression, **options):
    """What an expression is in a run."""
    result = run_code(f"import json, os, sys\nprint(json.dumps({expression}))", **options)
    assert result.status == "ok", result
    return json.loads(result.stdout)


# --- the program, as `python main.py` would run it --------------------------------------------------------


@check
def gives_output_and_exit_code():
    result = run_code("import sys; print('out'); print('err', file=sys.stderr); sys.exit(3)")
    assert (result.status, result.exit_code, result.signal, result.ok) == ("failed", 3, None, False), result
    assert (result.stdout, result.stderr) == ("out\n", "err\n"), result
    assert not result.stdout_truncated
    assert not result.stderr_truncated
    assert run_code("pass").ok
    assert run_code("raise SystemExit('no')").stderr == "no\n"
    assert run_code("raise SystemExit").exit_code == 0
    assert run_code("raise SystemExit(257)").exit_code == 1


@check
def tells_of_exceptions_with_the_line():
    result = run_code("def f():\n    return 1 / 0\n\nf()\n")
    assert (result.status, result.exit_code) == ("failed", 1)
    lines = result.stderr.splitlines()
    assert lines[0] == "Traceback (most recent call last):"
    assert lines[1].endswith('main.py", line 4, in <module>'), lines
    assert "    return 1 / 0" in lines
    assert lines[-1] == "ZeroDivisionError: division by zero"
    assert "SyntaxError" in run_code("def").stderr
    for text in ("\0", "\ud800", "# -*- coding: nonsense -*-"):
        assert run_code(text).status == "failed", text


@check
def is_a_main_program():
    assert inside("[__name__, __file__.split('/')[-1], sys.argv[1:], os.path.basename(sys.path[0])]", arguments=["a", "b c"]) == [
        "__main__", "main.py", ["a", "b c"], "work"]  # fmt: skip
    assert inside("list(globals())")[:1] == ["__name__"]
    assert inside("sorted(name for name in sys.modules if 'runrl' in name)") == ["runrl"]
    assert run_code("exit(4)").exit_code == 4
    assert run_code("import sys; sys.excepthook = lambda *_: print('mine'); 1/0").stdout == "mine\n"


@check
def ends_as_the_interpreter_does():
    code = """
import atexit, threading, time
atexit.register(print, "last")
threading.Thread(target=lambda: (time.sleep(1), print("thread"))).start()
print("main")
"""
    assert run_code(code).stdout == "main\nthread\nlast\n"
    assert run_code("raise KeyboardInterrupt").signal == signal.SIGINT
    assert run_code("import atexit, os; atexit.register(os._exit, 5)").exit_code == 5
    killed = run_code("import os, signal; print('x', flush=True); os.kill(os.getpid(), signal.SIGSEGV)")
    assert (killed.status, killed.exit_code, killed.signal, killed.stdout) == ("killed", None, signal.SIGSEGV, "x\n")


@check
def has_children_and_threads():
    code = """
import subprocess, sys, concurrent.futures
def double(x): return 2 * x
print(subprocess.run([sys.executable, "-c", "print(6*7)"], capture_output=True, text=True).stdout.strip())
with concurrent.futures.ThreadPoolExecutor(2) as pool: print(list(pool.map(double, [3])))
"""
    result = run_code(code, timeout=20)
    assert result.stdout.split("\n")[:2] == ["42", "[6]"], result


@check
def has_pools_of_processes_but_with_landlock(row=None):
    code = """
import multiprocessing
def double(x): return 2 * x
with multiprocessing.get_context("fork").Pool(2) as pool: print(pool.map(double, [1, 2]))
"""
    result = run_code(code, timeout=20)
    if result.level == "landlock":  # semaphores are files in /dev/shm
        assert result.status == "failed", result
    else:
        assert result.stdout == "[2, 4]\n", result


# --- in and out -------------------------------------------------------------------------------------------


@check
def reads_stdin():
    assert run_code("print(input() + '|' + input())", stdin="a\nb\n").stdout == "a|b\n"
    assert "EOFError" in run_code("input()").stderr
    big = os.urandom(1 << 20) * 20
    code = "import sys, hashlib; print(hashlib.sha256(sys.stdin.buffer.read()).hexdigest())"
    import hashlib

    assert run_code(code, stdin=big).stdout.strip() == hashlib.sha256(big).hexdigest()
    assert run_code("print('never reads')", stdin=big).ok


@check
def takes_files_in_and_out():
    data = bytes(range(256)) * 1000
    code = """
import os
assert sorted(os.listdir(".")) == ["a", "data.bin", "helper.py"], os.listdir(".")
import helper
os.makedirs("out/deep")
open("out/deep/x.bin", "wb").write(open("data.bin", "rb").read()[::-1])
open("empty", "w")
print(helper.X, open("a/b/c.txt").read())
"""
    files = {"data.bin": data, "helper.py": "X = 5", "a/b/c.txt": "text é"}
    result = run_code(code, files=files, outputs=["out/deep/x.bin", "empty", "missing", "out"])
    assert result.ok, result
    assert result.stdout == "5 text é\n"
    assert result.files == {"out/deep/x.bin": data[::-1], "empty": b""}
    assert set(result.skipped) == {"missing", "out"}, result.skipped
    assert inside("os.listdir('.')") == []


@check
def refuses_names_that_point_elsewhere():
    for name in ("../x", "/etc/x", "a/../../x", "", ".", "a//b", "a/", "x\0y", "\ud800", "n" * 300, "./x"):
        for options in ({"files": {name: "x"}}, {"outputs": [name]}):
            try:
                run_code("pass", **options)
            except ValueError:
                continue
            raise AssertionError(f"{name!r} was taken")
    for options in ({"timeout": 0}, {"memory": -1}, {"timeout": float("nan")}, {"arguments": ["\0"]}):
        try:
            run_code("pass", **options)
        except ValueError:
            continue
        raise AssertionError(f"{options} was taken")


@check
def follows_no_link_and_waits_for_no_fifo():
    code = """
import os, socket
os.symlink("/etc/localtime", "link")
os.symlink("/", "folder")
os.mkfifo("fifo")
try: socket.socket(socket.AF_UNIX).bind("socket")
except PermissionError: os.mkdir("socket")  # where there are no sockets
os.symlink("/proc/1/environ", "environ")

open("huge", "wb").truncate(20 << 20)
open("good", "w").write("x")
"""
    names = ["link", "folder/etc/localtime", "fifo", "socket", "environ", "huge", "good"]
    result = run_code(code, outputs=names)
    assert result.ok, result
    assert result.files == {"good": b"x"}
    assert set(result.skipped) == set(names) - {"good"}, result.skipped
    assert "larger" in result.skipped["huge"]


@check
def gives_built_in_types_only():
    result = run_code("print(1); open('f', 'w').write('x')", outputs=["f"])
    for field in dataclasses.fields(result):
        value = getattr(result, field.name)
        assert type(value) in (str, int, float, bool, dict, type(None)), (field.name, value)
    assert type(result.files["f"]) is bytes
    assert type(result.duration_ms) is float
    try:
        result.status = "ok"
    except dataclasses.FrozenInstanceError:
        return
    raise AssertionError("a result can be changed")


@check
def cuts_output_and_lets_the_program_go_on():
    result = run_code("print('é' * 100)\nfor _ in range(100): print('y' * (1 << 20))\nimport sys; sys.stderr.write('z' * 99)",
                      output_limit=100, timeout=20)  # fmt: skip
    assert (result.status, result.stdout, result.stderr) == ("ok", "é" * 50, "z" * 99), result
    assert result.stdout_truncated
    assert not result.stderr_truncated
    exact = run_code("print('x' * 99)", output_limit=100)
    assert len(exact.stdout) == 100
    assert not exact.stdout_truncated
    assert run_code("import os; os.write(1, bytes([255, 65]))").stdout == "\\xffA"


# --- limits -----------------------------------------------------------------------------------------------


@check
def ends_what_takes_too_long():
    for code in ("while True: pass", "import time; time.sleep(60)", "import os, time\nos.close(1); os.close(2); time.sleep(60)",
                 "import signal, time\nfor n in range(1, 64):\n  try: signal.signal(n, signal.SIG_IGN)\n  except (OSError, ValueError): pass\n"
                 "while True: time.sleep(1)",
                 "import os\nwhile True: os.write(1, b'x' * 65536)"):  # fmt: skip
        started = time.monotonic()
        result = run_code(code, timeout=0.3)
        assert (result.status, result.exit_code, result.signal) == ("timeout", None, signal.SIGKILL), result
        assert result.timed_out
        assert 300 <= result.duration_ms < 50_000, result  # `sleep(60)` would end by itself
        assert time.monotonic() - started < 55
    partial = run_code("print('before', flush=True)\nwhile True: pass", timeout=4)
    assert partial.stdout == "before\n"


@check
def limits_memory():
    result = run_code("x = bytearray(1 << 30)", memory=64 << 20)
    assert (result.status, result.exit_code) == ("memory", 1), result
    assert "MemoryError" in result.stderr
    assert run_code("x = bytearray(40 << 20)", memory=64 << 20).ok
    caught = run_code("try: bytearray(1 << 30)\nexcept MemoryError: print('caught')", memory=64 << 20)
    assert (caught.status, caught.stdout) == ("ok", "caught\n")
    slow = run_code("x = []\nwhile True: x.append(bytearray(1 << 20))", memory=64 << 20)
    assert slow.status == "memory", slow


@check
def measures():
    code = (
        "import time\nx = bytearray(50 << 20)\nend = time.process_time() + 0.2\nwhile time.process_time() < end: pass"
    )
    result = run_code(code)
    assert result.ok, result
    assert 200 <= result.cpu_ms < 500, result
    assert result.duration_ms >= 199, result
    assert 50 << 20 <= result.max_rss_bytes < 120 << 20, result


@check
def limits_the_size_of_files():
    result = run_code("f = open('x', 'wb')\nfor _ in range(1000): f.write(bytes(1 << 20))", timeout=20)
    assert result.status in ("failed", "killed"), result
    assert run_code("pass").ok


@check
def leaves_no_process():
    """A daemon that forked twice holds stdout: neither waited for, nor left."""
    code = """
import os, time
if os.fork() == 0:
    try: os.setsid()
    except PermissionError: pass
    if os.fork() == 0:
        while True: time.sleep(1)
    os._exit(0)
assert os.wait()[1] == 0
print("done")
"""
    started = time.monotonic()
    result = run_code(code, timeout=30)
    assert (result.status, result.stdout) == ("ok", "done\n"), result
    assert time.monotonic() - started < 30  # its timeout: the daemon never ends
    # Files are read when nobody is left to write them: the first is never behind the second.
    writer = """
import os, time
if os.fork() == 0:
    count = 0
    while True:
        count += 1
        for name in ("a", "b"):
            with open(name + ".new", "w") as file: file.write(str(count).rjust(1 << 20))
            os.rename(name + ".new", name)
while not os.path.exists("b"): time.sleep(0.001)
"""
    for _ in range(5):
        files = run_code(writer, outputs=["a", "b", "a.new", "b.new"]).files
        assert int(files["a"]) >= int(files["b"]), {name: content.strip() for name, content in files.items()}
        assert int(files["a"]) - int(files["b"]) <= 1
    assert run_code("pass").ok


@check
def confined_limits_processes():
    bomb = """
import os, time
made = 0
try:
    while True:
        if os.fork() == 0:
            time.sleep(60)
        made += 1
except OSError:
    print(made)
"""
    result = run_code(bomb, processes=10, timeout=20)
    ended = ("killed", "") if result.level == "landlock" else ("ok", "9\n")
    assert (result.status, result.stdout) == ended, result
    status = run_code("import os\nwhile True:\n  try: os.fork()\n  except OSError: pass", timeout=0.5).status
    # Where processes are counted by looking, a busy machine may be at the deadline first.
    assert status in (("killed", "timeout") if result.level == "landlock" else ("timeout",)), status
    assert run_code("pass").ok


HIDDEN = {
    "shared pages that are advised away": """
import mmap
kept = [mmap.mmap(-1, 40 << 20) for _ in range(5)]
for each in kept:
    for at in range(0, 40 << 20, 4 << 20):
        each[at : at + (4 << 20)] = b"x" * (4 << 20)
        each.madvise(mmap.MADV_DONTNEED)
""",
    "page tables": """
import mmap
span = mmap.mmap(-1, 64 << 30, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, prot=mmap.PROT_READ)
for at in range(0, 64 << 30, 2 << 20):
    span[at]
""",
    "files without a name": """
import os
for file in [os.memfd_create("x") for _ in range(10)]:
    for _ in range(20):
        os.write(file, bytes(1 << 20))
""",
}


@check
def confined_counts_memory_that_is_hidden():
    for where, code in HIDDEN.items():
        result = run_code(code + "\nimport time; time.sleep(3600)", memory=48 << 20, timeout=60)
        assert result.status == "memory", (where, result)


@check
def confined_cuts_processes_to_those_of_the_module():
    code = """
import os, signal
made = []
try:
    while len(made) < 300:
        child = os.fork()
        if child == 0:
            signal.pause()
        made.append(child)
    signal.pause()  # where processes are counted by looking, it is ended here
except BlockingIOError:
    pass
print(len(made))
for child in made:
    os.kill(child, signal.SIGKILL)
"""
    result = run_code(code, processes=1000, timeout=60)  # the module has 256
    # Their page tables may be more than the run may have before all are there.
    assert result.status in ("killed", "memory") or (result.ok and int(result.stdout) <= 256), result


@check
def confined_cannot_write_to_proc():
    code = """
import os
for name in ("oom_score_adj", "autogroup"):
    try:
        os.open(f"/proc/self/{name}", os.O_WRONLY)
        print(name)
    except OSError:
        pass
try:
    print(open("/proc/self/oom_score_adj").read().strip())
except OSError:
    print(1000)
"""
    assert run_code(code).stdout == "1000\n"


@check
def confined_limits_memory_of_all_processes_together():
    code = """
import os, time
for _ in range(20):
    if os.fork() == 0: break
x = bytearray(40 << 20)
time.sleep(30)
"""
    result = run_code(code, memory=64 << 20, timeout=20)
    assert result.status == "memory", result
    filled = run_code("f = open('x', 'wb')\nwhile True: f.write(bytes(1 << 20))", memory=8 << 20, timeout=20)
    assert filled.status in ("memory", "failed", "killed"), filled


@check
def confined_kills_nothing_but_itself():
    code = """
import os, signal
child = os.fork()
if child == 0:
    while True: signal.pause()
for number in (signal.SIGKILL, signal.SIGTERM, signal.SIGSTOP):
    for pid in (1, os.getppid()):
        try: os.kill(pid, number)
        except PermissionError: pass
os.kill(-1, signal.SIGKILL)
print(os.wait()[1])
"""
    result = run_code(code)
    assert (result.status, result.stdout) == ("ok", "9\n"), result
    code = """
import resource
for kind in (resource.RLIMIT_AS, resource.RLIMIT_DATA, resource.RLIMIT_NOFILE, resource.RLIMIT_FSIZE, resource.RLIMIT_CPU):
    try: resource.prlimit(1, kind, (0, 0))
    except OSError: pass
print("done")
"""
    # Whatever it does to its supervisor, it is never taken for a fault of the sandbox, which would have no reward.
    assert run_code(code).status in ("ok", "killed")
    early = "import os, resource\nwhile True: resource.prlimit(1, resource.RLIMIT_NOFILE, (0, 0)); os.getpid()"
    # With the filter of system calls it is refused, and the program fails.
    assert run_code(early, timeout=0.3).status in ("timeout", "killed", "failed")
    starved = "import resource\nfor k in (resource.RLIMIT_AS, resource.RLIMIT_DATA): resource.prlimit(1, k, (1, 1))\nprint('x' * 9999999)"
    assert run_code(starved, timeout=5, output_limit=9 << 20).status in ("killed", "ok", "failed")
    assert run_code("pass").ok


# --- what is in reach -------------------------------------------------------------------------------------


@check
def namespaces_see_an_empty_world():
    assert inside("[os.getpid(), os.getppid(), sorted(n for n in os.listdir('/proc') if n.isdigit())]") == [
        2,
        1,
        ["1", "2"],
    ]
    folder, work, tmp, python = inside("[os.getcwd(), os.listdir('.'), os.listdir('/tmp'), sys.executable]")
    way_to_interpreter = {python.split("/")[2]} if python.startswith("/tmp/") else set()
    assert (folder, work, set(tmp) - way_to_interpreter) == ("/tmp/work", [], {".shm", "main.py", "work"}), tmp
    assert inside("sorted(int(n) for n in os.listdir('/proc/self/fd') if os.path.exists('/proc/self/fd/' + n))")[
        :3
    ] == [0, 1, 2]
    code = """
import os
held = []
for name in os.listdir("/proc/self/fd"):
    try: held.append((int(name), os.readlink("/proc/self/fd/" + name)))
    except OSError: pass
print([number for number, target in held if number > 2 and not target.startswith("/proc")])
"""
    assert run_code(code).stdout == "[]\n"
    status = run_code("print(open('/proc/self/status').read())").stdout
    for line in (
        "CapEff:\t0000000000000000",
        "CapPrm:\t0000000000000000",
        "CapInh:\t0000000000000000",
        "NoNewPrivs:\t1",
    ):
        assert line in status, status
    assert inside("os.getuid()") != 0


@check
def confined_finds_nothing_of_the_grader(row=None):
    own = os.path.abspath(__file__)
    wanted = [own, os.path.dirname(own), "/runrl", *(row or {}).get("paths", [])]
    assert os.path.exists(own)
    code = """
import json, os, sys, gc
under_landlock = len(input()) > 0
wanted = [path[::-1] for path in json.loads(input())]
def found(path):
    if not under_landlock: return os.path.exists(path)
    try: return os.listdir(path) if os.path.isdir(path) else open(path).read()
    except OSError: return False
print(json.dumps([path for path in wanted if found(path)]))
texts = [repr(dict(os.environ)), repr(sys.argv), repr(sys.orig_argv), repr(sys.path)]
for name in ("/proc/self/cmdline", "/proc/1/cmdline", "/proc/self/environ", "/proc/self/mountinfo", "/proc/self/maps"):
    try: texts.append(open(name, "rb").read().decode("latin-1"))
    except OSError: pass
frame = sys._getframe().f_back
while frame: texts.append(repr(frame.f_locals)); frame = frame.f_back
gc.unfreeze()
kept = [wanted, globals()]
for each in gc.get_objects():
    if not any(each is own for own in kept):
        texts += [one for one in gc.get_referents(each) if type(one) is str and len(one) < 10000]
print(len(texts) > 10000, json.dumps([text for text in texts if any(path in text for path in wanted[:1])]))
for name in ("/proc/1/mem", "/proc/1/environ", "/proc/1/fd"):
    try: os.listdir(name) if name.endswith("fd") else open(name, "rb").read(1); print(name)
    except OSError: pass
"""
    # Reversed, so that what the code is asked to look for is not what it finds.
    level = run_code("pass").level
    stdin = ("yes" if level == "landlock" else "") + "\n" + json.dumps([path[::-1] for path in wanted])
    result = run_code(code, stdin=stdin)
    assert result.ok, result
    assert result.stdout == "[]\nTrue []\n", result.stdout


@check
def namespaces_have_no_network(row=None):
    code = """
import socket, json
def attempt(family, kind, address):
    try:
        with socket.socket(family, kind) as sock:
            sock.settimeout(1); sock.connect(address); return "connected"
    except OSError as error: return type(error).__name__
row = json.loads(input())
print(attempt(socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", row.get("port", 1))))
print(attempt(socket.AF_INET, socket.SOCK_DGRAM, ("192.0.2.1", 9)))
print(attempt(socket.AF_UNIX, socket.SOCK_STREAM, "\\0" + row.get("abstract", "none")))
try: print(socket.if_nameindex())
except OSError: print("no list of interfaces")
a = socket.socket()
try: a.bind(("127.0.0.1", 0)); a.listen(); b = socket.create_connection(a.getsockname(), 1); print("loopback")
except OSError: print("no loopback")
"""
    import socket

    with socket.socket() as server, socket.socket(socket.AF_UNIX) as abstract:
        server.bind(("127.0.0.1", 0))
        server.listen()
        socket.create_connection(server.getsockname(), 1).close()
        abstract.bind("\0runrl-check")
        abstract.listen()
        row = {"port": server.getsockname()[1], "abstract": "runrl-check"}
        lines = run_code(code, stdin=json.dumps(row), timeout=20).stdout.splitlines()
    assert "connected" not in lines, lines
    assert lines[-1] == "no loopback", lines


@check
def landlock_has_no_sockets_and_reaches_nobody():
    code = """
import os, signal, socket
def attempt(name, function, *arguments):
    try: function(*arguments); print(name)
    except OSError: pass
for family in (socket.AF_UNIX, socket.AF_INET, socket.AF_INET6): attempt(family, socket.socket, family)
for pid in (1, os.getppid(), os.getpgid(os.getppid()), -os.getpgid(os.getppid())):
    for number in (0, signal.SIGCONT, signal.SIGKILL): attempt(f"signal to {pid}", os.kill, pid, number)
attempt("session", os.setsid)
attempt("group", os.setpgid, 0, 0)
if (child := os.fork()) == 0:
    attempt("session of a child", os.setsid)
    attempt("group of a child", os.setpgid, 0, 0)
    os._exit(0)
os.waitpid(child, 0)
attempt("proc", os.listdir, "/proc")
attempt("own proc", os.listdir, "/proc/self")
attempt("other runs", os.listdir, os.path.join(os.environ["TMPDIR"], ".."))
attempt("beside", os.mkdir, os.path.join(os.environ["TMPDIR"], "../beside"))
attempt("shm", open, "/dev/shm/x", "w")
attempt("mode", os.chmod, "/tmp", 0o777)
attempt("priority", os.setpriority, os.PRIO_PROCESS, os.getppid(), 19)
attempt("processors", os.sched_setaffinity, os.getppid(), {0})
open("mine", "w").close(); os.mkdir("folder"); os.rename("mine", "folder/mine"); os.unlink("folder/mine")
a, b = socket.socketpair(); a.send(b"x"); b.recv(1)
print("end")
"""
    result = run_code(code)
    assert (result.status, result.stdout) == ("ok", "end\n"), result


@check
def landlock_leaves_no_folder():
    def goes(folder):
        deadline = time.monotonic() + 60  # when the answer is there already
        while os.path.exists(folder):
            assert time.monotonic() < deadline, folder
            time.sleep(0.01)

    goes(inside("os.environ['TMPDIR']"))
    for code in ("import os\nos.makedirs('/'.join('x' * 2000)[:3900])", "import os; os.mkdir('a'); os.chmod(os.open('a', 0), 0)",
                 "import os, time; open('x', 'w')\nwhile True: time.sleep(1)"):  # fmt: skip
        result = run_code("import os; print(os.environ['TMPDIR'], flush=True)\n" + code, timeout=4)
        goes(result.stdout.split()[0])


@check
def confined_root_is_read_only():
    code = """
import os
folders = ["/", "/usr", "/dev", "/proc", "/runrl", "/etc", os.path.dirname(os.__file__), "/.nothing", "/var/tmp"]
if os.getcwd() != "/tmp/work": folders += ["/tmp", "/dev/shm", os.path.join(os.environ["TMPDIR"], "..")]
for folder in folders:
    try:
        open(os.path.join(folder, "mark"), "w"); print(folder)
    except OSError: pass
print(os.statvfs("/tmp").f_blocks * os.statvfs("/tmp").f_frsize)
"""
    lines = run_code(code).stdout.splitlines()
    assert lines[:-1] == [], lines


@check
def confined_packages_are_there_when_asked_for(row=None):
    name = (row or {}).get("package")
    found = f"__import__('importlib.util').util.find_spec({name!r}) is not None"
    if name:
        assert inside(found) is False
        assert inside(found, packages=True) is True
    assert inside("[p for p in sys.path if p.endswith('-packages')]") == []
    folders = inside("[p for p in sys.path if p.endswith('-packages')]", packages=True)
    assert len(folders) > 0
    if run_code("pass").level == "namespaces":
        assert inside(f"[os.listdir(p) if os.path.exists(p) else [] for p in {folders!r}]") == [[]] * len(folders)
        return
    code = """
import glob, json, sys
for folder in json.loads(input()):
    for path in glob.glob(folder + "/*.py") + glob.glob(folder + "/*/*.py") + glob.glob(folder + "/*/METADATA"):
        try: print(open(path).name)
        except OSError: print(end=".")
"""
    tried = run_code(code, stdin=json.dumps(folders), output_limit=1 << 20).stdout
    assert len(tried) > 0, folders
    assert set(tried) == {"."}, tried


@check
def runs_share_nothing():
    assert run_code("open('/tmp/mark', 'w')" if run_code("pass").level == "namespaces" else "open('mark', 'w')").ok
    assert inside("[os.listdir('.'), os.path.exists('/tmp/mark')]") == [[], False]
    assert run_code(
        "import builtins, json; builtins.len = None; json.dumps = None; import os; os.environ['X'] = '1'"
    ).ok
    assert inside("[len([1]), os.environ.get('X')]") == [1, None]
    first, second = (inside("__import__('random').random()") for _ in range(2))
    assert first != second


@check
def cannot_be_nested():
    for code in ("from runrl import run_code", "import runrl._api", "from runrl_shim.inside.ways_out import code_link"):
        result = run_code(code)
        assert (result.status, "ModuleNotFoundError" in result.stderr) == ("failed", True), result


# --- functions and coroutines -----------------------------------------------------------------------------


@check
def calls_functions():
    values = [None, True, 1, 2**200, -0.5, "é\ud800", [1, [2]], (1, "x"), {"a": {1: (2,)}, (1, 2): None}]
    for value in values:
        result = run_function("def same(x): return x", "same", [value])
        assert result.returned, result
        assert result.value == value
        assert type(result.value) is type(value)
    assert run_function("def add(a, b): return a + b", "add", [1, 2]).value == 3
    for code in ("class I(int): pass\ndef f(): return I(3)", "def f(): return {1, 2}", "def f(): return 1/0", "f = 3", "",
                 "def f():\n  x = []\n  x.append(x)\n  return x", "import os; os._exit(0)", "import sys; sys.exit(0)"):  # fmt: skip
        result = run_function(code, "f")
        assert not result.returned, (code, result)
        assert result.value is None
    assert str(run_function("def f(): return float('nan')", "f").value) == "nan"
    hostile = "open('.returned.json', 'w').write('[' * 100000); import os; os._exit(0)"
    assert not run_function(hostile, "f").returned
    try:
        run_function("", "f", [object()])
    except TypeError:
        return
    raise AssertionError("an object was handed over")


@check
def runs_at_the_same_time():
    async def several():
        return await asyncio.gather(
            *(run_code_async(f"import time; time.sleep(0.3); print({n})", timeout=20) for n in range(6))
        )

    started = time.monotonic()
    results = asyncio.run(several())
    assert [result.stdout for result in results] == [f"{n}\n" for n in range(6)]
    assert time.monotonic() - started < 6 * 0.3 + 5

    async def cancelled():
        try:
            await asyncio.wait_for(run_code_async("while True: pass", timeout=60), 0.2)
        except asyncio.TimeoutError:
            return await run_code_async("print(1)")

    assert asyncio.run(cancelled()).stdout == "1\n"
    assert isinstance(asyncio.run(run_code_async("1/0")), CodeResult)


@check
def says_whether_it_is_confined(row=None):
    level = (row or {}).get("level", "none")
    result = run_code("pass")
    assert (result.level, result.confined) == (level, level != "none"), result
