"""Half a megabyte that unpacks to half a gigabyte.

stopped_by: RLIMIT_DATA
plain bwrap: stopped
"""

import zlib


def attack():
    packer = zlib.compressobj(1)
    packed = packer.compress(bytes(1 << 20)) + packer.flush(zlib.Z_FULL_FLUSH)
    block = packer.compress(bytes(1 << 20)) + packer.flush(zlib.Z_FULL_FLUSH)
    return float(len(zlib.decompressobj().decompress(packed + block * 500)) > 0)
