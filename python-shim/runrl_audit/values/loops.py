"""Loops, `try` and `with`."""

from __future__ import annotations

import ast
from math import inf

from runrl_audit.values.facts import Frame
from runrl_audit.values.statements import Env, Statements
from runrl_audit.values.value import UNKNOWN, Value, everything, mixed


class Loops(Statements):
    """Follows what may happen several times, or not to the end."""

    def _do_For(self, node: ast.For | ast.AsyncFor, frame: Frame) -> None:
        source = self.evaluate(node.iter, frame)
        bit = self.mark(node, everything(source)) if source.taint else 0
        self._loop(node, frame, source.via | bit, source)

    _do_AsyncFor = _do_For

    def _do_While(self, node: ast.While, frame: Frame) -> None:
        test = self.evaluate(node.test, frame)
        self._loop(node, frame, test.via, None)

    def _loop(self, node: ast.For | ast.AsyncFor | ast.While, frame: Frame, via: int, source: Value | None) -> None:
        before = dict(frame.env)
        pc, sure = frame.pc, frame.sure
        breaks: list[Env] = []
        frame.breaks.append(breaks)
        first: Env = {}
        env = before
        for turn in range(2):
            body = self._branch(frame, pc | via, sure)
            body.env = dict(env)
            if source is not None and not isinstance(node, ast.While):
                self.assign(node.target, self.element_of(source), body)
            elif isinstance(node, ast.While):
                via |= self.evaluate(node.test, body).via
                self.refine(node.test, True, body)
            self.run_block(node.body, body)
            env = self.join_envs([before, body.env])
            if turn == 0:
                first = env
        frame.breaks.pop()
        endless = isinstance(node, ast.While) and isinstance(node.test, ast.Constant) and bool(node.test.value)
        frame.env = _widened(first, env)
        frame.pc, frame.sure = pc | (via if _leaves(node) else 0), sure
        if endless and not breaks:
            frame.alive = False
            return
        if isinstance(node, ast.While) and not endless:
            self.refine(node.test, False, frame)
        self.run_block(node.orelse, frame)
        if breaks:
            frame.env = self.join_envs([frame.env, *breaks]) if frame.alive else self.join_envs(breaks)
            frame.alive = True

    def _do_Break(self, _: ast.Break, frame: Frame) -> None:
        if frame.breaks:
            frame.breaks[-1].append({name: value.under(frame.pc) for name, value in frame.env.items()})
        frame.alive = False

    def _do_Continue(self, _: ast.Continue, frame: Frame) -> None:
        frame.alive = False

    def _do_With(self, node: ast.With | ast.AsyncWith, frame: Frame) -> None:
        swallows = False
        for item in node.items:
            value = self.evaluate(item.context_expr, frame)
            swallows = swallows or ("lib", "contextlib.suppress()") in value.refs
            if item.optional_vars is not None:
                self.assign(item.optional_vars, value, frame)
        before = dict(frame.env)
        self.run_block(node.body, frame)
        if swallows:
            frame.env = self.join_envs([before, frame.env])
            frame.alive = True

    _do_AsyncWith = _do_With

    def _do_Try(self, node: ast.Try, frame: Frame) -> None:
        before = dict(frame.env)
        pc, sure = frame.pc, frame.sure
        body = self._branch(frame, pc, sure)
        self.run_block(node.body, body)
        if body.alive:
            self.run_block(node.orelse, body)
        failing = self.join_envs([before, {**before, **body.env}])
        ends: list[tuple[Env, bool, int]] = [(body.env, body.alive, body.sure)]
        via = 0
        calls = (each for part in node.body for each in ast.walk(part) if isinstance(each, ast.Call))
        letters = mixed(*map(self.now, calls)).taint
        for handler in node.handlers:
            bit = self.mark(handler, letters)
            via |= bit
            branch = self._branch(frame, pc | bit, sure)
            branch.env = dict(failing)
            if handler.type is not None:
                self.evaluate(handler.type, branch)
            if handler.name is not None:
                branch.env[handler.name] = Value(taint=letters & frozenset("CXJ"), via=bit)
            self.run_block(handler.body, branch)
            ends.append((branch.env, branch.alive, branch.sure))
        self._after(frame, pc, sure, via, ends)
        if body.alive and frame.alive and sum(alive for _, alive, _ in ends) == 1:
            frame.sure = body.sure
        if node.finalbody:
            alive = frame.alive
            frame.alive = True
            if not alive:
                frame.env = failing
            self.run_block(node.finalbody, frame)
            frame.alive = frame.alive and alive

    _do_TryStar = _do_Try


def _leaves(node: ast.AST) -> bool:
    """Whether a loop can be left by `return`, `raise` or `break`: what follows depends on it then."""
    return any(isinstance(each, (ast.Return, ast.Break, ast.Raise)) for each in ast.walk(node))


def _widened(first: Env, second: Env) -> Env:
    """Numbers that still grow in the second turn have no bound."""
    result = {}
    for name, value in second.items():
        before = first.get(name, UNKNOWN)
        low, high = value.low, value.high
        if name in first and (low < before.low or high > before.high):
            value = value.but(
                low=-inf if low < before.low else low,
                high=inf if high > before.high else high,
                consts=None,
                sums=None,
            )
        result[name] = value
    return result
