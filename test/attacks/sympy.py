"""In the place of sympy for attacks: its symbols live as long as their process, and its parser executes text."""

import builtins
import re
import sys
import types

_symbols: "dict[str, Symbol]" = {}


class Symbol:
    """One object for each name."""

    def __new__(cls, name):
        return _symbols.setdefault(name, object.__new__(cls))


class Integer(int):
    """A number."""


def _parse_expr(text, local_dict=None, global_dict=None):
    if local_dict is None:
        local_dict = {}
    if global_dict is None:
        global_dict = {}
        exec("from sympy import *", global_dict)
        for name, value in vars(builtins).items():
            if isinstance(value, types.BuiltinFunctionType):
                global_dict[name] = value
    return _eval_expr(re.sub(r"^\d+$", r"Integer(\g<0>)", text), local_dict, global_dict)


def _eval_expr(code, local_dict, global_dict):
    return eval(code, global_dict, local_dict)


_parser = types.ModuleType("sympy.parsing.sympy_parser")
_parser.parse_expr, _parser.eval_expr = _parse_expr, _eval_expr  # type: ignore[attr-defined]
sys.modules["sympy.parsing"] = types.ModuleType("sympy.parsing")
sys.modules["sympy.parsing.sympy_parser"] = _parser
