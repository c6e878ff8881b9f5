"""What a worker did to descriptors that the next one of its slot has too."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

# In a process whose output goes through pipes, as that of a slot does.
LOOKS = """
import os, socket, sys
from runrl_shim.inside.slots.leftovers import SlotState
ours, agents = socket.socketpair()
state = SlotState([], [ours.fileno()], own_tmp=False, own_network=False)
exec(sys.argv[1])
os.write(2, str(state.is_as_it_was()).encode())
agents.setblocking(False)
try:
    assert not agents.recv(1), "looking has sent something"
except BlockingIOError:
    pass
"""


@pytest.mark.parametrize(
    ("does", "stays"),
    [
        ("pass", "True"),
        ("ours.shutdown(socket.SHUT_WR)", "False"),  # no later worker could answer
        ("ours.shutdown(socket.SHUT_RD)", "False"),
        ("os.fchmod(1, 0)", "False"),  # none could open /dev/stdout
        ("os.fchmod(ours.fileno(), 0)", "False"),
    ],
)
def test_a_slot_ends_whose_descriptors_were_changed(does: str, stays: str) -> None:
    command = [sys.executable, "-c", LOOKS, does]
    shim = Path(__file__).resolve().parents[1]
    done = subprocess.run(command, capture_output=True, text=True, cwd=shim, check=True, timeout=60)
    assert done.stderr == stays
