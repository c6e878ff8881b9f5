"""Tax scripts: runs the submitted script for some taxpayers and checks the number it prints."""

import os
import re
import signal
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

PRELUDE = r"""
import os, resource, runpy, sys
resource.setrlimit(resource.RLIMIT_CPU, (2, 2))
resource.setrlimit(resource.RLIMIT_FSIZE, (65536, 65536))
resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))
home, lib = os.getcwd() + "/", os.path.realpath(sys.base_prefix) + "/"
def hook(event, args):
    if event.split(".")[0] in ("subprocess", "socket", "ctypes") or event in (
        "os.system", "os.exec", "os.fork", "os.forkpty", "os.posix_spawn", "os.kill", "os.killpg",
        "os.remove", "os.rename", "os.rmdir", "os.mkdir", "os.truncate", "os.link", "os.symlink"):
        raise PermissionError(event)
    if event == "import" and args[0] in ("_posixsubprocess", "_ctypes"):
        raise PermissionError(args[0])
    if event == "open" and not isinstance(args[0], int):
        where = os.path.realpath(os.fsdecode(args[0]))
        if not where.startswith((home, lib)) or (where.startswith(lib) and args[2] & 3):
            raise PermissionError(where)
sys.addaudithook(hook)
runpy.run_path("script.py", run_name="__main__")
"""


@dataclass(frozen=True)
class Limits:
    seconds: float = 4.0
    script: int = 16_000
    output: int = 400


LIMITS = Limits()


def script_of(reply: str) -> str | None:
    """What is between the last <script> and the first </script> after it, a code fence around it removed."""
    _, opened, rest = reply.rpartition("<script>")
    body, closed, _ = rest.partition("</script>")
    if not opened or not closed or len(body) > LIMITS.script:
        return None
    lines = body.strip("\n").split("\n")
    if len(lines) > 1 and lines[0].startswith("```") and lines[-1].startswith("```"):
        lines = lines[1:-1]
    return "\n".join(lines)


def environment(taxpayer: dict[str, int]) -> dict[str, str]:
    """What the script is told: the taxpayer's figures, in capitals."""
    return {name.upper(): str(value) for name, value in taxpayer.items()}


def printed(folder: Path, variables: dict[str, str]) -> str | None:
    with tempfile.TemporaryFile() as out:
        child = subprocess.Popen(
            [sys.executable, "-I", "-S", "-B", "-c", PRELUDE],
            cwd=folder,
            env=variables,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            child.wait(LIMITS.seconds)
        except subprocess.TimeoutExpired:
            return None
        finally:
            try:
                os.killpg(child.pid, signal.SIGKILL)
            except OSError:
                pass
            child.wait()
        out.seek(0)
        return out.read(LIMITS.output).decode("ascii", "replace")


def agrees(output: str | None, due: int) -> bool:
    return output is not None and re.fullmatch(r"\s{0,9}[0-9]{1,12}\s{0,9}", output) is not None and int(output) == due


def reward_fn(completion: str, **kwargs) -> tuple[float, dict[str, float]]:
    taxpayers = kwargs["taxpayers"]
    script = script_of(completion)
    if script is None or not script.strip():
        return 0.0, {"right": 0.0}
    right = 0
    for taxpayer in taxpayers:
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
            folder = Path(name)
            (folder / "script.py").write_bytes(script.encode("utf-8", "replace"))
            if not agrees(printed(folder, environment(taxpayer)), taxpayer["tax_due"]):
                break
            right += 1
    return float(right == len(taxpayers) > 0), {"right": float(right)}
