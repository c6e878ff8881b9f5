"""What `serve --run-code` loads: hands each program to `run_code`, and prints what became of it as one JSON text.

It runs in the sandbox like any reward file, and holds nothing: no tests, no expected values, no secrets. The fields of
the row are written, and the JSON is read, by src/server/dialects/code-call.ts. Printed, because info has a fixed limit
that the output of a program exceeds; no program can print here.
"""

from __future__ import annotations

import base64
import json

from runrl import run_code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from runrl import CodeResult


def reward_fn(
    completion: str,
    *,
    stdin: str,
    input_files: Mapping[str, str | None],
    fetch_files: Sequence[str],
    timeout: float,
    memory: int,
    output_limit: int,
    packages: bool,
) -> float:
    """Runs one program; the number says whether it ended with 0. A `RunCodeError` passes: nothing is known then."""
    try:
        files = {name: base64.b64decode(text) for name, text in input_files.items() if text is not None}
        result = run_code(
            completion,
            stdin=stdin,
            files=files,
            outputs=fetch_files,
            timeout=timeout,
            memory=memory,
            output_limit=output_limit,
            packages=packages,
        )
    except ValueError as error:  # a name or a text of the request, before anything ran
        print(json.dumps({"refused": str(error)}))
        return 0.0
    print(json.dumps(_fields(result)))
    return float(result.ok)


def _fields(result: CodeResult) -> dict[str, object]:
    return {
        "status": result.status,
        "exit_code": result.exit_code,
        "signal": result.signal,
        "stdout": result.stdout,
        "stderr": result.stderr,
        "truncated": result.stdout_truncated or result.stderr_truncated,
        "duration_ms": result.duration_ms,
        "files": {name: base64.b64encode(content).decode() for name, content in result.files.items()},
        "skipped": result.skipped,
    }
