"""Becomes the program: from here on the process runs model-written code, as `python main.py` would.

The interpreter is a fork that has only the standard library loaded. What a program finds of us in it (these frames, the
request, which is its own) is worth nothing to it.
"""

from __future__ import annotations

import atexit
import builtins
import gc
import io
import os
import signal
import site
import sys
import threading
import types

from runrl import _wire as wire

TYPE_CHECKING = False
if TYPE_CHECKING:
    import mmap
    from typing import NoReturn

    from runrl._confinement import Confinement

# `signal.signal` wraps this one and makes enums of what it returns, which touches much memory.
_set_handler = sys.modules["_signal"].signal

PACKAGES = ("site-packages", "dist-packages")


def become_program(
    request: wire.Request, confinement: Confinement, path: str, streams: tuple[int, int, int], page: mmap.mmap
) -> NoReturn:
    """Runs the request's code as `__main__` and ends the process as the interpreter would."""
    code = 70
    try:
        try:
            os.setsid()
            for target, descriptor in enumerate(streams):
                os.dup2(descriptor, target)
            _settle(request, path)
            confinement.enter(request)
            os.closerange(3, 1 << 16)
        except BaseException as error:
            os.write(2, f"runrl: the program could not be started: {error!r}\n".encode())
            os._exit(70)
        code = _execute(path, page)
        code = _finish(code)
    finally:
        os._exit(code & 0xFF)


# Kept, so that forgetting their names in a program frees nothing: what a fork touches it has to copy.
_ours: dict[str, types.ModuleType] = {}
_OWN = ("runrl", "runrl_shim")


def prepare_interpreter(folder: str) -> None:
    """What can be done before the fork: environment and import path of the programs whose folder it will be."""
    paths = [os.path.dirname(sys.executable), "/usr/bin", "/bin"]
    os.environ.clear()
    os.environ.update(
        HOME=folder,
        TMPDIR=folder,
        LANG="C.UTF-8",
        PATH=":".join(dict.fromkeys(paths)),
        PYTHONUTF8="1",
        PYTHONDONTWRITEBYTECODE="1",
        OMP_NUM_THREADS="1",
        OPENBLAS_NUM_THREADS="1",
        MKL_NUM_THREADS="1",
    )
    _ours.update((name, sys.modules[name]) for name in list(sys.modules) if name.split(".")[0] in _OWN)
    own = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    standard = (entry for entry in sys.path if entry != own and os.path.basename(entry) not in PACKAGES)
    sys.path[:] = [os.path.join(folder, "work"), *standard]
    site.setquit()
    site.setcopyright()
    site.sethelper()
    sys.stdin = sys.__stdin__ = _stream(0, "r")  # type: ignore[misc]
    sys.stdout = sys.__stdout__ = _stream(1, "w")  # type: ignore[misc]
    sys.stderr = sys.__stderr__ = _stream(2, "w")  # type: ignore[misc]


def _settle(request: wire.Request, path: str) -> None:
    """An interpreter as `python main.py` finds it."""
    _set_handler(signal.SIGINT, signal.default_int_handler)
    sys.argv = [path, *request.arguments]
    sys.orig_argv = [sys.executable, *sys.argv]
    for name in _ours:
        sys.modules.pop(name, None)
    sys.modules["runrl"] = None  # type: ignore[assignment]  # no run inside a run
    if request.packages:
        site.main()
    gc.enable()


def _stream(descriptor: int, mode: str) -> io.TextIOWrapper:
    errors = "backslashreplace" if descriptor == 2 else "surrogateescape"
    raw = open(descriptor, f"{mode}b", closefd=False)  # noqa: SIM115
    return io.TextIOWrapper(raw, encoding="utf-8", errors=errors, line_buffering=descriptor == 2)


def _execute(path: str, page: mmap.mmap) -> int:
    main = types.ModuleType("__main__")
    main.__dict__.update(__file__=path, __builtins__=builtins, __cached__=None)
    sys.modules["__main__"] = main
    try:
        with open(path, "rb") as file:
            source = file.read()
        exec(compile(source, path, "exec", dont_inherit=True), main.__dict__)
    except SystemExit as error:
        return _exit_code(error.code)
    except BaseException as error:
        page[0] = isinstance(error, MemoryError)
        trace = error.__traceback__
        trace = trace.tb_next if trace is not None else None  # without our own frame
        try:
            sys.excepthook(type(error), error.with_traceback(trace), trace)
        except SystemExit as left:
            return _exit_code(left.code)
        except BaseException:
            pass
        return -signal.SIGINT if isinstance(error, KeyboardInterrupt) else 1
    return 0


def _exit_code(code: object) -> int:
    if code is None:
        return 0
    if isinstance(code, int):
        return int(code)
    print(code, file=sys.stderr)
    return 1


def _finish(code: int) -> int:
    """What the interpreter does at its end: waits for threads, calls what was registered, flushes."""
    try:
        threading._shutdown()  # type: ignore[attr-defined]
    except BaseException:
        sys.excepthook(*sys.exc_info())
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream is not None and not stream.closed:
                stream.flush()
        except BaseException:
            code = code or 120  # as the interpreter says it
    if code == -signal.SIGINT:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGINT)
    return code
