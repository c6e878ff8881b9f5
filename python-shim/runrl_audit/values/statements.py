"""What statements do: assignments, branches that are joined, loops that are followed twice."""

from __future__ import annotations

import ast
from dataclasses import replace
from math import inf

from runrl_audit.values import arithmetic
from runrl_audit.values.facts import Frame
from runrl_audit.values.logic import Logic
from runrl_audit.values.value import NONE, NOTHING, Value, elements, everything, join, joined

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

Env = dict[str, Value]
GROWS_UNTIL = 3


class Statements(Logic):
    """Follows statements."""

    def run_block(self, body: Sequence[ast.stmt], frame: Frame) -> None:
        """Follows statements until control leaves them."""
        for statement in body:
            if not frame.alive:
                return
            method = getattr(self, f"_do_{type(statement).__name__}", None)
            if method is not None:
                method(statement, frame)

    # Assignments.

    def assign(self, target: ast.AST, value: Value, frame: Frame) -> None:
        """Binds a target of an assignment."""
        if isinstance(target, ast.Name):
            value = value.under(frame.pc)
            if target.id in frame.shared:
                self._share(target.id, value, frame)
            elif isinstance(frame.node, ast.Module):
                self.globals[target.id] = value
                frame.env[target.id] = value
            else:
                frame.env[target.id] = value
            self.note(target, value)
        elif isinstance(target, (ast.Tuple, ast.List)):
            self._unpack(target, value, frame)
        elif isinstance(target, ast.Starred):
            self.assign(target.value, Value(taint=everything(value), kind="list", via=value.via, element=value), frame)
        elif isinstance(target, ast.Attribute):
            base = self.evaluate(target.value, frame)
            for kind, name in base.refs:
                if kind in ("instance", "class"):
                    self.store(name, target.attr, value.under(frame.pc))
        elif isinstance(target, ast.Subscript):
            self.evaluate(target.slice, frame)
            self.evaluate(target.value, frame)
            key = self.now(target.slice)
            self.fill(target.value, value.under(frame.pc), frame, key.const if key.is_const else None)

    def _share(self, name: str, value: Value, frame: Frame) -> None:
        outer = frame.closure
        while outer is not None and not isinstance(outer.node, ast.Module):
            if name in outer.env:
                outer.env[name] = join(outer.env[name], value)
                return
            outer = outer.closure
        before = self.globals.get(name)
        after = value if before is None else join(before, value)
        if after != before:
            self.globals[name] = after
            self.version += 1

    def store(self, owner: str, name: str, value: Value) -> None:
        """Remembers what an attribute of a class's objects may be."""
        before = self.heap.get((owner, name))
        after = value if before is None else join(before, value)
        if after == before:
            return
        if before is not None and (after.low < before.low or after.high > before.high):
            self.grown[owner, name] = self.grown.get((owner, name), 0) + 1
            if self.grown[owner, name] >= GROWS_UNTIL:
                low = -inf if after.low < before.low else after.low
                high = inf if after.high > before.high else after.high
                after = after.but(low=low, high=high, sums=None, consts=None)
        self.heap[owner, name] = after
        self.version += 1

    def _unpack(self, target: ast.Tuple | ast.List, value: Value, frame: Frame) -> None:
        starred = any(isinstance(each, ast.Starred) for each in target.elts)
        if value.items is not None and not starred and len(value.items) == len(target.elts):
            for each, item in zip(target.elts, value.items):  # noqa: B905  # same lengths
                self.assign(each, item.under(value.via), frame)
            return
        inner = self.element_of(value)
        for each in target.elts:
            self.assign(each, inner, frame)

    def fill(self, holder: ast.AST, value: Value, frame: Frame, key: object = None) -> None:
        """A container gets a value: by `holder[key] = value`, `holder.append(value)`, …"""
        before = self.now(holder)
        current = self.evaluate(holder, frame) if isinstance(holder, (ast.Name, ast.Attribute)) else before
        taint = current.taint | everything(value)
        keys = None
        if current.keys is not None:
            known = dict(current.keys)
            for name in [key] if isinstance(key, str) else known:
                known[name] = value if name == key and (not frame.pc or key not in known) else join(known[name], value)
            keys = tuple(known.items())
        inner = elements(current)
        element = value if inner is None or "empty" in current.tags else join(inner, value)
        filled = current.but(
            taint=taint,
            via=current.via | value.via | frame.pc,
            items=None,
            keys=keys,
            element=element,
            consts=None,
            sums=None,
            tags=current.tags - {"empty"},
        )
        if isinstance(holder, ast.Name):
            if holder.id in frame.env:
                frame.env[holder.id] = filled
            elif self.lookup(holder.id, frame) is not None:
                self._share(holder.id, filled, frame)
        elif isinstance(holder, ast.Attribute):
            for kind, name in self.now(holder.value).refs:
                if kind in ("instance", "class"):
                    self.store(name, holder.attr, filled)
        elif isinstance(holder, ast.Subscript):
            self.fill(holder.value, filled, frame)

    def _do_Assign(self, node: ast.Assign, frame: Frame) -> None:
        value = self.evaluate(node.value, frame)
        for target in node.targets:
            self.assign(target, value, frame)

    def _do_AnnAssign(self, node: ast.AnnAssign, frame: Frame) -> None:
        if node.value is not None:
            self.assign(node.target, self.evaluate(node.value, frame), frame)

    def _do_AugAssign(self, node: ast.AugAssign, frame: Frame) -> None:
        operation = ast.BinOp(left=node.target, op=node.op, right=node.value)
        ast.copy_location(operation, node)
        before = self.evaluate(node.target, frame)
        added = self.evaluate(node.value, frame)
        self.assign(node.target, arithmetic.operate(operation, before, added), frame)

    def _do_Expr(self, node: ast.Expr, frame: Frame) -> None:
        self.evaluate(node.value, frame)

    def _do_Delete(self, node: ast.Delete, frame: Frame) -> None:
        for target in node.targets:
            if isinstance(target, ast.Name):
                frame.env.pop(target.id, None)

    def _do_Return(self, node: ast.Return, frame: Frame) -> None:
        value = self.evaluate(node.value, frame) if node.value is not None else NONE
        frame.returns.append((node, value.under(frame.pc)))
        frame.alive = False

    def _do_Raise(self, node: ast.Raise, frame: Frame) -> None:
        if node.exc is not None:
            self.evaluate(node.exc, frame)
        frame.alive = False

    def _do_Assert(self, node: ast.Assert, frame: Frame) -> None:
        value = self.evaluate(node.test, frame)
        if node.msg is not None:
            self.evaluate(node.msg, frame)
        frame.pc |= value.via
        frame.sure |= self.sure_of(node.test, True)
        self.refine(node.test, True, frame)

    def _do_Global(self, node: ast.Global, frame: Frame) -> None:
        frame.shared.update(node.names)

    def _do_Nonlocal(self, node: ast.Nonlocal, frame: Frame) -> None:
        frame.shared.update(node.names)

    # Branches.

    def _do_If(self, node: ast.If, frame: Frame) -> None:
        test = self.evaluate(node.test, frame)
        via = test.via | self._mark_test(node.test)
        known = test.const if test.is_const else None
        pc, sure = frame.pc, frame.sure
        ends: list[tuple[Env, bool, int]] = []
        for body, holds in ((node.body, True), (node.orelse, False)):
            branch = self._branch(frame, pc | via, sure | self.sure_of(node.test, holds))
            if isinstance(known, bool) and known is not holds and not isinstance(frame.node, ast.Module):
                ends.append((branch.env, False, pc))
                continue
            self.refine(node.test, holds, branch)
            self.run_block(body, branch)
            ends.append((branch.env, branch.alive, branch.sure if branch.alive else sure))
        self._after(frame, pc, sure, via, ends)

    def _branch(self, frame: Frame, pc: int, sure: int) -> Frame:
        """A copy of the frame for one branch; what it returns goes to the same place."""
        return replace(frame, env=dict(frame.env), pc=pc, sure=sure, alive=True)

    def _after(self, frame: Frame, pc: int, sure: int, via: int, ends: list[tuple[Env, bool, int]]) -> None:
        """Joins branches. Where only some go on, what follows depends on the test."""
        going = [(env, inner) for env, alive, inner in ends if alive]
        frame.alive = bool(going)
        if not going:
            return
        frame.env = self.join_envs([env for env, _ in going])
        if len(going) < len(ends):
            frame.pc = pc | via
            frame.sure = going[0][1] if len(going) == 1 else sure
        else:
            frame.pc, frame.sure = pc, sure

    def join_envs(self, envs: Sequence[Env]) -> Env:
        """Returns what variables may be after any of several ways."""
        if len(envs) == 1:
            return envs[0]
        names = dict.fromkeys(name for env in envs for name in env)
        return {name: joined(*(env[name] for env in envs if name in env)) for name in names}

    def _do_Match(self, node: ast.Match, frame: Frame) -> None:
        subject = self.evaluate(node.subject, frame)
        pc, sure = frame.pc, frame.sure
        bit = self.mark(node.subject, everything(subject)) if subject.taint else 0
        via = subject.via | bit
        ends: list[tuple[Env, bool, int]] = []
        exhaustive = False
        for case in node.cases:
            branch = self._branch(frame, pc | via, sure)
            plain = isinstance(case.pattern, ast.MatchAs) and case.pattern.pattern is None
            if not plain:
                branch.sure |= bit
            exhaustive = exhaustive or (plain and case.guard is None)
            for inner in ast.walk(case.pattern):
                if isinstance(inner, ast.MatchValue):
                    compared = self.evaluate(inner.value, branch)
                    self.letters[id(node.subject)] = self.letters.get(id(node.subject), NOTHING) | everything(compared)
                name = getattr(inner, "name", None) if not isinstance(inner, ast.MatchMapping) else inner.rest
                if isinstance(name, str):
                    part = subject if plain else Value(taint=everything(subject), via=via)
                    branch.env[name] = part
            if case.guard is not None:
                guard = self.evaluate(case.guard, branch).via | self._mark_test(case.guard)
                branch.pc |= guard
                via |= guard
                branch.sure |= self.sure_of(case.guard, True)
                self.refine(case.guard, True, branch)
            self.run_block(case.body, branch)
            ends.append((branch.env, branch.alive, branch.sure))
        if not exhaustive:
            ends.append((dict(frame.env), True, sure))
        self._after(frame, pc, sure, via, ends)
