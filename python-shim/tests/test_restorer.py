"""A worker that is restored is, byte for byte, what it was; what asks the kernel for anything is let go."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from runrl_shim.inside.restore.tracing import AT_SYSTEM_CALL
from runrl_shim.wire import protocol as wire

HERE = Path(__file__).resolve().parent
SCRIPT = [sys.executable, str(HERE / "restored_worker.py")]
NOBODY = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]


def serve_anyhow(*calls: str, **settings: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*SCRIPT, *calls],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(HERE.parent), **settings},
        check=False,
        timeout=600,
    )


def serve(*calls: str, **settings: str) -> dict:
    done = serve_anyhow(*calls, **settings)
    if "cannot be restored here" in done.stderr:
        pytest.skip("the kernel cannot tell which pages were written, or refuses to")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


WRITES = {
    "a global": ("globals_ = restorable.offer.__globals__; value = globals_.get('left'); globals_['left'] = 1", "None"),
    "an object": ("value = kept[7]; kept[7] = 9", "0"),
    "a builtin": ("import builtins; value = len([1]); builtins.len = lambda _: 5", "1"),
    "much memory": ("value = len(kept); kept.extend(bytes(3_000_000)); more = [str(n) for n in range(20_000)]", "1000"),
    "a text": ("a = ctypes.c_char.from_address(id(math.__name__) + 48); value = a.value; a.value = b'X'", "b'm'"),
    "a library": ("e = ctypes.c_int.in_dll(ctypes.pythonapi, 'Py_VerboseFlag'); value = e.value; e.value = 1", "0"),
    "rounding": ("value = libm.fegetround(); libm.fesetround(0x400)", "0"),
    "the page that is shared": ("value = account[5]; account[5] = 7", "0"),
    "deep recursion": ("value = kept[3]; kept[3] = 1\nexec('def f(n): return n and f(n-1)\\nf(800)', {})", "0"),
}


@pytest.mark.parametrize("name", WRITES)
def test_what_a_call_writes_is_gone(name: str) -> None:
    code, value = WRITES[name]
    seen = serve(*[code] * 5)
    assert [each["value"] for each in seen["answers"]] == [value] * 5
    assert seen["restored"] == 5
    assert seen["differing"] == [[]] * 5


def test_no_two_calls_draw_the_same() -> None:
    seen = serve(*["value = restorable.chance()"] * 4)
    assert len({each["value"] for each in seen["answers"]}) == 4


ASKS = {
    "a question": "value = os.getpid() > 0",
    "a file": "os.close(os.open('/dev/null', os.O_RDONLY)); value = True",
    "a further descriptor": "os.dup(fd); value = True",
    "writing elsewhere": "os.write(2, b''); value = True",
    "the socket itself": "os.write(fd, b'x' * 10); value = True",
    "memory": "import mmap; mmap.mmap(-1, 4096); value = True",
    "a timer": "import signal; signal.setitimer(signal.ITIMER_REAL, 100); value = True",
    "a fork": "pid = os.fork()\nif pid == 0: os._exit(0)\nos.waitpid(pid, 0); value = True",
    "a signal": "import signal; signal.raise_signal(signal.SIGWINCH); value = True",
}


@pytest.mark.parametrize("name", ASKS)
def test_whoever_asks_the_kernel_is_let_go_and_serves_no_further_call(name: str) -> None:
    seen = serve("value = 1", ASKS[name], "value = 3")
    answers = [(each["value"], each["traced"]) for each in seen["answers"]]
    assert answers == [("1", "True"), ("True", "False")]
    assert (seen["restored"], seen["code"]) == (1, 0)


def test_a_crash_is_that_of_the_worker() -> None:
    seen = serve("value = 1", "ctypes.string_at(8)")
    assert (len(seen["answers"]), seen["restored"], seen["code"]) == (1, 1, -11)


def test_calls_that_have_used_much_time_together_cost_the_worker() -> None:
    # A limit of CPU time that a call sets for itself, as guards do, counts what the process has used before.
    seen = serve("value = 1", "value = sum(i * i for i in range(8_000_000))", "value = 3")
    assert (seen["restored"], seen["code"]) == (1, -9)
    assert len(seen["answers"]) == 2


def test_a_stack_that_has_grown_ends_the_worker_after_its_answer() -> None:
    grows = "ctypes.memset(stack() - (2 << 20), 1, 1); value = 2"
    seen = serve("value = 1", grows, "value = 3")
    assert [each["value"] for each in seen["answers"]] == ["1", "2"]
    assert (seen["restored"], seen["code"]) == (1, -9)


def test_a_flag_that_cannot_be_set_back_ends_the_worker_after_its_answer() -> None:
    pushes_flags, sets_the_flag_id = "9c58c3", "9c810c24000020009dc3"
    inside = f"flags = machine_code('{pushes_flags}'); set_id = machine_code('{sets_the_flag_id}')"
    seen = serve("value = 1", "value = flags(0, 0, 0) >> 21 & 1; set_id(0, 0, 0)", "value = 3", INSIDE=inside)
    assert [(each["value"], each["retires"]) for each in seen["answers"]] == [("1", True), ("0", True)]
    assert (seen["restored"], seen["code"]) == (1, -9)


def test_what_asks_as_a_32_bit_program_answers_nothing() -> None:
    # mov eax, 1; int 0x80, where 1 is to end; the arguments are where either kind of program has them.
    inside = "write = machine_code('5389fb89f1b801000000cd805bc3')"
    inside += "; low = mmap.mmap(-1, 4096, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x40)"  # MAP_32BIT
    inside += "; low_at = ctypes.addressof(ctypes.c_char.from_buffer(low))"
    forged = "frame = result_frame(1, wire.STATUS_OK, wire.RESULT_HAS_REWARD, 9.0); low[: len(frame)] = frame"
    seen = serve("value = 1", f"{forged}; write(fd, low_at, len(frame))", "value = 3", INSIDE=inside)
    assert (len(seen["answers"]), seen["restored"]) == (1, 1)
    assert seen["asked"] == [AT_SYSTEM_CALL]


LEADS_ELSEWHERE = """
from runrl_shim.inside.restore import restorable as module
find_room, rooms = module._room, []
module._room = lambda: rooms.append(find_room()) or rooms[0]
thread = machine_code('64488b042500000000c3')(0, 0, 0)  # mov rax, fs:0
rseq = thread + ctypes.c_ssize_t.in_dll(ctypes.CDLL(None), '__rseq_offset').value
code = mmap.mmap(-1, 4096, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, prot=7)
code[0] = 1
code_at = ctypes.addressof(ctypes.c_char.from_buffer(code))
def lead_elsewhere():
    end = rooms[0] + 25  # what the code ends with, so that the init sees it where it should be
    code[:64] = (0).to_bytes(8, 'little') + b''.join(
        each.to_bytes(8, 'little') for each in (rooms[0], 27, code_at + 68, 0, 0, 0, 0))
    code[64:68] = (0x53053053).to_bytes(4, 'little')
    code[68:80] = b'\\x48\\xb8' + end.to_bytes(8, 'little') + b'\\xff\\xe0'
    ctypes.c_uint64.from_address(rseq + 8).value = code_at
