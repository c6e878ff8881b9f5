"""What calls of Python's builtins give."""

from __future__ import annotations

import ast
from math import inf

from runrl_audit.values import arithmetic
from runrl_audit.values.facts import Call, Frame
from runrl_audit.values.value import NOTHING, NUMBERS, Value, constant, elements, everything, join, joined, mixed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runrl_audit.values.calling import Calling

SEQUENCES = frozenset({"list", "tuple", "set", "frozenset", "sorted", "reversed", "iter"})


def of_builtin(flow: Calling, call: Call, name: str, frame: Frame) -> Value | None:
    """Returns what a builtin gives; None for those that are nothing special."""
    args = call.args
    first = args[0] if args else None
    whole = mixed(*call.arguments())
    where = arithmetic.place(call.node)
    if name in ("float", "int") and first is not None:
        return _number(name, first)
    if name in ("float", "int", "str", "bool", "list", "dict", "set", "tuple", "bytes") and first is None:
        empty = {"float": 0.0, "int": 0, "str": "", "bool": False}
        if name in empty:
            return constant(empty[name])  # type: ignore[arg-type]
        keys = tuple(call.named.items()) if name == "dict" else None
        return whole.but(kind=name, items=() if name != "dict" else None, keys=keys, tags=frozenset({"empty"}))
    if name == "str" and first is not None:
        kept = first.tags & frozenset({"template", "C+G", "plain", "output"})
        consts = frozenset(("str", str(each)) for _, each in first.consts) if first.consts is not None else None
        return Value(taint=everything(first), kind="str", via=first.via, tags=kept, consts=consts)
    if name == "bool" and first is not None:
        return arithmetic.truth(first, where)
    if name in ("abs", "round"):
        if first is None:
            return None
        low, high = first.low, first.high
        if name == "abs":
            low, high = (0.0 if low < 0 < high else min(abs(low), abs(high))), max(abs(low), abs(high))
        kind = first.kind if name == "abs" or len(args) > 1 else "int"
        kept = first.tags & arithmetic.LENGTH
        return first.but(kind=kind, low=low, high=high, tags=kept, consts=None, fields=NOTHING)
    if name in ("min", "max") and args:
        return _extreme(name, call)
    if name == "len" and first is not None:
        counted = "C" in first.taint and (first.kind in ("", "str", "list", "generator")) and first.items is None
        tags = frozenset({"length"}) if counted else NOTHING
        return Value(taint=everything(first), kind="int", low=0.0, high=inf, via=first.via, tags=tags)
    if name == "sum" and first is not None:
        return _sum(first, whole, where)
    if name in ("any", "all"):
        bit = flow.mark(call.node, whole.taint) if whole.taint or whole.via else 0
        return arithmetic.truth(whole, where, bit)
    if name in ("isinstance", "callable", "hasattr", "issubclass"):
        return arithmetic.truth(whole.but(taint=NOTHING), where)
    return _containers(flow, call, name, whole, frame)


def _number(name: str, first: Value) -> Value:
    """`float(x)`: of a text it is parsed, of a comparison it pays."""
    if first.is_const and isinstance(first.const, (int, float, str)):
        if isinstance(first.const, str) or abs(first.low) == inf:
            return Value(kind=name)
        made = float(first.const) if name == "float" else int(first.const)
        return constant(made).but(sums=first.sums, via=first.via)
    whole = mixed(first).but(kind=name, low=first.low, high=first.high, sums=first.sums)
    return whole.but(tags=first.tags & arithmetic.LENGTH)


def _extreme(name: str, call: Call) -> Value:
    parts = call.args
    if len(parts) == 1:
        inner = elements(parts[0])
        value = inner if inner is not None else mixed(parts[0])
        default = call.named.get("default")
        value = value if default is None else join(value, default)
        return value.but(via=value.via | parts[0].via, consts=None, fields=NOTHING)
    choose = min if name == "min" else max
    low, high = choose(each.low for each in parts), choose(each.high for each in parts)
    whole = joined(*parts)
    tags = whole.tags & arithmetic.LENGTH
    bounded = [each for each in parts if "length" not in each.tags]
    if name == "min" and bounded:
        tags -= {"length"} if high < inf or not all(each.is_const for each in bounded) else frozenset()
    others = [each for each in parts if not each.is_const]
    sums = others[0].sums if len(others) == 1 else whole.sums
    return whole.but(low=low, high=high, tags=tags, consts=None, sums=sums, fields=NOTHING)


