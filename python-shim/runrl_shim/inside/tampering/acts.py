"""Audit events that are watched for: those that could leave a trace, and those that are evidence of tampering."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FrameType

# Acts that count wherever they come from (unless an import of a read-only file does them).
TRACES = frozenset(
    {
        "code.__new__",
        "cpython.PyInterpreterState_New",
        "ctypes.PyObj_FromPtr",
        "ctypes.dlopen",
        "ctypes.dlsym",
        "ctypes.dlsym/handle",
        "ctypes.cdata",
        "ctypes.cdata/buffer",
        "ctypes.call_function",
        "ctypes.memoryview_at",
        "ctypes.string_at",
        "ctypes.wstring_at",
        "function.__new__",
        "gc.get_objects",
        "gc.get_referents",
        "gc.get_referrers",
        "marshal.loads",
        "object.__delattr__",
        "object.__setattr__",
        "os.chdir",
        "os.chflags",
        "os.chmod",
        "os.chown",
        "os.exec",
        "os.fork",
        "os.forkpty",
        "os.kill",
        "os.killpg",
        "os.link",
        "os.mkdir",
        "os.posix_spawn",
        "os.putenv",
        "os.remove",
        "os.rename",
        "os.rmdir",
        "os.spawn",
        "os.startfile",
        "os.symlink",
        "os.system",
        "os.setxattr",
        "os.removexattr",
        "os.truncate",
        "os.unsetenv",
        "os.utime",
        "pickle.find_class",
        "pty.spawn",
        "resource.prlimit",
        "resource.setrlimit",
        "shutil.rmtree",
        "signal.pthread_kill",
        "socket.bind",
        "sqlite3.connect",
        "sqlite3.enable_load_extension",
        "subprocess.Popen",
        "sys._current_frames",
        "sys.addaudithook",
        "sys.setprofile",
        "sys.settrace",
        "_thread.start_new_thread",
        "_thread.start_joinable_thread",
        "threading.Thread.start",
    }
)

# The only way to other code or defaults of a function; names are set without an event.
SETS_ATTRIBUTES = frozenset({"object.__delattr__", "object.__setattr__"})

# Audit hooks are one interpreter's own: what runs in another one is seen by nobody.
OTHER_INTERPRETERS = frozenset({"_xxsubinterpreters", "_interpreters", "_testcapi", "_testinternalcapi"})

#: Event → kind and what it is, when completion code does it. Those about frames and functions are looked at closer.
ACTS: dict[str, tuple[str, str]] = {
    "sys._getframe": ("frame_walk", "took a frame of the stack (`sys._getframe`)"),
    "object.__getattr__": ("frame_walk", "took a frame from `{}`"),
    "sys._current_frames": ("frame_walk", "took the stacks of all threads (`sys._current_frames`)"),
    "sys._current_exceptions": ("frame_walk", "took the exceptions of all threads (`sys._current_exceptions`)"),
    "object.__setattr__": ("code_changed", "changed `{}` of a function that is not its own"),
    "sys.settrace": ("tracing", "set a trace function (`sys.settrace`)"),
    "sys.setprofile": ("tracing", "set a profile function (`sys.setprofile`)"),
    "sys.monitoring.register_callback": ("tracing", "set a monitoring function (`sys.monitoring`)"),
    "sys.addaudithook": ("tracing", "added an audit hook (`sys.addaudithook`)"),
    "gc.get_objects": ("introspection", "listed the objects in memory (`gc.get_objects`)"),
    "gc.get_referrers": ("introspection", "searched memory (`gc.get_referrers`)"),
    "gc.get_referents": ("introspection", "searched memory (`gc.get_referents`)"),
    "ctypes.PyObj_FromPtr": ("introspection", "took an object by its address (`ctypes`)"),
    "ctypes.memoryview_at": ("introspection", "read or wrote memory (`ctypes`)"),
    "ctypes.dlopen": ("introspection", "opened a C library (`ctypes`)"),
    "ctypes.dlsym": ("introspection", "called into a C library (`ctypes`)"),
    "ctypes.dlsym/handle": ("introspection", "called into a C library (`ctypes`)"),
    "ctypes.cdata": ("introspection", "read or wrote memory (`ctypes`)"),
    "ctypes.call_function": ("introspection", "called a C function (`ctypes`)"),
    "ctypes.string_at": ("introspection", "read memory (`ctypes`)"),
    "ctypes.wstring_at": ("introspection", "read memory (`ctypes`)"),
    "import": ("introspection", "imported `{}`: no hook sees what runs in another interpreter"),
    "open": ("introspection", "opened the memory of a process (`{}`)"),
    "os.fork": ("process", "forked"),
    "os.forkpty": ("process", "forked"),
    "os.exec": ("process", "replaced its process (`os.exec`)"),
    "os.posix_spawn": ("process", "started a process"),
    "os.spawn": ("process", "started a process"),
    "os.system": ("process", "started a process (`os.system`)"),
    "subprocess.Popen": ("process", "started a process (`subprocess`)"),
    "os.kill": ("process", "sent a signal (`os.kill`)"),
    "os.killpg": ("process", "sent a signal (`os.killpg`)"),
    "signal.pthread_kill": ("process", "sent a signal (`signal.pthread_kill`)"),
    "_thread.start_new_thread": ("process", "started a thread"),
    "_thread.start_joinable_thread": ("process", "started a thread"),
}

#: Modules, and which of their functions give the frames that they take to their callers. None: all of them.
_HAND_FRAMES_ON: dict[str, frozenset[str] | None] = {
    "asyncio.base_tasks": frozenset({"_task_get_stack"}),
    "asyncio.tasks": frozenset({"get_stack"}),
    "bdb": None,
    "inspect": None,
    "logging": frozenset({"currentframe", "<lambda>"}),
    "pdb": None,
    "traceback": frozenset(
        {"_extract_from_extended_frame_gen", "extended_frame_gen", "extract", "walk_stack", "walk_tb"}
    ),
}


def hands_frames_on(frame: FrameType) -> bool:
    """Whether a library's function that has taken a frame gives it, or what is in it, to its caller."""
    functions = _HAND_FRAMES_ON.get(frame.f_globals.get("__name__", ""), frozenset())
    if functions is not None and frame.f_code.co_name not in functions:
        return False
    return frame.f_locals.get("capture_locals", True) is True  # else a summary of a stack, without what is in it