"""


def test_a_call_cannot_lead_the_code_that_restores_elsewhere() -> None:
    seen = serve(*["value = kept[7]; kept[7] = 9; lead_elsewhere()"] * 8, INSIDE=LEADS_ELSEWHERE)
    assert [each["value"] for each in seen["answers"]] == ["0"] * 8
    assert (seen["restored"], seen["differing"]) == (8, [[]] * 8)


RESERVE = "reserve = mmap.mmap(-1, {} << 20, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)"


def test_no_call_can_tell_by_its_speed_which_reserves_those_before_it_used() -> None:
    reads = [f"value = sum(reserve[at] for at in range({first}, 64 << 20, 9 * 4096))" for first in (0, 4096, 8192)]
    seen = serve(*reads, INSIDE=RESERVE.format(64))
    assert (seen["restored"], seen["differing"]) == (3, [[]] * 3)
    writes = serve(*["value = reserve[9 << 20]; reserve[9 << 20] = 1"] * 3, INSIDE=RESERVE.format(64))
    assert [each["value"] for each in writes["answers"]] == ["0"] * 3
    assert (writes["restored"], writes["differing"]) == (3, [[]] * 3)
    scattered = "for at in range(0, 9 << 20, 9 * 4096): reserve[at] = 1"
    assert serve("value = 1", scattered, "value = 3", INSIDE=RESERVE.format(64))["restored"] == 1
    assert "cannot be restored here" in serve_anyhow("value = 1", INSIDE=RESERVE.format(1024)).stderr


def test_no_call_is_told_or_measured_by_the_most_memory_of_those_before_it() -> None:
    takes = "for at in range(0, 9 << 20, 4096): reserve[at] = 1"
    tells = "import resource; most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024"
    tells += "; value = most - int(open('/proc/self/statm').read().split()[1]) * 4096 < 4 << 20"
    seen = serve("value = 1", takes, tells, INSIDE=RESERVE.format(64))
    assert (seen["restored"], seen["answers"][-1]["value"]) == (2, "True")


def test_what_holds_nothing_is_not_copied() -> None:
    inside = "globals()['kept_large'] = bytearray(8 << 20); kept_large[::4096] = bytes(len(kept_large[::4096]))"
    seen = serve("value = sum(kept_large)", "kept_large[7 << 20] = 1", INSIDE=inside, MOST=str(24 << 20))
    assert (seen["restored"], seen["differing"]) == (2, [[]] * 2)


def test_a_stack_that_was_read_beyond_its_end_ends_the_worker_after_its_answer() -> None:
    seen = serve("value = 1", "value = len(ctypes.string_at(stack() - (2 << 20), 1))", "value = 3")
    assert [each["value"] for each in seen["answers"]] == ["1", "1"]
    assert (seen["restored"], seen["code"]) == (1, -9)


def test_what_the_kernel_draws_in_the_process_is_drawn_once() -> None:
    seen = serve(*["value = chance and chance.draw()"] * 3, INSIDE="chance and [chance.draw() for _ in range(2)]")
    drawn = [each["value"] for each in seen["answers"]]
    if "None" in drawn:
        pytest.skip("the kernel does not draw in processes")
    assert len(drawn) == len(set(drawn)) == 1  # what was there is forgotten, so it asks the kernel: the worker's last


def test_memory_that_forks_find_empty_is_empty() -> None:
    made = "kept_empty = mmap.mmap(-1, 4096, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)"
    made += "; kept_empty.madvise(18); kept_empty[0] = 7"
    seen = serve(*["value = kept_empty[0]; kept_empty[0] = 9"] * 3, INSIDE=made)
    assert [each["value"] for each in seen["answers"]] == ["0"] * 3


WORD = """
tail = {"evidence": [{"kind": KIND, "message": "y" * 900, "where": None, "source": None}]}
for _ in range(TIMES): os.write(fd, result_frame(1, wire.WORKER_EVIDENCE, tail=tail))
value = 1
"""


def word(kind: str, times: int) -> str:
    return WORD.replace("KIND", repr(kind)).replace("TIMES", str(times))


def test_a_call_that_tampered_costs_its_worker_as_far_as_the_agent_sees() -> None:
    traced = "os.write(fd, result_frame(1, wire.WORKER_TRACE)); value = 1"
    seen = serve(traced, word("patched", 1), traced, word("completion_executed", 1), AUTO="1")
    assert [each["retires"] for each in seen["answers"]] == [False, True, False, False]
    assert (seen["told"], seen["restored"]) == (1, 4)


def test_the_agent_hears_of_a_worker_once_it_is_prepared() -> None:
    # A call's time begins when it is given to a worker.
    assert serve("value = 1")["first"] == "prepared"
    assert serve("value = 1", MOST="1000")["first"] == "not prepared"


def test_words_without_end_do_not_pile_up() -> None:
    seen = serve(word("completion_executed", 150))
    assert (seen["restored"], len(seen["answers"])) == (1, 1)
    assert seen["held"] < 100_000


def test_a_worker_that_was_killed_at_rest_takes_no_call_with_it() -> None:
    kills = """
