"""One call, from the JSON texts of row and completion to a status, a number and what belongs to it."""

from __future__ import annotations

import mmap

from runrl_shim.inside.results import limits
from runrl_shim.inside.results.bare_messages import in_words
from runrl_shim.inside.results.blocked import why_hidden
from runrl_shim.inside.results.result import digits_of, normalise
from runrl_shim.inside.tampering.matching import said_in
from runrl_shim.inside.workers.generators import mixed, reseed
from runrl_shim.inside.workers.measure import peak_memory
from runrl_shim.inside.workers.rows import as_json, read_once
from runrl_shim.wire import protocol as wire

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from runrl_shim.inside.tampering.watch import Watched

# What it takes to tell that a call has used up all memory. The worker that needed it retires.
MEMORY_RESERVE = 8 << 20  # bytes
memory_reserve: Any = None


def set_aside_memory() -> None:
    """Keeps some memory back for the moment when there is none."""
    global memory_reserve
    memory_reserve = mmap.mmap(-1, MEMORY_RESERVE, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)


def evaluate(
    run: Callable[[dict[str, Any], object], object],
    row_text: bytes,
    completion_text: bytes,
    form: int,
    seed: int | None,
    watched: Watched,
    read_row: Callable[[bytes], dict[str, Any]] = read_once,
) -> tuple[int, float | None, dict[str, Any] | None]:
    """Evaluates one call, watched until the function is done.

    Args:
        form: what `completion_text` is: see `said_in`.

    Returns:
        Status code, reward and the parts of the result that are not empty.
    """
    row = None
    try:
        try:
            row = read_row(row_text)
            completion = said_in(completion_text, form)
        except RecursionError:
            watched.on = False
            return too_deep()
        if seed is not None:
            if type(completion) is str:  # the same numbers in whichever form it travels
                completion_text = as_json(completion).encode("utf-8", "surrogatepass")
            reseed(mixed(seed, row_text, completion_text))
        value = run(row, completion)
    except BaseException as error:  # SystemExit and KeyboardInterrupt are failures of the call, not of the worker
        watched.on = False
        return failed(error, row)
    watched.on = False
    try:
        kind, reward, info, warnings, problem = normalise(value)
    except BaseException as error:
        return failed(error)
    if kind != "ok":
        name, message = problem or ("InvalidReward", "")
        return wire.STATUS_INVALID, None, {"error": {"type": name, "message": message, "traceback": None}}
    if not info and not warnings and type(reward) is float:
        return wire.STATUS_OK, reward, None
    tail: dict[str, Any] = {}
    if (digits := digits_of(reward, info)) is not None:
        tail["digits"] = digits
    if info:
        tail["info"] = info
    if warnings:
        tail["warnings"] = warnings
    return wire.STATUS_OK, reward, tail


def failed(error: BaseException, row: object = None) -> tuple[int, None, dict[str, Any]]:
    """Status, no number and the tail of a call that ended with this exception.

    Args:
        error: The exception.
        row: The prompt row that the call was for; its fields are named where a key of it was misspelt.
    """
    from runrl_shim.inside.results.trace import user_traceback

    without_memory = limits.ran_out(error, peak_memory())
    if without_memory and memory_reserve is not None:
        memory_reserve.close()  # the first thing, and without a single allocation: there may be nothing left
    try:
        name, message, text, _where = user_traceback(error)
    except BaseException:  # an exception that fails at whatever one asks of it
        name, message, text = "BaseException", "the call raised an exception that cannot be told", ""
    if without_memory and (not message or type(error) is SystemError):
        name, message = "MemoryError", limits.out_of_memory()
    hint = limits.hint_for(error, message)
    message = in_words(error, message, row if hint is None else None, text)
    status = wire.STATUS_MEMORY if without_memory else wire.STATUS_RAISED
    tail: dict[str, Any] = {"error": {"type": name, "message": message, "traceback": text}}
    told = why_hidden(error)
    if told is not None:
        tail["warnings"] = [told]
    elif hint is not None:
        tail["warnings"] = [f"the call may have met a limit: {hint}"]
    elif type(error) is ModuleNotFoundError and type(error.name) is str:
        from runrl_shim.inside.results.load_error import missing_package

        tail["warnings"] = [missing_package(error.name.partition(".")[0], "the file")]
    return status, None, tail


def out_of_memory() -> tuple[int, None, dict[str, Any]]:
    """The same of one whose result could not be written any more."""
    if memory_reserve is not None:
        memory_reserve.close()
    error = {"type": "MemoryError", "message": limits.out_of_memory(), "traceback": None}
    return wire.STATUS_MEMORY, None, {"error": error}


def too_deep() -> tuple[int, None, dict[str, Any]]:
    """The same of one whose JSON cannot be read."""
    message = (
        "the prompt row or the completion nests lists or objects deeper than Python reads JSON (about 1,000 levels;"
        " sys.setrecursionlimit may change it)"
    )
    return wire.STATUS_INVALID, None, {"error": {"type": "NestedTooDeep", "message": message, "traceback": None}}
