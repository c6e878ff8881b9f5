"""What is kept of a module when it is loaded, and that imports are served from it. Each case in its own process."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

SHIM = Path(__file__).parent.parent

_PROGRAM = """
import json, os, sys
sys.path.insert(0, {shim!r})
sys.path.append({folder!r})
from runrl_shim.inside.source import sources

def told():
    descriptor = sources.untold()
    if descriptor is None:
        return {{}}
    with open(descriptor, "rb") as file:
        file.seek(0)
        return {{os.path.relpath(path, {folder!r}): text for path, text in json.load(file).items()}}

given, root = json.loads(sys.stdin.read())
sources.take(os.path.join({folder!r}, "reward.py"), given, root, [])
said = {{"first": told()}}
exec(compile(sources.read(os.path.join({folder!r}, "reward.py")), {folder!r} + "/reward.py", "exec"), globals())
said["then"] = told()
print(json.dumps(said))
"""


def taken(folder: Path, given: dict[str, str] | None = None, private: str = "") -> dict[str, Any]:
    program = _PROGRAM.format(shim=str(SHIM), folder=str(folder))
    done = subprocess.run(
        [sys.executable, "-I", "-B", "-c", program],
        input=json.dumps([given or {}, private]),
        stdout=subprocess.PIPE,
        text=True,
        check=True,
        cwd="/",
    )
    said: dict[str, Any] = json.loads(done.stdout)
    return said


def write(folder: Path, **files: str) -> None:
    for name, text in files.items():
        path = folder / (name.replace("__in__", "/") + ".py")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("import a, b as c", ["a", "b"]),
        ("def f():\n    import d.e.f\n", ["d/__init__", "d/e"]),
        ("if 1 > 2:\n\tfrom d import e, g\n", ["d/__init__", "d/e"]),
        ("def f():\n    from d import (\n        x,  # a, b\n        e)\n", ["d/__init__", "d/e"]),
        ("from d import e, \\\n    g\n", ["d/__init__", "d/e"]),
        ("from a import *\n# import b", ["a"]),
        ("from n.deep import x", ["n/deep"]),
        ("import chain", ["chain", "chain2", "chain3"]),
        ('x = "import"; y = x', []),
        ("import os, json", []),
        ("from importlib import import_module\ndef f(x): import_module(x)", [
            "a", "b", "chain", "chain2", "chain3", "d/__init__", "d/e", "n/deep", "r",
        ]),
    ],
)  # fmt: skip
def test_what_its_text_imports_is_read_before_it_runs(tmp_path: Path, text: str, wanted: list[str]) -> None:
    write(tmp_path, a="x = 1", b="", d__in____init__="", d__in__e="f = x = g = 1", n__in__deep="x = 1")
    write(tmp_path, chain="def f(): import chain2", chain2="from . import chain3", chain3="import chain", r="")
    (tmp_path / "d/__init__.py").write_text("x = g = 1")
    write(tmp_path, reward=text)
    write(tmp_path / "not-a-package", x="")
    said = taken(tmp_path)
    assert sorted(said["first"]) == sorted([*(f"{name}.py" for name in wanted), "reward.py"])
    assert said["then"] == {}


def test_what_is_found_otherwise_is_told_when_it_was_imported(tmp_path: Path) -> None:
    library = tmp_path.parent / f"{tmp_path.name}-library"
    write(library, other="import beside", beside="x = 1")
    write(library / "site-packages", installed="")
    own = f"import sys; sys.path += [{str(library)!r}, {str(library / 'site-packages')!r}]\nimport other, installed\n"
    write(tmp_path, reward=own)
    assert sorted(taken(tmp_path)["then"]) == [f"../{library.name}/{name}.py" for name in ("beside", "other")]
    # In a folder in which the module may have made it, it is none of the machine's.
    assert taken(tmp_path, private=str(tmp_path.parent))["then"] == {}


def test_what_was_given_is_used_whatever_is_on_disk(tmp_path: Path) -> None:
    kept = {
        "reward": "import a, d.e, n.m.x\ndef f(): raise KeyError\nassert (a.v, d.e.v, n.m.x.v) == (1, 1, 1)\n",
        "a": "v = 1",
        "d/__init__": "",
        "d/e": "v = 1",
        "n/m/x": "v = 1",
    }
    kept["reward"] += "import inspect, linecache\nassert 'KeyError' in inspect.getsource(f)\n"
    given = {str(tmp_path / f"{name}.py"): text for name, text in kept.items()}
    given[str(SHIM / "runrl_shim/wire/protocol.py")] = "raise SystemExit(3)"  # of ours nobody says what it holds
    given[str(tmp_path / "latin.py")] = "# \xe9\nv = 1"
    kept_names = {f"{name}.py" for name in kept}
    assert set(taken(tmp_path, given)["first"]) == kept_names  # nothing there
    write(tmp_path, reward="v = (", a="v = 2", d="v = 2")
    (tmp_path / "d").mkdir()
    (tmp_path / "d/__init__.py").write_text("v = 2")
    assert taken(tmp_path, given)["first"]["a.py"] == "v = 1"
