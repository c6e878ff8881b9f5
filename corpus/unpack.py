"""Unpacks the sets of labelled items, or packs them after a change.

    python3 corpus/unpack.py [SET...]          SET.tar.xz becomes the folder unpacked/SET, which git ignores
    python3 corpus/unpack.py --pack [SET...]   unpacked/SET becomes SET.tar.xz; the same files give the same archive

Without SET: all of them. A set that is already unpacked is left as it is. Prints the folders.
"""

import argparse
import hashlib
import lzma
import os
import sys
import tarfile
import tempfile
from pathlib import Path

CORPUS = Path(__file__).parent
UNPACKED = CORPUS / "unpacked"
# Which archive a folder was unpacked from. All other files get the time 0: a later one was changed by hand.
STAMP = ".archive"


def files_in(folder: Path) -> list[Path]:
    found = (path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return sorted(path for path in found if path.name != STAMP)


def digest(archive: Path) -> str:
    return hashlib.sha256(archive.read_bytes()).hexdigest()


def extract(archive: Path, folder: Path) -> None:
    with tarfile.open(archive) as tar:
        for member in tar:
            path = folder / member.name
            content = tar.extractfile(member) if member.isfile() else None
            if content is None or ".." in path.parts or not path.is_relative_to(folder):
                sys.exit(f"{archive}: {member.name} is not a file of this set")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content.read())
            os.utime(path, (0, 0))


def unpack(name: str) -> Path:
    archive, folder = CORPUS / f"{name}.tar.xz", UNPACKED / name
    stamp = folder / STAMP
    if stamp.exists() and stamp.read_text() == digest(archive):
        return folder
    changed = [path for path in files_in(folder) if path.stat().st_mtime != 0]
    if changed:
        sys.exit(
            f"{folder} has changes that {archive.name} does not have, for example in {changed[0].name}: "
            f"pack it (python3 corpus/unpack.py --pack {name}) or delete it"
        )
    # Several processes may do this at once: each unpacks into a folder of its own, and the first one wins.
    UNPACKED.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=f".{name}-", dir=UNPACKED) as made:
        fresh = Path(made, "fresh")
        extract(archive, fresh)
        (fresh / STAMP).write_text(digest(archive))
        try:
            if folder.exists():
                folder.rename(Path(made, "old"))
            fresh.rename(folder)
        except OSError:
            if not (stamp.exists() and stamp.read_text() == digest(archive)):
                raise
    return folder


def pack(name: str) -> Path:
    archive, folder = CORPUS / f"{name}.tar.xz", UNPACKED / name
    paths = files_in(folder)
    if not paths:
        sys.exit(f"there is nothing to pack in {folder}")
    with (
        lzma.open(archive, "wb", preset=9 | lzma.PRESET_EXTREME) as packed,
        tarfile.open(mode="w", fileobj=packed, format=tarfile.PAX_FORMAT) as tar,
    ):
        for path in paths:
            member = tarfile.TarInfo(path.relative_to(folder).as_posix())
            member.size = path.stat().st_size
            with path.open("rb") as content:
                tar.addfile(member, content)
            os.utime(path, (0, 0))
    (folder / STAMP).write_text(digest(archive))
    return archive


def main() -> None:
    parser = argparse.ArgumentParser(description="Unpacks the sets of labelled items.")
    parser.add_argument("--pack", action="store_true", help="pack them after a change")
    parser.add_argument("sets", nargs="*", metavar="SET", help="such as p; without any, all of them")
    arguments = parser.parse_args()
    names = arguments.sets or sorted(path.name.removesuffix(".tar.xz") for path in CORPUS.glob("*.tar.xz"))
    for name in names:
        print(pack(name) if arguments.pack else unpack(name))


if __name__ == "__main__":
    main()