def _sum(first: Value, whole: Value, where: int) -> Value:
    inner = elements(first)
    if first.items:
        value = first.items[0]
        for index, each in enumerate(first.items[1:]):
            node = ast.BinOp(left=ast.Constant(value=0), op=ast.Add(), right=ast.Constant(value=0))
            node.lineno, node.col_offset = divmod(where + index, 100_000)
            value = arithmetic.operate(node, value, each)
        return value.under(first.via)
    low = 0.0 if inner is not None and inner.low >= 0 else -inf
    kind = inner.kind if inner is not None and inner.kind in NUMBERS - {"bool"} else "number"
    tags = frozenset({"length"}) if "of:C" in first.tags and inner is not None and inner.is_const else NOTHING
    return whole.but(kind=kind, low=low, tags=tags)


def _containers(flow: Calling, call: Call, name: str, whole: Value, frame: Frame) -> Value | None:
    args = call.args
    first = args[0] if args else None
    if name in SEQUENCES and first is not None:
        kind = "list" if name in ("sorted", "reversed", "iter") else name
        inner = elements(first)
        if first.kind == "str" and inner is None:
            inner = Value(taint=first.taint, kind="str", via=first.via)
        items = first.items if name in ("list", "tuple", "set", "frozenset") else None
        made = whole.but(taint=first.taint, kind=kind, element=inner, items=items)
        return made.but(tags=first.tags & {"of:C"})
    if name == "enumerate" and first is not None:
        inner = flow.element_of(first)
        pair = mixed(inner).but(kind="tuple", items=(Value(kind="int", low=0.0), inner))
        return whole.but(kind="list", element=pair.under(whole.via))
    if name == "zip":
        parts = tuple(flow.element_of(each) for each in args)
        pair = whole.but(kind="tuple", items=parts)
        return whole.but(kind="list", element=pair).under(flow.mark(call.node, whole.taint))
    if name == "map" and len(args) > 1:
        given = [flow.element_of(each) for each in args[1:]]
        own = [(each, flow.nodes[each]) for each in args[0].names("function") if each in flow.nodes]
        results = [flow.follow(function, reference, given, {}, []) for reference, function in own]
        inner = joined(*results) if results else _mapped(args[0], given[0])
        return whole.but(kind="list", element=inner).under(inner.via)
    if name == "filter" and len(args) > 1:
        return whole.but(kind="list", element=flow.element_of(args[1]))
    if name == "next" and first is not None:
        inner = flow.element_of(first)
        return (inner if len(args) < 2 else join(inner, args[1])).under(whole.via)
    if name == "range":
        return whole.but(kind="list", element=Value(kind="int", via=whole.via))
    if name == "repr":
        return whole.but(kind="str")
    if name == "dict" and first is not None:
        return whole.but(kind="dict") if call.named else first.but(kind="dict", tags=first.tags - {"kwargs"})
    if name == "hash" and first is not None and first.kind in ("str", ""):
        return Value(kind="int", via=whole.via | flow.mark(call.node))
    if name == "open" and first is not None:
        return whole.but(refs=frozenset({("obj", "open()")}))
    if name == "getattr" and len(args) > 1:
        return whole
    return Value(refs=frozenset({("instance", frame.owner)})) if name == "super" and frame.owner else None


def _mapped(function: Value, element: Value) -> Value:
    kinds = [name.rpartition(".")[2] for name in function.names("lib")]
    if kinds and kinds[0] in ("int", "float", "str"):
        return Value(taint=element.taint, kind=kinds[0], via=element.via)
    return Value(taint=element.taint, via=element.via)
