"""What the agent takes as the files of a module: its import may have sent it."""

from __future__ import annotations

import json
import os

import pytest
from runrl_shim.agent.sandbox.module_files import add
from runrl_shim.wire.packets import in_memory


def test_what_is_known_stays() -> None:
    known = {"/a.py": "first"}
    sent = {"/a.py": "second", "/b.py": "\xe9"}
    assert add(known, in_memory(json.dumps(sent).encode())) == sent
    assert known == {"/a.py": "first", "/b.py": "\xe9"}


@pytest.mark.parametrize(
    "data",
    [b"", b"{", b"[]", b"1", b"[" * 200_000, b'{"a.py": ""}', b'{"/a.py": 1}', b'{"/\\ud800.py": ""}',
     '{"/a.py": "€"}'.encode(), b'{"/a.py": ["x"]}'],
)  # fmt: skip
def test_what_is_none_is_refused_and_nothing_is_kept(data: bytes) -> None:
    known: dict[str, str] = {}
    descriptor = in_memory(data)
    with pytest.raises((ValueError, TypeError)):
        add(known, descriptor)
    assert known == {}
    with pytest.raises(OSError, match="Bad file descriptor"):
        os.fstat(descriptor)


def test_nothing_is_waited_for() -> None:
    reading, writing = os.pipe()
    with pytest.raises(ValueError, match="no files"):
        add({}, reading)
    os.close(writing)


def test_a_file_without_end_is_not_read() -> None:
    descriptor = in_memory(b"")
    os.truncate(descriptor, 1 << 40)
    with pytest.raises(ValueError, match="no files"):
        add({}, descriptor)
