"""Executed text that is proved to do nothing but compute: it leaves no trace, so its worker is kept.

Three kinds, and nothing else:

1. Arithmetic: text of digits and operators, whoever evaluates it. It can name nothing, so it reaches nothing.
2. What sympy's own parser evaluates, if it is made of numbers and of calls of the constructors below. These get nothing
   but numbers, texts and each other, as they do from parsers of LaTeX, which execute no text. A text that they are
   given they parse in turn, and that is looked at as well.
3. The functions that sympy writes itself for exponents of polynomials: defined in a dict of its own, they name nothing.

Proved is what is executed, not what was written: the functions of the parser are known by their code, the dicts that
names are looked up in are its own, names mean what they meant at the import, and the code holds only instructions that
load, compute, call and return. Attributes, subscripts, definitions, comprehensions, imports and stores are other ones.
"""

from __future__ import annotations

import importlib
import re
import sys

# Names of this module, not looked up anew: what is executed may replace the builtin ones.
from builtins import any, frozenset, len, type  # noqa: A004
from contextlib import suppress
from opcode import opmap
from types import CodeType, FunctionType, ModuleType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FrameType
    from typing import Any

_MOST_TEXT = 10_000  # bytes
# `1e5` is a number, `1if 2else 3` is none. No brackets: what is indexed may be asked for anything.
_ARITHMETIC = re.compile(rb"(?:[\s()+\-*/%<>=,.~^&|!]|\d(?:[eE][+-]?\d)?)*").fullmatch

# fmt: off
_CONSTRUCTORS = (
    "Abs", "Add", "E", "Float", "I", "Integer", "Mul", "Pow", "Rational", "Symbol", "acos", "asin", "atan", "ceiling",
    "cos", "cosh", "cot", "csc", "exp", "factorial", "floor", "ln", "log", "nan", "oo", "pi", "sec", "sin", "sinh",
    "sqrt", "tan", "tanh", "zoo",
)
_INSTRUCTIONS = (
    "BINARY_ADD", "BINARY_FLOOR_DIVIDE", "BINARY_MODULO", "BINARY_MULTIPLY", "BINARY_OP", "BINARY_POWER",
    "BINARY_SUBTRACT", "BINARY_TRUE_DIVIDE", "BUILD_TUPLE", "CACHE", "CALL", "CALL_FUNCTION", "CALL_FUNCTION_KW",
    "CALL_KW", "COMPARE_OP", "EXTENDED_ARG", "KW_NAMES", "LOAD_CONST", "LOAD_NAME", "LOAD_SMALL_INT", "NOP",
    "NOT_TAKEN", "PRECALL", "PUSH_NULL", "RESUME", "RETURN_CONST", "RETURN_VALUE", "UNARY_NEGATIVE", "UNARY_POSITIVE",
)
# fmt: on
_ALLOWED = frozenset(opmap[name] for name in _INSTRUCTIONS if name in opmap)
_DEFINING = ("CACHE", "LOAD_CONST", "MAKE_FUNCTION", "NOP", "RESUME", "RETURN_CONST", "RETURN_VALUE", "STORE_NAME")
_DEFINES = frozenset(opmap[name] for name in _DEFINING if name in opmap)
_CONSTANTS = (bool, complex, float, int, str, tuple, type(None))
_MISSING: Any = object()


class Sympy:
    """What one sympy executes, as it was right after the import.

    Args:
        sympy: the package.
        parser: `sympy.parsing.sympy_parser`.
    """

    def __init__(self, sympy: ModuleType, parser: ModuleType) -> None:
        self.sympy = sympy
        space = parser.__dict__
        self.parses, self.evaluates = _code_of(space.get("parse_expr")), _code_of(space.get("eval_expr"))
        monomials = sys.modules.get("sympy.polys.monomials")
        kind = None if monomials is None else monomials.__dict__.get("MonomialOps")
        self.builds = _code_of(kind.__dict__.get("_build")) if type(kind) is type else None
        space = sympy.__dict__
        self.means = {name: space[name] for name in _CONSTRUCTORS if name in space}
        self.preamble = compile("from sympy import *", "<string>", "exec")

    def is_of(self, frame: FrameType) -> bool:
        """Whether one of its own functions compiles or executes."""
        code = frame.f_code
        return code is self.parses or code is self.evaluates or code is self.builds

    def may_execute(self, code: CodeType, frame: FrameType) -> bool:
        """Whether this code, which one of these functions executes, can only compute."""
        values = frame.f_locals
        if frame.f_code is self.builds:
            return type(values.get("ns")) is dict and len(values["ns"]) <= 1 and _only_defines(code)
        names = values.get("global_dict")
        if type(names) is not dict:
            return False
        if frame.f_code is self.parses:
            return len(names) <= 1 and self._fills_its_dict(code)  # one that nobody else has: `__builtins__`
        own = values.get("local_dict")
        return type(own) is dict and _only_computes(code) and self._mean_the_same(code, own, names)

    def _fills_its_dict(self, code: CodeType) -> bool:
        same = self.preamble
        return (
            (code.co_code, code.co_names, code.co_consts) == (same.co_code, same.co_names, same.co_consts)
            and sys.modules.get("sympy") is self.sympy
        )  # fmt: skip

    def _mean_the_same(self, code: CodeType, own: dict[str, Any], names: dict[str, Any]) -> bool:
        for name in code.co_names:
            meant = self.means.get(name, _MISSING)
            if meant is _MISSING or own.get(name, names.get(name)) is not meant:
                return False
        return True


_sympy: Sympy | None = None


def prepare() -> None:
    """Remembers a sympy that the module has imported, right after that."""
    global _sympy
    sympy = sys.modules.get("sympy")
    if sympy is not None:
        with suppress(Exception):  # whatever is called so
            importlib.import_module("sympy.parsing.sympy_parser")  # which `sympify` does where it is first used
    parser = sys.modules.get("sympy.parsing.sympy_parser")
    if type(sympy) is ModuleType and type(parser) is ModuleType:
        _sympy = Sympy(sympy, parser)


def may_compile(source: object, frame: FrameType) -> bool:
    """Whether text becomes code that leaves no trace, unless `may_execute` says otherwise once it is executed."""
    if _sympy is not None and _sympy.is_of(frame):
        return True  # whose code is executed at once, and by no other way
    return type(source) is bytes and len(source) <= _MOST_TEXT and _ARITHMETIC(source) is not None


def may_execute(code: object, frame: FrameType) -> bool:
    """Whether executing this code leaves no trace."""
    if type(code) is not CodeType:
        return False
    if _sympy is not None and _sympy.is_of(frame):
        return _sympy.may_execute(code, frame)
    return is_arithmetic(code)


def is_arithmetic(code: CodeType) -> bool:
    """Whether it names nothing, and so can look up, call and change nothing: `41`, `2 * (3 + 4)`."""
    return not code.co_names and not any(type(constant) is CodeType for constant in code.co_consts)


def _only_defines(code: CodeType) -> bool:
    """Whether it defines functions, and these name nothing."""
    return _DEFINES.issuperset(code.co_code[::2]) and all(
        is_arithmetic(constant) and not constant.co_freevars
        if type(constant) is CodeType
        else type(constant) in _CONSTANTS
        for constant in code.co_consts
    )


def _only_computes(code: CodeType) -> bool:
    return (
        _ALLOWED.issuperset(code.co_code[::2])
        and not code.co_freevars
        and not code.co_cellvars
        and all(type(constant) in _CONSTANTS for constant in code.co_consts)
    )


def _code_of(function: object) -> CodeType | None:
    return function.__code__ if type(function) is FunctionType else None
