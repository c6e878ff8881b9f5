"""Operators on abstract values: sums of scores, intervals, texts that are put together."""

from __future__ import annotations

import ast
import operator
from itertools import product
from math import inf, isnan, prod

from runrl_audit.values.value import (
    MOST_SUMS,
    NOTHING,
    NUMBERS,
    Sums,
    Term,
    Value,
    constant,
    either,
    everything,
    mixed,
    via_of,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

LENGTH = frozenset({"length"})
TEXT_TAGS = frozenset({"template", "C+G", "esc:C", "esc:G", "json"})
OPERATIONS: dict[type[ast.operator], Callable[[float, float], float]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}
SET_OPERATORS = (ast.BitOr, ast.BitAnd, ast.Sub, ast.BitXor)
#: Stands in a text for a part that is not constant: any text. Such texts are tags that begin with `HOLES`.
HOLE, HOLES = "(.*?)", "holes:"
MOST_WHOLES = 64
EMPTY: Sums = frozenset({frozenset[Term]()})


def place(node: ast.AST) -> int:
    """Returns a number for a place in the file, the same in every run."""
    return getattr(node, "lineno", 0) * 100_000 + getattr(node, "col_offset", 0)


def truth(value: Value, where: int, bits: int = 0) -> Value:
    """Returns `bool(value)`: worth 1 where it holds."""
    via = value.via | bits
    sums = frozenset({frozenset({Term(where, 1.0, via)}), frozenset[Term]()})
    return Value(taint=everything(value), kind="bool", low=0.0, high=1.0, via=via, sums=sums)


def operate(node: ast.BinOp, left: Value, right: Value) -> Value:
    """Returns what `left op right` may be."""
    op = node.op
    folded = _fold(node, left, right)
    if folded is not None:
        return folded
    if isinstance(op, ast.Mod) and (left.kind == "str" or left.texts()):
        parts = right.items if right.items is not None else (right,)
        return text_of([left, *parts], template=True)
    if isinstance(op, ast.Add) and "str" in (left.kind, right.kind) and not {left.kind, right.kind} & NUMBERS:
        return text_of([left, right])
    whole = mixed(left, right)
    taint, via = whole.taint, whole.via
    tags = (left.tags | right.tags) & LENGTH
    if isinstance(op, ast.Add) and (left.kind in ("list", "tuple") or right.kind in ("list", "tuple")):
        return Value(taint=taint, kind=left.kind or right.kind, via=via, element=either(left, right))
    if isinstance(op, SET_OPERATORS) and {left.kind, right.kind} & {"set", "dict"}:
        kind = "set" if "set" in (left.kind, right.kind) else "dict"
        return Value(taint=taint, kind=kind, via=via, element=either(left, right))
    if isinstance(op, ast.Div) and "length" in left.tags and "length" in right.tags:
        tags -= {"length"}  # a share of itself: unique words over words
        return Value(taint=taint, kind="float", low=0.0, high=1.0, via=via, tags=tags, sums=_single(node, via, 1.0))
    if isinstance(op, (ast.Div, ast.FloorDiv)) and "length" not in left.tags:
        tags -= {"length"}  # what is divided by a length does not grow with it
    low, high = interval(op, left, right)
    kind = "" if not {left.kind, right.kind} <= NUMBERS else "float" if isinstance(op, ast.Div) else "number"
    sums = _sums(node, left, right, high)
    if "str" in (left.kind, right.kind) and isinstance(op, (ast.Add, ast.Mult)):
        kind = "str"
    tags |= (left.tags | right.tags) & frozenset({"C+G", "template"})
    return Value(taint=taint, kind=kind, low=low, high=high, via=via, tags=tags, sums=sums)


def _single(node: ast.AST, via: int, high: float) -> Sums:
    return frozenset({frozenset({Term(place(node), high, via)}), frozenset[Term]()})


def _fold(node: ast.BinOp, left: Value, right: Value) -> Value | None:
    if not (left.is_const and right.is_const):
        return None
    a, b = left.const, right.const
    via = left.via | right.via
    if isinstance(a, str) and isinstance(b, str) and isinstance(node.op, ast.Add) and len(a) + len(b) < 100_000:
        return constant(a + b).under(via)
    if not isinstance(a, (int, float)) or not isinstance(b, (int, float)):
        return None
    try:
        result: float = OPERATIONS[type(node.op)](a, b)
    except (KeyError, ArithmeticError, ValueError):
        return None
    value = constant(result, place(node)).under(via)
    sums = _sums(node, left, right, value.high) if isinstance(node.op, ast.Add) else value.sums
    return value.but(sums=sums)


def _sums(node: ast.BinOp, left: Value, right: Value, high: float) -> Sums | None:
    """How a score can be made up: of additions the addends, of others one addend as a whole."""
    if isinstance(node.op, ast.Add):
        one = left.sums if left.sums is not None else _opaque(node.left, left)
        other = right.sums if right.sums is not None else _opaque(node.right, right)
        both = frozenset(a | b for a in one for b in other)
        return both if len(both) <= MOST_SUMS else None
    if isinstance(node.op, ast.Sub):
        return left.sums
    if isinstance(node.op, (ast.Mult, ast.Div)) and 0 <= high < inf:
        terms = [term for side in (left, right) for each in side.sums or () for term in each]
        return _single(node, left.via | right.via | via_of(terms), high)
    return None


def _opaque(node: ast.AST, value: Value) -> Sums:
    high = value.high if value.high < inf else 1.0
    return _single(node, value.via, max(high, 0.0)) if value.kind in NUMBERS or value.taint else EMPTY


def interval(op: ast.operator, left: Value, right: Value) -> tuple[float, float]:
    """Returns the bounds of an operation on numbers."""
    a, b, c, d = left.low, left.high, right.low, right.high
    if isinstance(op, ast.Add):
        low, high = a + c, b + d
    elif isinstance(op, ast.Sub):
        low, high = a - d, b - c
    elif isinstance(op, ast.Mult):
        products = [_times(x, y) for x in (a, b) for y in (c, d)]
        low, high = min(products), max(products)
    elif isinstance(op, (ast.Div, ast.FloorDiv)) and c >= 0 and a >= 0:
        # Divisors are taken for at least 1 where they are counts; a share stays open above otherwise.
        low, high = 0.0, b / c if c > 0 else (b if right.kind == "int" else inf)
    elif isinstance(op, (ast.Div, ast.FloorDiv)) and c > 0:
        low, high = (a / c if a < 0 else a / d), b / c
    elif isinstance(op, ast.Mod) and c > 0 and d < inf:
        low, high = 0.0, d
    elif isinstance(op, ast.Pow) and a >= 0 and 0 <= b <= 1 and c >= 0:
        low, high = 0.0, 1.0
    else:
        low, high = -inf, inf
    return (-inf if isnan(low) else low), (inf if isnan(high) else high)


def _times(x: float, y: float) -> float:
    return 0.0 if x == 0 or y == 0 else x * y


def text_of(parts: list[Value], template: bool = False) -> Value:
    """Returns a text that is put together of parts, in their order."""
    wholes, whole = _wholes(parts), mixed(*parts)
    if len(wholes) == 1:
        return constant(wholes[0]).under(whole.via)
    tags = NOTHING.union(*(each.tags for each in parts)) & (TEXT_TAGS - {"json"})
    first = next((at for at, each in enumerate(parts) if "C" in everything(each)), len(parts))
    if "G" in mixed(*parts[first + 1 :]).taint:
        tags |= {"C+G"}
    constants = any(isinstance(text, str) and text.strip() for each in parts for text in each.texts())
    if "C" in whole.taint and constants and template:
        tags |= {"template"}
    consts = frozenset(("str", whole) for whole in wholes) if wholes else None
    if constants and not wholes:
        tags |= {HOLES + "".join(map(_with_holes, parts))}
    return whole.but(kind="str", tags=tags, consts=consts)


def _wholes(parts: list[Value]) -> list[str]:
    """The constants that a text of these parts can be; none where a part may be anything, or they are many."""
    # The same value twice, as in `<{tag}></{tag}>`, is the same text twice.
    ways = {part: part.texts() for part in parts}
    if not all(part.consts is not None and texts for part, texts in ways.items()):
        return []
    if prod(map(len, ways.values())) > MOST_WHOLES or sum(len(texts[0]) for texts in ways.values()) > 100_000:
        return []
    chosen = (dict(zip(ways, way, strict=True)) for way in product(*ways.values()))
    return ["".join(each[part] for part in parts) for each in chosen]


def _with_holes(part: Value) -> str:
    known = next((tag for tag in sorted(part.tags) if tag.startswith(HOLES)), HOLES + HOLE)
    return (part.texts() or [known.removeprefix(HOLES)])[0]
