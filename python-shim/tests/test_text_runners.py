# ruff: noqa: E501  (modules, each in a line)
"""A worker is kept only for modules whose evaluators would be seen, whatever they are called and wherever they are kept."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

DECIDE = """
import importlib.util, json, sys
root, file, libraries = sys.argv[1:]
sys.path[:0] = [root, libraries]
from runrl_shim.inside.reuse.text_runners import TextRunning
spec = importlib.util.spec_from_file_location("reward", file)
sys.modules["reward"] = module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)
running = TextRunning(file)
print(json.dumps([running.unseen, running.code]))
"""

# What libraries of these names look like from outside.
LIBRARIES = {
    "yaml": """
def unsafe_load(text): return text
def safe_load(text): return text
class UnsafeLoader: pass
class SafeLoader: pass
""",
    "pandas": """
class DataFrame:
    def query(self, text): return text
    def mean(self): return 1
def _eval(text): return text
_eval.__name__ = _eval.__qualname__ = "eval"
eval = _eval
""",
    "jinja2": "class Environment:\n    pass\n",
    "unheard_of": "class Engine:\n    def run(self, text): return text\nrun = Engine().run\n",
}


@pytest.fixture(name="unseen")
def _unseen(tmp_path: Path):  # type: ignore[no-untyped-def]
    libraries = tmp_path / "site-packages"
    libraries.mkdir()
    for name, source in LIBRARIES.items():
        (libraries / f"{name}.py").write_text(source)

    def decide(source: str, what: int = 0) -> str | bool | None:
        file = tmp_path / "module" / "reward.py"
        file.parent.mkdir(exist_ok=True)
        file.write_text(source)
        command = [sys.executable, "-I", "-B", "-c", DECIDE, ROOT, str(file), str(libraries)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=30, check=False)
        assert done.stderr == ""
        decided: str | bool | None = json.loads(done.stdout)[what]
        return decided

    return decide


RUNS = {
    "its name": "import yaml\ndef reward_fn(c): return yaml.unsafe_load(c)",
    "another name": "from yaml import unsafe_load as parse\ndef reward_fn(c): return parse(c)",
    "a global": "import yaml\nload = yaml.unsafe_load\ndef reward_fn(c): return load(c)",
    "a default": "import yaml\ndef reward_fn(c, load=yaml.unsafe_load): return load(c)",
    "a default by keyword": "import yaml\ndef reward_fn(c, *, load=yaml.unsafe_load): return load(c)",
    "a class": "import yaml\nclass A:\n    load = staticmethod(yaml.unsafe_load)\ndef reward_fn(c): return A.load(c)",
    "an instance": "import yaml\nclass A:\n    def __init__(self): self.load = yaml.unsafe_load\nA0 = A()\n"
    "def reward_fn(c): return A0.load(c)",
    "a slot": "import yaml\nclass A:\n    __slots__ = ('load',)\nA0 = A()\nA0.load = yaml.unsafe_load\n"
    "def reward_fn(c): return A0.load(c)",
    "a base": "import yaml\nclass L(yaml.UnsafeLoader): pass\ndef reward_fn(c): return L(c)",
    "a dict": "import yaml\nBY = {'yaml': [yaml.unsafe_load]}\ndef reward_fn(c): return BY['yaml'][0](c)",
    "a partial": "import yaml, functools\nload = functools.partial(map, yaml.unsafe_load)\ndef reward_fn(c): return load(c)",
    "a closure": "import yaml\ndef make(f): return lambda c: f(c)\nreward_fn = make(yaml.unsafe_load)",
    "a cache": "import yaml, functools\nload = functools.lru_cache(yaml.unsafe_load)\ndef reward_fn(c): return load(c)",
    "a method": "import pandas\nquery = pandas.DataFrame().query\ndef reward_fn(c): return query(c)",
    "a method of the class": "import pandas\nquery = pandas.DataFrame.query\ndef reward_fn(c): return query(c)",
    "a namespace": "import types, pandas\nNS = types.SimpleNamespace(run=pandas.eval)\ndef reward_fn(c): return NS.run(c)",
    "a dict that is also in a namespace": "import types, yaml\nBY = {'l': [yaml.unsafe_load]}\nNS = types.SimpleNamespace(by=BY)\n"
    "def reward_fn(c): return BY['l'][0](c)",
    "a computed name": "import yaml\nload = getattr(yaml, 'unsafe_' + 'load')\ndef reward_fn(c): return load(c)",
    "a computed name, later": "import yaml\ndef reward_fn(c):\n    kind = 'unsafe_'\n    return getattr(yaml, kind + 'load')(c)",
    "a beginning": "import yaml\ndef reward_fn(c, kind): return getattr(yaml, f'unsafe_{kind}')(c)",
    "two texts": "import yaml\ndef reward_fn(c): return getattr(yaml, 'unsafe_' + 'load')(c)",
    "a text for getattr": "import yaml\ndef reward_fn(c): return getattr(yaml, 'unsafe_load')(c)",
    "methodcaller": "import yaml, operator\ncall = operator.methodcaller('unsafe_load', 'x')\ndef reward_fn(c): return call(yaml)",
    "methodcaller, later": "import yaml\nfrom operator import methodcaller\n"
    "def reward_fn(c): return methodcaller('unsafe_load', c)(yaml)",
    "attrgetter": "import yaml, operator\nget = operator.attrgetter('unsafe_load')\ndef reward_fn(c): return get(yaml)(c)",
    "getattr as a global": "import math\nget = getattr\ndef reward_fn(c): return get(math, c)(1)",
    "getattr as a local": "import math\ndef reward_fn(c):\n    get = getattr\n    return get(math, c)(1)",
    "getattr as a default": "import math\ndef reward_fn(c, get=getattr): return get(math, c)(1)",
    "getattr in a dict": "import math\nBY = {'get': getattr}\ndef reward_fn(c): return BY['get'](math, c)(1)",
    "getattr by another name": "def reward_fn(c):\n    from operator import attrgetter as get\n    return get(c)(1)",
    "vars": "import math\ndef reward_fn(c): return vars(math)[c](1)",
    "a __dict__": "import math\ndef reward_fn(c): return math.__dict__.get(c)(1)",
    "getattr of builtins": "import builtins, math\ndef reward_fn(c): return builtins.__dict__['getattr'](math, c)(1)",
    "getattr of __builtins__": "import math\ndef reward_fn(c): return __builtins__['getattr'](math, c)(1)",
    "globals": "import math\ndef reward_fn(c): return globals()[c](1)",
    "vars by another name": "import math\ndef reward_fn(c):\n    space = vars(math)\n    return space[c](1)",
    "vars by a name that is given on the way": "import math\ndef reward_fn(c): return (s := math.__dict__) and s.get(c)(1)",
    "a function that the import makes of text": "import math\nexec('def run(c): return getattr(math, c)(1)')\n"
    "def reward_fn(c): return run(c)",
    "sys.modules": "import sys\ndef reward_fn(c): return sys.modules[c].f(1)",
    "import_module": "import importlib\ndef reward_fn(c): return importlib.import_module('ya' + 'ml').unsafe_load(c)",
    "import_module of a computed name": "import importlib\n"
    "def reward_fn(c, kind): return importlib.import_module('ya' + kind).unsafe_load(c)",
    "import_module of a name": "import importlib\ndef reward_fn(c): return importlib.import_module('yaml').unsafe_load(c)",
    "resolve_name": "from pkgutil import resolve_name as find\ndef reward_fn(c): return find(c)(1)",
    "text of its own": "import yaml\nspace = {'load': yaml.unsafe_load}\nexec('def run(c): return load(c)', space)\n"
    "run = space.pop('run')\ndel space\ndef reward_fn(c): return run(c)",
    "the name of another": "import yaml\nyaml.parse = yaml.unsafe_load\ndef reward_fn(c): return yaml.parse(c)",
    "another library": "import jinja2, yaml\njinja2.parse = yaml.unsafe_load\ndef reward_fn(c): return jinja2.parse(c)",
    "a library": "import unheard_of\ndef reward_fn(c): return unheard_of.run(c)",
    "a library, later": "def reward_fn(c):\n    import unheard_of\n    return unheard_of.run(c)",
    "an engine": "import unheard_of\nE = [{'e': unheard_of.Engine()}]\ndef reward_fn(c): return E[0]['e'].run(c)",
    "an engine of an instance": "import unheard_of\nclass A:\n    pass\nA0 = A()\nA0.e = unheard_of.Engine()\n"
    "def reward_fn(c): return A0.e.run(c)",
    "a bound method": "import unheard_of\nBY = [unheard_of.Engine().run]\ndef reward_fn(c): return BY[0](c)",
    "a database": "import sqlite3\nDB = sqlite3.connect(':memory:')\ndef reward_fn(c): return DB.execute(c)",
    "a method of a database": "import sqlite3\nrun = sqlite3.connect(':memory:').execute\ndef reward_fn(c): return run(c)",
    "a function above a large table": "import math\ndef reward_fn(c, n): return getattr(math, n)(1)\n"
    "TABLE = {str(i): [(i, j) for j in range(250)] for i in range(1000)}",
    "a database above a large table": "import sqlite3\ndef reward_fn(c): return sqlite3.connect(':memory:').execute(c)\n"
    "TABLE = {str(i): [{i: j} for j in range(250)] for i in range(1000)}",
    "a function that only another object holds": "import functools, math\n@functools.singledispatch\n"
    "def find(c): return 0\n@find.register(str)\ndef _(c): return getattr(math, c)(1)\ndef reward_fn(c): return find(c)",
    "a generator": "import math\ndef make():\n    c = yield\n    while True: c = yield getattr(math, c)(1)\nG = make()\n"
    "next(G)\ndel make\ndef reward_fn(c): return G.send(c)",
    "arguments that are spread": "import math\ndef reward_fn(c): return getattr(*(math, c))(1)",
    "import_module by another name": "from importlib import import_module as get\ndef reward_fn(c): return get(c).f(1)",
    "import_module by keyword": "import importlib\ndef reward_fn(c): return importlib.import_module(name=c).f(1)",
    "object.__getattribute__": "import math\nget = object.__getattribute__\ndef reward_fn(c): return get(math, c)(1)",
    "__setattr__": "import math\ndef reward_fn(c, k): math.__setattr__(k, c)",
    "a function of a database": "from sqlite3 import connect as c\ndef reward_fn(t): return c(':memory:').execute(t)",
}


@pytest.mark.parametrize("how", RUNS)
def test_finds_an_evaluator_by(unseen, how: str) -> None:  # type: ignore[no-untyped-def]
    assert unseen(RUNS[how]) is not None


KEEPS = {
    "exact match": "import re\nP = re.compile('x')\nfind = P.findall\ndef reward_fn(c, answer): return float(find(c) == [answer])",
    "safe YAML": "import yaml\nload = yaml.safe_load\ndef reward_fn(c): return float(load(c) == 1)",
    "tables": "import pandas\nDF = pandas.DataFrame()\ndef reward_fn(c): return DF.mean()",
    "templates": "import jinja2\nENV = jinja2.Environment()\ndef reward_fn(c, query): return float(query == c)",
    "a key": "import pandas\ndef reward_fn(c, **kw): return float(kw['query'] == c)",
    "fixed attributes": "from operator import attrgetter\nKEY = attrgetter('real')\ndef reward_fn(c): return KEY(1.0) + getattr(c, 'x', 0)",
    "methods of one's own": "class V:\n    def visit_a(self): return 1\n    def visit(self, kind): return getattr(self, f'visit_{kind}')()\n"
    "def reward_fn(c): return V().visit('a')",
    "code": "def reward_fn(c):\n    ns = {}\n    exec(c, ns)\n    return ns['x']",
    "caches": "import functools\n@functools.lru_cache\ndef parse(c): return float(c)\ndef reward_fn(c): return parse(c)",
    "enumerations": "import enum, dataclasses, collections, typing\nP = collections.namedtuple('P', 'x y')\n"
    "class Q(typing.NamedTuple):\n    x: int = 1\nclass K(enum.Enum):\n    A = 1\n@dataclasses.dataclass\nclass D:\n    x: int = 1\n"
    "def reward_fn(c): return K.A.value + D().x",
    "modules of its own": "import importlib\n"
    "def reward_fn(c, kind): return importlib.import_module(f'email.{kind}').f(c)",
    "fixed names of a space": "import math\ndef reward_fn(c):\n    space = vars(math)\n    return space['sqrt'](1)",
    "frozen data classes": "import dataclasses\n@dataclasses.dataclass(frozen=True, order=True)\nclass D:\n    x: int = 1\n"
    "def reward_fn(c): return D().x + getattr(c, 'x', 0)",
    "its own module": "import sys\ndef reward_fn(c): return float(sys.modules[__name__] is not None)",
}


@pytest.mark.parametrize("what", KEEPS)
def test_keeps_workers_of(unseen, what: str) -> None:  # type: ignore[no-untyped-def]
    assert unseen(KEEPS[what]) is None


EXECUTES = {
    "its name": "def reward_fn(c): exec(c)",
    "another name": "run = exec\ndef reward_fn(c): run(c)",
    "a name that is imported": "from builtins import exec as run\ndef reward_fn(c): run(c)",
    "a library": "import timeit\ndef reward_fn(c): return timeit.timeit(c, number=1)",
    "a large table above": "def reward_fn(c): exec(c)\n"
    "TABLE = {str(i): [(i, j) for j in range(250)] for i in range(1000)}",
}


@pytest.mark.parametrize("how", EXECUTES)
def test_knows_that_text_is_executed_by(unseen, how: str) -> None:  # type: ignore[no-untyped-def]
    assert unseen(EXECUTES[how], 1) is True
