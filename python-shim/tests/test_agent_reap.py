"""Burying first processes when nobody reads the zygote's packets any more: the agent must end, whatever that does."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from time import monotonic

import pytest
from runrl_shim.agent.sandbox.process import SandboxProcess
from runrl_shim.wire.packets import receive_packet, send_packet


@pytest.fixture
def zygote() -> Iterator[tuple[SandboxProcess, socket.socket]]:
    """A process as far as its control socket goes, and the other end of that."""
    process = SandboxProcess.__new__(SandboxProcess)
    process.control, inside = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    process.zygote = None
    yield process, inside
    process.control.close()
    inside.close()


def test_it_waits_until_all_are_buried(zygote: tuple[SandboxProcess, socket.socket]) -> None:
    process, inside = zygote
    read, write = os.pipe()
    send_packet(inside, {"type": "forked", "slot": 9}, [read])  # on its way: its descriptor must not stay
    os.close(read)
    send_packet(inside, {"type": "ended", "slot": 2, "code": 0})
    send_packet(inside, {"type": "ended", "slot": 1, "code": 0})
    assert process.reap_and_wait([1, 2], 5.0)
    assert receive_packet(inside) == ({"reap": [1, 2]}, [])
    with pytest.raises(BrokenPipeError):
        os.write(write, b"x")
    os.close(write)


def test_it_does_not_wait_for_one_that_is_gone(zygote: tuple[SandboxProcess, socket.socket]) -> None:
    process, inside = zygote
    inside.close()
    began = monotonic()
    assert not process.reap_and_wait([1], 60.0)
    assert monotonic() - began < 30


@pytest.mark.parametrize("packet", [b"[[", b"7", b'{"type": "ended"}'])
def test_packets_that_are_none_are_no_answer(zygote: tuple[SandboxProcess, socket.socket], packet: bytes) -> None:
    process, inside = zygote
    inside.send(packet)
    assert not process.reap_and_wait([1], 60.0)


def test_one_that_reads_nothing_is_waited_for_that_long_and_no_longer(
    zygote: tuple[SandboxProcess, socket.socket],
) -> None:
    process, _inside = zygote
    process.control.setblocking(False)
    while True:
        try:
            process.control.send(b"x" * 1000)
        except BlockingIOError:
            break
    process.control.setblocking(True)
    assert not process.reap_and_wait([1], 0.05)
