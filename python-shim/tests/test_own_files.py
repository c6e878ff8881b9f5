"""Files that a module opened at its import belong to each worker alone."""

import os
from pathlib import Path

from runrl_shim.inside.held.own_files import open_again, open_files


def test_an_open_file_is_found_and_a_pipe_is_not(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("0123456789")
    read, write = os.pipe()
    with open(tmp_path / "data", "rb", 0) as file:
        found = open_files()
        assert file.fileno() in found
        assert read not in found
    os.close(read)
    os.close(write)


def test_a_file_that_is_opened_again_keeps_its_place_and_then_moves_alone(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("0123456789")
    with open(tmp_path / "data", "rb", 0) as file:
        file.read(3)
        shared = os.dup(file.fileno())  # has the same position, as after a fork
        open_again([file.fileno()])
        assert not os.get_inheritable(file.fileno())
        assert file.read(2) == b"34"
        assert os.read(shared, 1) == b"3"
        os.close(shared)


def test_one_that_cannot_be_opened_again_stays_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("0123456789")
    with open(tmp_path / "data", "rb", 0) as file:
        open_again([file.fileno(), 9_999])
        assert file.read(1) == b"0"


def test_one_that_is_open_for_writing_becomes_a_copy(tmp_path: Path) -> None:
    with open(tmp_path / "data", "w+b", 0) as file:
        file.write(b"0123456789")
        file.seek(3)
        before = os.dup(file.fileno())
        open_again([file.fileno()], copies=True)
        assert file.read(2) == b"34"
        file.write(b"x")
        assert (tmp_path / "data").read_bytes() == b"0123456789"
        os.close(before)
