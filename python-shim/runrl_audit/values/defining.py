"""Statements that define: functions, classes, imports."""

from __future__ import annotations

import ast

from runrl_audit.values.facts import Frame
from runrl_audit.values.loops import Loops
from runrl_audit.values.value import UNKNOWN, Value


class Defining(Loops):
    """Binds names to what the file defines and imports."""

    def _do_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef, frame: Frame) -> None:
        top = isinstance(frame.node, (ast.Module, ast.ClassDef))
        name = node.name if top else f"{node.name}@{node.lineno}"
        self.nodes[name] = node
        self.closures[name] = frame
        for each in node.decorator_list:
            self.evaluate(each, frame)
        self.assign(
            ast.Name(id=node.name, ctx=ast.Store()),
            Value(kind="function", refs=frozenset({("function", name)})),
            frame,
        )

    _do_AsyncFunctionDef = _do_FunctionDef

    def _do_ClassDef(self, node: ast.ClassDef, frame: Frame) -> None:
        value = Value(kind="class", refs=frozenset({("class", node.name)}))
        self.assign(ast.Name(id=node.name, ctx=ast.Store()), value, frame)
        inside = Frame(node, owner=node.name, closure=frame)
        for each in node.body:
            if isinstance(each, (ast.FunctionDef, ast.AsyncFunctionDef)):
                name = f"{node.name}.{each.name}"
                self.nodes[name] = each
                self.closures[name] = frame
                self.functions.setdefault(name, each)
                if any(isinstance(d, ast.Name) and d.id == "property" for d in each.decorator_list):
                    self.heap.setdefault((node.name, each.name), UNKNOWN)
            else:
                self.run_block([each], inside)
        for name, held in inside.env.items():
            self.heap[node.name, name] = held

    def _do_Import(self, node: ast.Import, frame: Frame) -> None:
        for alias in node.names:
            bound = alias.asname or alias.name.partition(".")[0]
            name = alias.name if alias.asname else bound
            value = Value(kind="module", refs=frozenset({("lib", name)}))
            self.assign(ast.Name(id=bound, ctx=ast.Store()), value, frame)

    def _do_ImportFrom(self, node: ast.ImportFrom, frame: Frame) -> None:
        for alias in node.names:
            name = f"{node.module}.{alias.name}" if node.module else alias.name
            value = Value(refs=frozenset({("lib", name)}))
            self.assign(ast.Name(id=alias.asname or alias.name, ctx=ast.Store()), value, frame)
