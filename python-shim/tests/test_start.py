"""What is imported before the first row: by the agent before it starts the sandbox, and by the zygote."""

import json
import subprocess
import sys
from pathlib import Path

SHIM = Path(__file__).parents[1]

AGENT = """
import io, json, os, sys
sys.argv = [sys.argv[1], "module.py"]
sys.stdin = None
source = open(sys.argv[0]).read().replace("\\nmain()\\n", "\\n")
before = set(sys.modules)
exec(compile(source, sys.argv[0], "exec"), {"__name__": "__main__", "__file__": sys.argv[0]})
print(json.dumps(sorted(set(sys.modules) - before)))
"""

ZYGOTE = """
import json, sys
sys.path.insert(0, sys.argv[1])
import runrl_shim.inside.launcher, runrl_shim.inside.zygote
print(json.dumps(sorted(sys.modules)))
"""


def imported(program: str, argument: Path) -> list[str]:
    done = subprocess.run([sys.executable, "-I", "-S", "-c", program, argument], check=True, capture_output=True)
    modules: list[str] = json.loads(done.stdout)
    return modules


def test_the_agent_starts_the_sandbox_before_it_imports_what_it_works_with():
    modules = imported(AGENT, SHIM / "runrl_shim/agent/main.py")
    assert "runrl_shim.agent.sandbox.process" in modules
    assert [name for name in modules if name.startswith("runrl_shim.agent.calls")] == []
    assert {"zmq", "msgpack", "tempfile", "runrl_shim.agent.agent"}.isdisjoint(modules)
    assert len([name for name in modules if name.startswith("runrl_shim")]) < 16


def test_the_zygote_imports_few_modules():
    modules = imported(ZYGOTE, SHIM)
    assert {"tempfile", "shutil", "subprocess", "threading", "inspect", "dataclasses", "asyncio"}.isdisjoint(modules)
    assert len(modules) < 230
