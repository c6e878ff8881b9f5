"""The memory of a worker as it was before its first call, kept by its init to bring it back: see `restorer.py`."""

from __future__ import annotations

import ctypes
from bisect import bisect
from mmap import MAP_ANONYMOUS, MAP_PRIVATE, mmap

from runrl_shim.inside.restore.restorable import layout_of, noted_ranges, wiped_ranges, writable_ranges
from runrl_shim.inside.restore.tracing import PAGE, Pieces

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from runrl_shim.inside.restore.tracing import Traced
    from runrl_shim.inside.restore.written_pages import Pages


class NotRestorable(Exception):
    """Why this worker, or any on this machine, cannot be restored."""


class MemoryCopy:
    """What a worker's memory was: a copy of it at other addresses, of so many bytes at `most`."""

    def __init__(self, traced: Traced, pages: Pages, most: int) -> None:
        layout = layout_of(str(traced.pid))
        writable = writable_ranges(layout)
        # Empty in the copy and so, from now on, after each call.
        wiped = wiped_ranges(layout)
        files = [(start, end) for start, end, rights, device, *_ in layout if rights == "rw-p" and device != "00:00"]
        # What is not there stays so: where a call makes a page, or grows its stack, it costs the worker. But files that
        # are mapped privately can be copied whole.
        ranges = _joined([*_common(_regions(pages.present()), writable), *_common([*files, *wiped], writable)])
        size = sum(end - start for start, end in ranges)
        if not 0 < size <= most:
            raise NotRestorable(f"{size >> 20} MiB of memory")
        self._memory = mmap(-1, size, MAP_PRIVATE | MAP_ANONYMOUS)
        base = ctypes.addressof(ctypes.c_char.from_buffer(self._memory))
        self._moves: list[tuple[int, int, int]] = []  # start, end, how far away the copy is
        for start, end in ranges:
            self._moves.append((start, end, base - start))
            base += end - start
        self._starts = [start for start, _ in ranges]
        traced.copy_many(Pieces([piece for each in wiped for piece in self._pieces(each)]), into=True)
        everything = Pieces([(start + away, start, end - start) for start, end, away in self._moves])
        traced.copy_many(everything, into=False)
        traced.copy_many(everything, into=True)  # so that none is shared with the init: a write takes as long anywhere
        pages.protect(noted_ranges(layout))
        # Pages of memory that cannot be written to look as if they were, because nobody notes it.
        self._others = [part for region in _regions(pages.written()) for part in self._outside(region)]
        self._seen = b""
        self._to_write = Pieces([])

    def _outside(self, region: tuple[int, int]) -> Iterator[tuple[int, int]]:
        """The parts of a region of which there is no copy."""
        at = region[0]
        for _, first, size in self._pieces(region):
            if at < first:
                yield at, first
            at = first + size
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

    def to_write(self, written: bytes) -> Pieces:
        """What brings the pages in these regions back.

        Raises:
            NotRestorable: a page was written, or made, of which there is no copy.
        """
        if written != self._seen:
            pieces = []
            for region in _regions(written):
                parts = list(self._pieces(region))
                if sum(size for _, _, size in parts) < region[1] - region[0]:
                    for start, end in self._outside(region):
                        if not any(first <= start and end <= last for first, last in self._others):
                            raise NotRestorable(f"a page that was not there: {start:#x}")
                pieces += parts
            self._to_write, self._seen = Pieces(pieces), written
        return self._to_write

    def differs(self, traced: Traced, besides: int) -> list[int]:
        """Addresses of the pages that are not as they were, `besides` the one of this address; for tests."""
        found = []
        for start, end, away in self._moves:
            size = end - start
            buffer = ctypes.create_string_buffer(size)
            traced.read_into(ctypes.addressof(buffer), start, size)
            now, was = buffer.raw, ctypes.string_at(start + away, size)
            if now != was:
                pages = range(0, size, PAGE)
                found += [start + at for at in pages if now[at : at + PAGE] != was[at : at + PAGE]]
        return [at for at in found if not at <= besides < at + PAGE]


def _regions(scanned: bytes) -> list[tuple[int, int]]:
    words = memoryview(scanned).cast("Q")
    return list(zip(words[0::3], words[1::3], strict=True))


def _joined(ranges: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """The same memory, in order, without what is in there twice."""
    joined: list[tuple[int, int]] = []
    for start, end in sorted(ranges):
        if joined and start <= joined[-1][1]:
            joined[-1] = joined[-1][0], max(end, joined[-1][1])
        else:
            joined.append((start, end))
    return joined


def _common(some: Sequence[tuple[int, int]], others: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
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
