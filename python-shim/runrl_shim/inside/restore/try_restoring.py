"""Run by `doctor`: prints `restored`, or why workers would be replaced by forks here."""

from __future__ import annotations

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))

from runrl_shim.inside.restore import restoring, tracing, written_pages
from runrl_shim.inside.restore.restorable import layout_of, noted_ranges


def main() -> None:
    """Does what a worker does to be traced."""
    why = restoring.why_not_here()
    if why is None:
        try:
            os.close(written_pages.open_written(noted_ranges(layout_of("self"))))
            os.close(os.open("/proc/self/clear_refs", os.O_WRONLY | os.O_CLOEXEC))
            tracing.be_traced()
        except OSError as error:
            why = str(error)
    os.write(1, (why or "restored").encode())
    os._exit(0)


if __name__ == "__main__":
    main()
