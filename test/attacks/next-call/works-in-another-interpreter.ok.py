"""Answers for later calls from a second interpreter, in which no audit hook listens.

stopped_by: making another interpreter is a trace
plain bwrap: stopped
"""

from tools import channel, frame, worker


def attack():
    try:
        import _interpreters as interpreters

        run = interpreters.exec
    except ImportError:
        try:
            import _xxsubinterpreters as interpreters
        except ImportError:
            return 0.0
        run = interpreters.run_string
    if worker() is not None:
        forged = b"".join(frame(1.0, ahead) for ahead in range(1, 20))
        run(interpreters.create(), f"import os; os.write({channel()}, {frame(0.0) + forged!r})")
    return 0.0
