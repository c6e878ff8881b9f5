"""What one place in a source shows of a column: that it is a list, the value of one row, or nothing."""

from __future__ import annotations

from runrl_shim.inside.source.source_tree import is_text, kind_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

LIST, VALUE, EITHER, BOTH = "list", "value", "either", "both"
UNCLEAR, NOTHING = "unclear", "nothing"

_OF_LISTS = frozenset(
    (
        "all",
        "any",
        "array",
        "asarray",
        "chain",
        "cycle",
        "enumerate",
        "from_iterable",
        "iter",
        "len",
        "list",
        "map",
        "filter",
        "max",
        "min",
        "next",
        "reversed",
        "set",
        "sorted",
        "sum",
        "tensor",
        "tuple",
        "zip",
        "zip_longest",
    )
)
_OF_VALUES = frozenset(
    (
        "abs",
        "bool",
        "compile",
        "Decimal",
        "escape",
        "eval",
        "exec",
        "findall",
        "finditer",
        "float",
        "Fraction",
        "fullmatch",
        "int",
        "isclose",
        "literal_eval",
        "loads",
        "match",
        "parse",
        "parse_expr",
        "parse_latex",
        "ratio",
        "round",
        "search",
        "split",
        "str",
        "sub",
        "sympify",
        "verify",
    )
)
_OF_ANYTHING = frozenset(
    (
        "debug",
        "error",
        "exception",
        "id",
        "info",
        "log",
        "print",
        "pprint",
        "repr",
        "type",
        "warn",
        "warning",
    )
)
_ASKING = ("isinstance", "hasattr")
_OF_STRINGS_AND_DICTS = (frozenset(dir(str)) | frozenset(dir(dict))) - frozenset(dir(list))
_OF_LISTS_ONLY = frozenset(dir(list)) - frozenset(dir(str)) - frozenset(dir(dict))


def use_as_argument(call: Any, *, is_rest: bool) -> str:
    """Returns what a call of something that cannot be followed shows of its argument."""
    name = getattr(call.func, "id", None) or getattr(call.func, "attr", "")
    if name in _OF_ANYTHING or (is_rest and name in ("len", "sorted", "list", "bool")):
        return NOTHING
    if is_rest:
        return UNCLEAR
    if name in _ASKING:
        return EITHER
    return LIST if name in _OF_LISTS else VALUE if name in _OF_VALUES else UNCLEAR


def use_in(node: Any, parent: Any, above: list[Any], *, is_rest: bool) -> str:
    """Returns what an expression that gives a column shows by where it stands.

    Args:
        node: The expression.
        parent: What it stands in directly, or None.
        above: All nodes around it, innermost last.
        is_rest: Whether it is the `**kwargs` and not a column.
    """
    kind = kind_of(parent)
    if is_rest:
        return _use_of_rest(kind, parent)
    if kind in ("For", "AsyncFor", "comprehension", "Starred", "YieldFrom"):
        return LIST
    if kind == "Subscript":
        return (VALUE if is_text(parent.slice) else LIST) if parent.value is node else VALUE
    if kind == "Attribute":
        return VALUE if parent.attr in _OF_STRINGS_AND_DICTS else LIST if parent.attr in _OF_LISTS_ONLY else UNCLEAR
    if kind == "Compare":
        return _use_in_comparison(node, parent)
    if kind == "BinOp":
        return _use_in_arithmetic(node, parent)
    if kind == "FormattedValue":
        return NOTHING if any(_is_shown(each) for each in above) else VALUE
    if kind == "List":
        return VALUE  # [answer] * len(completions)
    if kind == "UnaryOp":
        return NOTHING if kind_of(parent.op) == "Not" else VALUE
    if kind in ("Assign", "AnnAssign", "NamedExpr"):
        return _use_in_assignment(parent)
    if kind in ("BoolOp", "IfExp", "If", "While", "Assert", "Expr", "NoneType"):
        return NOTHING
    return UNCLEAR


def _use_of_rest(kind: str, parent: Any) -> str:
    if kind == "Attribute":
        return NOTHING if parent.attr in ("get", "pop", "setdefault", "keys", "update") else UNCLEAR
    if kind == "Subscript":
        return NOTHING if is_text(parent.slice) else UNCLEAR
    return NOTHING if kind in ("Compare", "BoolOp", "UnaryOp", "If", "IfExp", "Assign", "Expr", "Delete") else UNCLEAR


def _use_in_comparison(node: Any, parent: Any) -> str:
    operators = [kind_of(each) for each in parent.ops]
    if all(each in ("Is", "IsNot") for each in operators):
        return NOTHING
    if operators[0] in ("In", "NotIn"):
        return VALUE if parent.left is node else UNCLEAR
    beside = [each for each in (parent.left, *parent.comparators) if each is not node]
    if any(kind_of(each) == "List" for each in beside):
        return NOTHING
    return VALUE


def _use_in_arithmetic(node: Any, parent: Any) -> str:
    other = parent.right if parent.left is node else parent.left
    if kind_of(parent.op) in ("Add", "Mult"):
        kind = kind_of(other)
        return LIST if kind in ("List", "ListComp") else VALUE if kind in ("Constant", "JoinedStr") else UNCLEAR
    return VALUE


def _use_in_assignment(parent: Any) -> str:
    targets = parent.targets if kind_of(parent) == "Assign" else [parent.target]
    if any(kind_of(each) in ("Tuple", "List") for each in targets):
        return LIST
    return NOTHING if all(kind_of(each) == "Name" for each in targets) else UNCLEAR


def _is_shown(node: Any) -> bool:
    """Whether it is a call that only tells people, or a log."""
    name = (getattr(node.func, "id", None) or getattr(node.func, "attr", "")) if kind_of(node) == "Call" else ""
    return name in _OF_ANYTHING
