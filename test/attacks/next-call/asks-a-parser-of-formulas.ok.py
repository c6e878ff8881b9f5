"""Has sympy's parser evaluate text that reaches further than numbers, to change a symbol for the next call.

stopped_by: of what the parser executes, only constructors of numbers and symbols leave no trace
plain bwrap: stopped
"""

from sympy import Symbol
from sympy.parsing.sympy_parser import parse_expr

TEXTS = (
    "setattr(Symbol('x'), 'left', 1)",
    "Symbol('x').__dict__.update(left=1)",
    "(lambda x=Symbol('x'): setattr(x, 'left', 1))()",
    'f\'{setattr(Symbol("x"), "left", 1)}\'',
    "Integer(1) if setattr(Symbol('x'), 'left', 1) else Integer(2)",
    "(Integer(1), setattr(Symbol('x'), 'left', 1))",
    'eval(\'setattr(Symbol("x"), "left", 1)\')',
)


def attack():
    for text in TEXTS:
        parse_expr(text)
    parse_expr("Integer(1)", local_dict={"Integer": lambda _: setattr(Symbol("x"), "left", 1)})
    return 0.0


def check():
    return float(hasattr(Symbol("x"), "left"))
