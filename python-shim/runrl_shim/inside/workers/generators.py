"""Random numbers of the user's code: drawn anew in each fork, or from a seed."""

from __future__ import annotations

import contextlib
import importlib
import os
import random  # early: imported in a call, it would seed itself by chance
import sys
import zlib

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def import_generators() -> None:
    """Imports what `reseed` must find beside `random`, right after the module: in a call, it would seed itself."""
    if "numpy" in sys.modules:
        with contextlib.suppress(Exception):  # whatever is called so
            importlib.import_module("numpy.random")  # which numpy 2.4 does where it is first used


def has_generators() -> bool:
    """Whether there are generators that do not draw anew by themselves after a fork."""
    return "numpy.random" in sys.modules or "torch" in sys.modules


def reseed(seed: int | None) -> None:
    """Seeds every generator that a fork would otherwise leave equal: `random`, and numpy and torch where imported.

    Without a seed by chance, for which the kernel is asked.
    """
    numpy_random = sys.modules.get("numpy.random")
    torch = sys.modules.get("torch")
    if seed is not None:
        random.seed(seed)  # it reseeds itself after a fork
    if numpy_random is not None:
        numpy_random.seed(None if seed is None else seed & 0xFFFFFFFF)
    if torch is not None:
        torch.manual_seed(int.from_bytes(os.urandom(8), "little") >> 1 if seed is None else seed)


def mixed(seed: int, row_text: bytes, completion_text: bytes = b"") -> int:
    """The seed of one call or episode: it depends on the row too, or all rows would draw the same numbers."""
    return (seed * 0x9E3779B1 + zlib.crc32(completion_text, zlib.crc32(row_text))) & 0x7FFFFFFFFFFFFFFF


def random_state() -> Any:
    """Where the module `random` is in its numbers."""
    return random.getstate()


def draw_on(state: Any) -> None:
    """Has it go on from there."""
    random.setstate(state)
