"""Comparisons, `and`, `or`, and what holds in the branch of a test."""

from __future__ import annotations

import ast
import operator
from functools import reduce
from math import inf

from runrl_audit.values import arithmetic
from runrl_audit.values.arithmetic import place
from runrl_audit.values.containers import Containers
from runrl_audit.values.facts import Frame
from runrl_audit.values.value import MOST_SUMS, NUMBERS, Sums, Term, Value, everything, joined, mixed, via_of

AGAINST = (ast.NotEq, ast.NotIn, ast.IsNot)
EITHER = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
MIRRORED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.Gt,
    ast.LtE: ast.GtE,
    ast.Gt: ast.Lt,
    ast.GtE: ast.LtE,
    ast.Eq: ast.Eq,
}
NEGATED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.GtE,
    ast.LtE: ast.Gt,
    ast.Gt: ast.LtE,
    ast.GtE: ast.Lt,
    ast.NotEq: ast.Eq,
}


class Logic(Containers):
    """Evaluates what is true or false."""

    def _on_Compare(self, node: ast.Compare, frame: Frame) -> Value:
        values = [self.evaluate(node.left, frame), *(self.evaluate(each, frame) for each in node.comparators)]
        whole = mixed(*values)
        letters, via = whole.taint, whole.via
        if isinstance(node.ops[0], (ast.In, ast.NotIn)) and "kwargs" in values[-1].tags:
            via |= self.mark(node)
        elif letters or via:
            via |= self.mark(node, letters)
        value = arithmetic.truth(Value(taint=letters, via=via), place(node))
        return value.but(sums=_both(value.sums, frame.sure))

    def _on_BoolOp(self, node: ast.BoolOp, frame: Frame) -> Value:
        before = dict(frame.env)
        values = []
        via = 0
        for index, part in enumerate(node.values):
            value = self.evaluate(part, frame)
            via |= value.via
            values.append(value)
            if index < len(node.values) - 1:
                self.refine(part, isinstance(node.op, ast.And), frame)
        for name, value in before.items():
            if not any(isinstance(each, ast.NamedExpr) and each.target.id == name for each in ast.walk(node)):
                frame.env[name] = value
        whole = joined(*values).under(via)
        if all(each.kind == "bool" for each in values):
            if isinstance(node.op, ast.And):
                return arithmetic.truth(whole.but(via=via), place(node))
            return whole.but(consts=None)
        return whole

    def _on_IfExp(self, node: ast.IfExp, frame: Frame) -> Value:
        test = self.evaluate(node.test, frame)
        via = test.via | self._mark_test(node.test)
        saved, sure = dict(frame.env), frame.sure
        known = test.const if test.is_const else None
        results = []
        for branch, holds in ((node.body, True), (node.orelse, False)):
            if isinstance(known, bool) and known is not holds:
                continue
            frame.env = dict(saved)
            frame.sure = sure | self.sure_of(node.test, holds)
            self.refine(node.test, holds, frame)
            results.append(self.evaluate(branch, frame))
            saved.update({name: value for name, value in frame.env.items() if name not in saved})
        frame.env, frame.sure = saved, sure
        return joined(*results).under(via)

    def _mark_test(self, test: ast.AST) -> int:
        """Gives a test that is no comparison a mark of its own: `if expected:`."""
        value = self.now(test)
        if isinstance(test, (ast.Name, ast.Attribute, ast.Subscript, ast.Call)) and (value.taint or value.via):
            return self.mark(test, everything(value))
        return 0

    def sure_of(self, test: ast.AST, holds: bool) -> int:
        """Returns the marks of what is known to be so where a test came out this way."""
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            return self.sure_of(test.operand, not holds)
        if isinstance(test, ast.BoolOp):
            return reduce(operator.or_, (self.sure_of(part, holds) for part in test.values))
        if isinstance(test, ast.Compare):
            op = test.ops[0]
            of_none = any(isinstance(each, ast.Constant) and each.value is None for each in test.comparators)
            against = isinstance(op, AGAINST)
            if (
                not of_none and not isinstance(op, EITHER) and against is holds
            ):  # `a != b` holds, or `a == b` does not: nothing is known to be equal
                return via_of(map(self.now, (test.left, *test.comparators)))
            return self.now(test).via
        if isinstance(test, ast.NamedExpr):
            return self.sure_of(test.value, holds)
        return self.now(test).via | self.bits.get(id(test), 0) if holds else 0

    def refine(self, test: ast.AST, holds: bool, frame: Frame) -> None:
        """Narrows what variables may be where a test came out this way."""
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            self.refine(test.operand, not holds, frame)
        elif isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And) is holds:
            for part in test.values:
                self.refine(part, holds, frame)
        elif isinstance(test, ast.Compare):
            left = test.left
            for op, right in zip(test.ops, test.comparators):  # noqa: B905  # as long as each other, by the grammar
                if len(test.ops) == 1 or holds:
                    self._narrow(left, type(op), right, holds, frame)
                left = right
        elif isinstance(test, ast.Call) and isinstance(test.func, ast.Name) and test.func.id == "isinstance":
            if test.args and isinstance(test.args[0], ast.Name):
                name = test.args[0].id
                value = self.lookup(name, frame)
                if value is not None and name in frame.env:
                    kind = _named_kind(test.args[1]) if len(test.args) > 1 and holds else ""
                    frame.env[name] = value.but(
                        tags=value.tags | {"checked"}, kind=kind or ("" if not holds else value.kind)
                    )
        elif isinstance(test, ast.Name) and test.id in frame.env:
            value = frame.env[test.id]
            if holds and value.consts is not None:
                kept = frozenset(each for each in value.consts if each[1])
                frame.env[test.id] = value.but(consts=kept or None, kind=_kind_of(kept) or value.kind)

    def _narrow(self, left: ast.AST, op: type[ast.cmpop], right: ast.AST, holds: bool, frame: Frame) -> None:
        for target, other, way in ((left, right, op), (right, left, MIRRORED.get(op))):
            if way is None or not isinstance(target, ast.Name) or target.id not in frame.env:
                continue
            value = frame.env[target.id]
            bound = self.now(other)
            if bound.kind == "none" and way in (ast.Is, ast.IsNot, ast.Eq, ast.NotEq):
                is_none = holds is (way in (ast.Is, ast.Eq))
                frame.env[target.id] = (
                    value.but(kind="none", consts=frozenset({("NoneType", None)})) if is_none else _without_none(value)
                )
                continue
            way = way if holds else NEGATED.get(way)
            if way is None or (bound.low, bound.high) == (-inf, inf):
                continue
            if value.kind not in NUMBERS and value.kind != "" and value.kind != "number":
                continue
            if way in (ast.Lt, ast.LtE) and bound.high < value.high:
                frame.env[target.id] = value.but(high=bound.high)
            elif way in (ast.Gt, ast.GtE) and bound.low > value.low:
                frame.env[target.id] = value.but(low=bound.low)
            elif way is ast.Eq and bound.is_const and isinstance(bound.const, (int, float)):
                frame.env[target.id] = value.but(low=bound.low, high=bound.high)


def _both(sums: Sums | None, sure: int) -> Sums | None:
    if sums is None or sure == 0 or len(sums) > MOST_SUMS:
        return sums
    return frozenset(
        frozenset(Term(each.node, each.high, each.via | sure) for each in alternative) for alternative in sums
    )


def _without_none(value: Value) -> Value:
    if value.consts is None:
        return value if value.kind != "none" else value.but(kind="")
    kept = frozenset(each for each in value.consts if each[1] is not None)
    return value.but(consts=kept or None, kind=_kind_of(kept) or value.kind)


def _kind_of(consts: frozenset[tuple[str, object]]) -> str:
    names = {name for name, _ in consts}
    return next(iter(names)) if len(names) == 1 else ""


def _named_kind(node: ast.AST) -> str:
    return node.id if isinstance(node, ast.Name) and node.id in ("str", "int", "float", "bool", "list", "dict") else ""
