"""Rules on answers as values: RH108, RH127, RH149."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from runrl_audit.rules.comparison import is_pattern_field
from runrl_audit.rules.look import assigned_in, catches, in_function, is_gold, live_nodes
from runrl_audit.rules.rule import Hit, rule, source_of
from runrl_audit.values.flow import Flow
from runrl_audit.values.value import Value, everything


@rule("RH108", "warning", "ask for `is None`", "A21")
def truth_of_answer(flow: Flow) -> Iterator[Hit]:
    """`if expected`: 0, False and "" are answers as well."""
    seen: set[int] = set()
    for node in live_nodes(flow, ast.If, ast.IfExp, ast.BoolOp, ast.UnaryOp, ast.While):
        tests: list[ast.AST] = []
        if isinstance(node, (ast.If, ast.IfExp, ast.While)):
            tests = [node.test]
        elif isinstance(node, ast.BoolOp):
            tests = list(node.values[:-1]) if isinstance(node.op, ast.Or) else list(node.values)
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            tests = [node.operand]
        for test in tests:
            if id(test) in seen or not isinstance(test, (ast.Name, ast.Attribute, ast.Subscript, ast.Call)):
                continue
            seen.add(id(test))
            value = flow.value_of(test)
            if not value.fields or not is_gold(value) or not _can_be_falsy(flow, value):
                continue
            if _raises(node) or not _used_in_comparison(flow, value):
                continue
            names = ", ".join(sorted(value.fields))
            yield Hit(
                test,
                f'`{source_of(test)}` is also false for the answers 0, False and "" (field `{names}`)',
                confidence="high" if any(flow.field_types.get(name) for name in value.fields) else "medium",
            )


def _can_be_falsy(flow: Flow, value: Value) -> bool:
    """Lists may be asked whether they are empty; texts that are never empty, and numbers, are answers."""
    types = {each for name in value.fields for each in flow.field_types.get(name, {})}
    if types:
        return bool(types & {"int", "float"})
    return value.kind not in ("list", "dict", "set", "tuple")


def _raises(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and any(isinstance(each, ast.Raise) for each in node.body)


def _used_in_comparison(flow: Flow, value: Value) -> bool:
    """Only fields that the completion is compared with are answers."""
    for node in live_nodes(flow, ast.Compare):
        if not isinstance(node.ops[0], (ast.Eq, ast.NotEq, ast.In, ast.NotIn)):
            continue
        sides = [flow.value_of(node.left), *(flow.value_of(each) for each in node.comparators)]
        if any("C" in everything(side) for side in sides):
            if any(_fields_of(flow, part) & value.fields for part in (node.left, *node.comparators)):
                return True
    return False


def _fields_of(flow: Flow, node: ast.AST, depth: int = 0) -> set[str]:
    """The fields that one side of a comparison is, also as `str(field).strip()`."""
    found = set(flow.value_of(node).fields)
    if found or depth > 6:
        return found
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        return _fields_of(flow, node.func.value, depth + 1)
    if isinstance(node, ast.Call) and len(node.args) == 1 and _converts(node):
        return _fields_of(flow, node.args[0], depth + 1)
    if isinstance(node, ast.BoolOp):
        return _fields_of(flow, node.values[0], depth + 1)
    if isinstance(node, ast.Name):  # back to where it is assigned: `gold = str(kwargs["answer"])`
        for value in assigned_in(flow, node, node.id):
            found |= _fields_of(flow, value, depth + 1)
    return found


def _converts(node: ast.Call) -> bool:
    return isinstance(node.func, ast.Name) and node.func.id in ("str", "int", "float", "repr")


@rule("RH127", "warning", "wrap what is no pattern in `re.escape`", "A16")
def unescaped_pattern(flow: Flow) -> Iterator[Hit]:
    """A pattern that is made of the answer or the completion."""
    for use in flow.patterns:
        letters = everything(use.pattern)
        if not in_function(flow, use.node) or not letters & {"G", "C"} or is_pattern_field(use.pattern):
            continue
        if "C" in letters:
            message = "Text of the completion is used as a pattern: `.*` matches everything, and `(` raises"
        else:
            message = "The answer is used as a pattern: `3.14` matches `3x14`, and `(` raises"
        yield Hit(use.node, message)


@rule("RH149", "high", "convert one side: `str(expected)`, or `int(answer)` where it parses", "A21")
def never_equal(flow: Flow) -> Iterator[Hit]:
    """A text is compared with a column of numbers: never equal."""
    for node in live_nodes(flow, ast.Compare):
        sides = (node.left, node.comparators[0])
        if len(node.ops) != 1 or not isinstance(node.ops[0], (ast.Eq, ast.NotEq)):
            continue
        for text, gold in (map(flow.value_of, sides), map(flow.value_of, sides[::-1])):
            if text.kind != "str" or "C" not in everything(text) or len(gold.fields) != 1 or "checked" in gold.tags:
                continue
            (field,) = gold.fields
            types = {name: count for name, count in flow.field_types.get(field, {}).items() if name != "empty"}
            numbers = sum(types.get(name, 0) for name in ("int", "float", "bool", "list", "dict"))
            if types and numbers == sum(types.values()) and gold.kind != "str" and not _is_tried(flow, node):
                kinds = " or ".join(sorted(types))
                yield Hit(
                    node, f"Field `{field}` is {kinds} in {numbers} of {numbers} rows; a text is never equal to it"
                )


def _is_tried(flow: Flow, node: ast.AST) -> bool:
    """Whether an exception is caught around a node: what is there may be another type on purpose."""
    return any(isinstance(each, ast.Try) and any(map(catches, each.handlers)) for each in flow.around(node))
