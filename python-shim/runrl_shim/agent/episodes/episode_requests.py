"""What the host asks of episodes: the frames of a `requests` message."""

from __future__ import annotations

from itertools import count
from struct import Struct

from runrl_shim.agent.slots.batch import Batch
from runrl_shim.wire import protocol as wire

_HEAD = Struct("<IIIB").unpack_from  # size, call, episode, op
_NUMBER = Struct("<I").unpack_from
_WORDS = {
    wire.EPISODE_START: "setup",
    wire.EPISODE_STEP: "step",
    wire.EPISODE_BRANCH: "branch",
    wire.EPISODE_CLOSE: "end",
}
_order = count()


class Request:
    """One frame of the host's.

    Attributes:
        order: which of two came first.
        copy: of a branch, the number of the episode that it makes.
    """

    __slots__ = ("call", "copy", "episode", "frame", "op", "order")

    def __init__(self, frame: bytes, call: int, episode: int, op: int) -> None:
        self.frame = frame
        self.call = call
        self.episode = episode
        self.op = op
        self.order = next(_order)
        self.copy: int = _NUMBER(frame, wire.EPISODE_FRAME.size)[0] if op == wire.EPISODE_BRANCH else -1

    @property
    def batch(self) -> Batch:
        """It as what a worker is given."""
        return Batch(self.frame, [(self.call, 0, len(self.frame))])

    @property
    def word(self) -> str:
        """What a person calls it."""
        return _WORDS[self.op]


def parse(block: bytes) -> list[Request]:
    """Finds the frames of a block.

    Raises:
        ValueError: the block is not made of whole frames.
    """
    requests, offset, header = [], 0, wire.EPISODE_FRAME.size
    while offset < len(block):
        size, call, episode, op = _HEAD(block, offset) if len(block) - offset >= header else (0, 0, 0, 0)
        least = header + 4 if op == wire.EPISODE_BRANCH else header
        if size < least or offset + size > len(block) or op not in _WORDS:
            raise ValueError(f"an episode frame of {size} bytes with the operation {op}")
        requests.append(Request(block[offset : offset + size], call, episode, op))
        offset += size
    return requests