serve_batch = Restorer._serve_batch
def kill_and_serve(self):
    if self.restored: os.kill(self.pid, 9)
    while self.restored and not select.select([self._alive], [], [], 10)[0]: pass
    return serve_batch(self)
import select
Restorer._serve_batch = kill_and_serve
"""
    seen = serve("value = 1", "value = 2", HERE=kills, MORE_TO_COME="1")
    assert (len(seen["answers"]), seen["restored"], seen["code"]) == (1, 1, -9)
    assert seen["unread"] == wire.BATCH_HEADER.size + len("value = 2")


def test_a_file_that_is_mapped_privately_counts() -> None:
    maps = """
file = os.memfd_create("large"); os.ftruncate(file, 200 << 20)
large = mmap.mmap(file, 200 << 20, mmap.MAP_PRIVATE, mmap.PROT_READ | mmap.PROT_WRITE); os.close(file)
"""
    assert serve("value = 1", MOST=str(128 << 20))["restored"] == 1
    seen = serve("value = 1", MOST=str(128 << 20), INSIDE=maps)
    assert (seen["restored"], len(seen["answers"])) == (0, 1)


def test_no_result_is_lost_where_the_kernel_cannot_tell_all_pages() -> None:
    fails = """
written = written_pages.Pages.written
def fail(self):
    if restored_so_far: raise OSError(28, "too many")
    return written(self)
restored_so_far = []
written_pages.Pages.written = fail
put_back = Restorer._restore_rest
Restorer._restore_rest = lambda self: (put_back(self), restored_so_far.append(1) if self.restored else None)
def note(self, *arguments, restore=Restorer._restore):
    restore(self, *arguments); restored_so_far.append(1)
