"""The memory of a worker as it was before its first call, kept by its init to bring it back: see `restorer.py`."""

from __future__ import annotations

import ctypes
from bisect import bisect
from mmap import MAP_ANONYMOUS, MAP_POPULATE, MAP_PRIVATE, mmap
from typing import NamedTuple

from runrl_shim.inside.confinement.confine import libc
from runrl_shim.inside.restore.restorable import (
    SLACK,
    UNLIKE_OTHERS,
    layout_of,
    noted_ranges,
    wiped_ranges,
    writable_ranges,
)
from runrl_shim.inside.restore.tracing import Pieces
from runrl_shim.inside.restore.written_pages import regions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from runrl_shim.inside.restore.tracing import Traced
    from runrl_shim.inside.restore.written_pages import Pages


_BLOCK = 64 << 10  # bytes
_ZEROS = bytes(_BLOCK)
_DONT_NEED = 4  # MADV_DONTNEED
_MOST_MADE = 64  # ranges: each takes some ten microseconds, for which the next call would wait


class NotRestorable(Exception):
    """Why this worker, or any on this machine, cannot be restored."""


class Beyond(NamedTuple):
    """What brings back pages that not every call writes."""

    pieces: Pieces
    pages: list[tuple[int, int]]  # all of them: to be protected again
    made: list[tuple[int, int]]  # those that were not there


class MemoryCopy:
    """What a worker's memory was: a copy of it at other addresses, of so many bytes at `most` that are not zero."""

    def __init__(self, traced: Traced, pages: Pages, most: int) -> None:
        layout = layout_of(str(traced.pid))
        writable = writable_ranges(layout)
        # Empty in the copy and so, from now on, after each call.
        wiped = wiped_ranges(layout)
        files = [(start, end) for start, end, rights, device, *_ in layout if rights == "rw-p" and device != "00:00"]
        # What is not there stays so: what a call makes is given back, and a stack that grows costs the worker. But
        # files that are mapped privately can be copied whole.
        ranges = _joined([*common(pages.own_regions(), writable), *common([*files, *wiped], writable)])
        size = sum(end - start for start, end in ranges)
        if not 0 < size <= most + SLACK:
            raise NotRestorable(f"{size >> 20} MiB of memory")
        self._reserves = _joined(
            (start, end)
            for start, end, rights, device, name, flags, _ in layout
            if rights == "rw-p" and device == "00:00" and name != "[stack]" and not flags & UNLIKE_OTHERS
        )
        self._memory = mmap(-1, size, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE)  # at once: faults take longer
        base = ctypes.addressof(ctypes.c_char.from_buffer(self._memory))
        self._moves: list[tuple[int, int, int]] = []  # start, end, how far away the copy is
        for start, end in ranges:
            self._moves.append((start, end, base - start))
            base += end - start
        self._starts = [start for start, _ in ranges]
        traced.copy_many(Pieces([piece for each in wiped for piece in self._pieces(each)]), into=True)
        everything = Pieces([(start + away, start, end - start) for start, end, away in self._moves])
        traced.copy_many(everything, into=False)
        if size - _give_zeros_back(base - size, size) > most:
            raise NotRestorable(f"{size >> 20} MiB of memory")
        self._everything = everything
        # So that none is shared with the init: a write takes as long anywhere. Memory that is there from end to end is
        # the worker's own already, as it was made by writes (`_have_all_there`).
        partly = [(at, end) for at, end, _, device, *_, there in layout if device != "00:00" or there < end - at]
        shared = [piece for each in common(ranges, partly) for piece in self._pieces(each)]
        traced.copy_many(Pieces(shared), into=True)
        pages.protect(noted_ranges(layout))
        # Pages of memory that cannot be written to look as if they were, because nobody notes it.
        self._note_rest(regions(pages.written()))

    def rest(self, written: bytes) -> None:
        """Takes all that was written by now for written by every call.

        Raises:
            NotRestorable: a page was written, or made, of which there is no copy.
        """
        if self.beyond(written).made:
            raise NotRestorable("a page that was not there")
        self._note_rest(regions(written))

    def _note_rest(self, at_rest: list[tuple[int, int]]) -> None:
        self._at_rest, self._rest_starts = at_rest, [start for start, _ in at_rest]
        self.always = [piece for region in at_rest for piece in self._pieces(region)]
        self._known = set(at_rest)
        self.bring_also([])

    def bring_also(self, pieces: list[tuple[int, int, int]]) -> None:
        """Takes these for a part of what `beyond` brings back."""
        self._also, self._beyond = pieces, Beyond(Pieces([]), [], [])
        self._seen: bytes | None = None

    def _not_at_rest(self, region: tuple[int, int]) -> Iterator[tuple[int, int]]:
        """The parts of a region that calls do not always write."""
        at = region[0]
        index = max(0, bisect(self._rest_starts, at) - 1)
        for start, end in self._at_rest[index:]:
            if start >= region[1]:
                break
            if at < start:
                yield at, start
            at = max(at, end)
        if at < region[1]:
            yield at, region[1]

    def _pieces(self, region: tuple[int, int]) -> Iterator[tuple[int, int, int]]:
        """Where the copies of a region are: (here, there, bytes), in order."""
        index = max(0, bisect(self._starts, region[0]) - 1)
        for start, end, away in self._moves[index:]:
            first, last = max(start, region[0]), min(end, region[1])
            if first < last:
                yield first + away, first, last - first
            elif start >= region[1]:
                return

    def beyond(self, written: bytes) -> Beyond:
        """What brings back the pages in these regions that are not always written.

        Raises:
            NotRestorable: a page was made that is no reserve, or pages in too many places.
        """
        if written != self._seen:
            found = [part for each in regions(written) if each not in self._known for part in self._not_at_rest(each)]
            pieces, made = [], []
            for start, end in found:
                for piece in self._pieces((start, end)):
                    if start < piece[1]:
                        made.append((start, piece[1]))
                    start = piece[1] + piece[2]
                    pieces.append(piece)
                if start < end:
                    made.append((start, end))
            made = _joined(made)
            if len(made) > _MOST_MADE or common(made, self._reserves) != made:
                raise NotRestorable("a page that was not there")
            self._beyond, self._seen = Beyond(Pieces([*pieces, *self._also]), found, made), written
        return self._beyond

    def bring_all_back(self, traced: Traced) -> None:
        """Brings everything back, of a worker that has served only our own call."""
        traced.copy_many(self._everything, into=True)


def _give_zeros_back(start: int, size: int) -> int:
    """Has the kernel take back what holds nothing but zeros, as it shows then. Returns how many bytes that are."""
    given = 0
    for at in range(start, start + size - _BLOCK + 1, _BLOCK):
        if libc.memcmp(ctypes.c_void_p(at), _ZEROS, ctypes.c_size_t(_BLOCK)) == 0:
            libc.madvise(ctypes.c_void_p(at), ctypes.c_size_t(_BLOCK), _DONT_NEED)
            given += _BLOCK
    return given


def _joined(ranges: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """The same memory, in order, without what is in there twice."""
    joined: list[tuple[int, int]] = []
    for start, end in sorted(ranges):
        if joined and start <= joined[-1][1]:
            joined[-1] = joined[-1][0], max(end, joined[-1][1])
        else:
            joined.append((start, end))
    return joined


def common(some: Sequence[tuple[int, int]], others: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """What is in both; the others in order."""
    starts = [start for start, _ in others]
    found = []
    for start, end in some:
        for first, last in others[max(0, bisect(starts, start) - 1) :]:
            if first >= end:
                break
            if max(start, first) < min(end, last):
                found.append((max(start, first), min(end, last)))
    return found
