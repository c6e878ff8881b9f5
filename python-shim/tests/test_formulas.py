"""Which executed text leaves no trace, with the audit hook of a worker and the real sympy."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

#: Prints for each text of stdin whether its evaluation left a trace, and what became of it.
PROGRAM = """
import json, sys
import sympy
from sympy.parsing.sympy_parser import parse_expr, standard_transformations, implicit_multiplication_application
from sympy.polys.monomials import MonomialOps
from runrl_shim.inside.tampering import evidence, formulas, watch

evidence.prepare("/nowhere/reward.py")
watch.install()
formulas.prepare()
marks = {}

class Dict(dict):
    pass

everything = dict(vars(sympy), __builtins__={"eval": eval, "Integer": eval})
ways = {
    "eval": lambda text: eval(text, {"__builtins__": None}, {}),
    "exec": lambda text: exec(text, {}),
    "ast": lambda text: eval(compile(__import__("ast").parse(text, mode="eval"), "<string>", "eval")),
    "parse_expr": parse_expr,
    "unevaluated": lambda text: parse_expr(text, evaluate=False),
    "implicit": lambda text: parse_expr(text, transformations=(*standard_transformations,
        implicit_multiplication_application)),
    "sympify": sympy.sympify,
    "monomials": lambda text: (lambda ops: [ops.mul(), ops.div(), ops.lcm()])(MonomialOps(int(text))),
    "as monomials do": lambda text: MonomialOps(2)._build(text, "f"),
    "S": sympy.S,
    "another Integer": lambda text: parse_expr(text, local_dict={"Integer": marks.setdefault}),
    "another global Integer": lambda text: parse_expr(text, global_dict={**vars(sympy), "Integer": marks.setdefault}),
    "a class of dict": lambda text: parse_expr(text, global_dict=Dict(vars(sympy))),
    "no Integer": lambda text: parse_expr(text, global_dict={"__builtins__": {"Integer": marks.setdefault}}),
    "a dict of its own for the names": lambda text: parse_expr(text, global_dict=everything),
}
traces = []
watched = watch.Watched(traces.append, lambda call, item: None)
watch.start(watched)
told = {}
for way, text in json.load(sys.stdin):
    run = ways[way]
    traces.clear()
    watched.begin(1, json.dumps(text).encode(), 0)
    try:
        value = repr(run(text))
    except BaseException as error:
        value = type(error).__name__
    watched.on = False
    told[f"{way}: {text}"] = [traces[:1], value, len(watched.gather().pending)]
print(json.dumps(told), file=sys.__stdout__)
"""

HARMLESS = [
    ("eval", "(25 - 5) * 4 + 100/50 ** -2"),
    ("eval", " 1e5 >= 2.5E-3"),
    ("exec", "1 + 1"),
    ("sympify", "2"),
    ("S", "0.25"),
    ("sympify", "x**2/2 - sqrt(3)*pi"),
    ("parse_expr", "(1, 2/3, -E)"),
    ("parse_expr", "3 < 4"),
    ("unevaluated", "1/2 + 1/3"),
    ("implicit", "2x y"),
    ("monomials", "3"),
]

# Whatever may reach something leaves a trace, whether or not it would work.
LEAVES = [
    *(
        ("eval", text)
        for text in (
            "abs(1)",
            "().__class__",
            "[1][0]",
            "'a' 'b'",
            "1if 2else 3",
            "0x1f",
            "1j.imag",
            "(_ := 1)",
            "𝐚𝐛𝐬(1)",
            "# coding: utf-7\n1",
            "1\\\n+1",
        )
    ),
    ("exec", "1\nimport os"),
    ("ast", "(1).__class__"),
    *(
        ("parse_expr", text)
        for text in (
            "__import__('os').getpid()",
            "exec('1')",
            "eval('2')",
            "getattr(x, 'name')",
            "setattr(x, 'name', 'y')",
            "x.name",
            "Symbol('x').__class__.__mro__",
            "().__class__",
            "(1).real",
            "Integer(2).__class__",
            "[1, 2][0]",
            "(1, 2)[0]",
            "(lambda y=Symbol('x'): y)()",
            "f'{Integer(2)}'",
            "f'{x.name!r}'",
            "'{0.__class__}'.format(1)",
            "Integer(*(1,))",
            "Symbol(**{'name': 'x'})",
            "Integer(2) if 1 else 0",
            "Integer(0) or open",
            "{1: 2}",
            "open('/dev/null')",
            "globals()",
            "lambdify(x, x)",
            "Lambda(x, x)",
            "Function('f')(x)",
            "preview(x)",
            "source(sin)",
            "sympify('2')",
            # What a constructor is given as text it parses in turn.
            "sin('x.name')",
        )
    ),
    ("unevaluated", "x.name + y"),
    ("implicit", "x.name"),
    ("sympify", "().__class__.__base__.__subclasses__()"),
    *(
        ("as monomials do", text)
        for text in (
            "import os\ndef f(a): return a",
            "def f(a): return open",
            "def f(a): return a.name",
            "def f(a=open): return a",
            "def f(a): return lambda: a",
            "def f(a): import os",
            "@sorted\ndef f(a): return a",
            "class f: pass",
            "f = 1 .real",
        )
    ),
    ("another Integer", "2"),
    ("another global Integer", "2"),
    ("a class of dict", "2"),
    ("no Integer", "Integer(2)"),
    ("a dict of its own for the names", "eval('2')"),
]


@pytest.fixture(scope="module")
def told() -> dict[str, list[object]]:
    texts = json.dumps([*HARMLESS, *LEAVES])
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    told = subprocess.check_output([sys.executable, "-c", PROGRAM], input=texts, text=True, env=env)
    answers: dict[str, list[object]] = json.loads(told)
    return answers


@pytest.mark.parametrize(("way", "text"), HARMLESS)
def test_a_formula_leaves_no_trace(told: dict[str, list[object]], way: str, text: str) -> None:
    trace, value, pending = told[f"{way}: {text}"]
    assert (trace, pending) == ([], 0), value


@pytest.mark.parametrize(("way", "text"), LEAVES)
def test_what_could_reach_something_leaves_one(told: dict[str, list[object]], way: str, text: str) -> None:
    trace, value, _ = told[f"{way}: {text}"]
    assert trace in (["compile"], ["exec"]), value