Restorer._restore = note
"""
    seen = serve("value = 1", "value = 2", "value = 3", HERE=fails)
    assert [(each["value"], each["retires"]) for each in seen["answers"]] == [("1", True), ("2", True)]
    assert (seen["restored"], seen["code"]) == (1, -9)


@pytest.mark.parametrize(
    "what", ["tracing.Traced.hold", "written_pages.Pages._open_map", "tracing.Traced.save_registers"]
)
def test_what_cannot_be_traced_is_left_alone_and_leaves_nothing(what: str) -> None:
    fails = f"""
def fail(*_):
    raise OSError(1, "no")
{what} = fail
"""
    seen = serve("value = 1", HERE=fails)
    assert [(each["value"], each["traced"]) for each in seen["answers"]] == [("1", "False")]
    assert (seen["restored"], seen["descriptors"], seen["code"]) == (0, 0, 0)


def test_a_request_for_the_stack_says_nothing_against_restoring() -> None:
    asks = """
measure = Restorer._give
def give(self, *arguments, **named):
    os.kill(self.pid, 64)
    return measure(self, *arguments, **named)
Restorer._give = give
"""
    assert serve("while True: pass", HERE=asks)["was_asked"]
    assert not serve("value = os.getpid()")["was_asked"]


def test_nothing_of_a_call_stays_in_the_process_that_forks_the_next_worker() -> None:
    seen = serve("value = 'SECRET'", "value = 'SECRET'", "value = ('SECRET', os.getpid())")
    assert (seen["restored"], len(seen["answers"])) == (2, 3)
    assert seen["found"] == 0


def test_a_limit_of_cpu_time_is_not_used_up_by_all_calls_together() -> None:
    limits = "import resource; resource.setrlimit(resource.RLIMIT_CPU, (9, 9))"
    done = serve_anyhow("value = 1", INSIDE=limits)
    assert "cannot be restored here" in done.stderr


def test_no_call_can_tell_by_its_speed_which_memory_those_before_it_touched() -> None:
    touches = [f"for at in range({first}, 2 << 20, 7 * 4096): kept_large[at] = 1" for first in (0, 4096, 8192)]
    takes = [f"more = [bytes(9000) for _ in range({count})]" for count in (1, 100, 1000)]
    reads = ["import decimal; value = decimal.Decimal(2).sqrt()"]
    seen = serve(
        *touches, *takes, *reads, *touches, INSIDE="import decimal; globals()['kept_large'] = bytearray(4 << 20)"
    )
    assert (seen["restored"], seen["differing"]) == (10, [[]] * 10)


def test_writes_in_many_places_are_all_gone() -> None:
    writes = "value = sum(kept_large[::8192]); kept_large[::8192] = b'x' * 1024"
    seen = serve(*[writes] * 3, INSIDE="globals()['kept_large'] = bytearray(8 << 20)")
    assert [each["value"] for each in seen["answers"]] == ["0"] * 3
    assert (seen["restored"], seen["differing"]) == (3, [[]] * 3)


EVERYTHING = [
    "value = sum(i * i for i in range(20_000))",
    "import re, json; value = len(json.dumps({str(i): re.sub('a', 'b', 'a' * i) for i in range(200)}))",
    "class A:\n  def f(self): return [self] * 9\nvalue = len([A().f() for _ in range(500)]); kept.extend(b'x' * 9999)",
    "import builtins; builtins.max = None; value = len(''.join(map(chr, range(999))))",
    "def f(n): return n and f(n - 1)\nvalue = f(500); exec('x = 1', globals())",
]
OF_LIBRARIES = {
    "numpy": "import numpy as np; a = np.arange(90.0); value = (np.outer(a, a) @ a).sum(); np.random.rand(5)",
    "sympy": "import sympy; value = sympy.simplify(sympy.sympify('sin(x)**2 + cos(x)**2 + 1/3'))",
    "math_verify": "from math_verify import parse, verify; value = verify(parse('$1/2$'), parse('$0.5$'))",
}


#: `RUNRL_RESTORED_CALLS=2000` for longer: each is compared with all memory, which takes tens of milliseconds.
COUNT = int(os.environ.get("RUNRL_RESTORED_CALLS", "200"))


@pytest.mark.full
@pytest.mark.parametrize("library", ["", *OF_LIBRARIES])
def test_nothing_is_left_of_many_calls(library: str) -> None:
    if library:
        pytest.importorskip(library)
    calls = EVERYTHING + ([OF_LIBRARIES[library]] if library else [])
    text = OF_LIBRARIES.get(library, "")
    seen = serve(*calls, INSIDE=f"exec({text!r}, {{}})" if text else "", EACH=str(COUNT // len(calls)))
    assert seen["restored"] >= COUNT - 10
    assert not any(seen["differing"])
