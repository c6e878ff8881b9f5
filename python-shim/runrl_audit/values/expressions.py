"""What expressions may be. One half of the interpreter; statements are the other."""

from __future__ import annotations

import ast
import builtins
from math import inf, isnan

from runrl_audit.values import arithmetic
from runrl_audit.values.facts import Facts, Frame, Read
from runrl_audit.values.names import PROMPT_NAMES
from runrl_audit.values.value import NOTHING, NUMBERS, UNKNOWN, Value, constant, elements, join, joined, mixed

#: Facts that are true of a part of a value as well.
CARRIED = frozenset({"process", "completion", "plain", "json"})
BUILTINS = frozenset(dir(builtins))


class Expressions(Facts):
    """Evaluates expressions."""

    def evaluate(self, node: ast.AST | None, frame: Frame) -> Value:
        """Returns what an expression may be here, and remembers it."""
        if node is None:
            return UNKNOWN
        method = getattr(self, f"_on_{type(node).__name__}", None)
        value: Value = method(node, frame) if method is not None else self._parts(node, frame)
        return self.note(node, value)

    def _parts(self, node: ast.AST, frame: Frame) -> Value:
        return mixed(*(self.evaluate(child, frame) for child in ast.iter_child_nodes(node)))

    # Implemented by the other half and by the models of calls.

    def call(self, node: ast.Call, frame: Frame) -> Value:
        raise NotImplementedError

    def assign(self, target: ast.AST, value: Value, frame: Frame) -> None:
        raise NotImplementedError

    def read_field(self, name: str, node: ast.AST, default: Value | None = None) -> Value:
        """Returns the value of a field of the row, and remembers that it is read."""
        self.reads.setdefault((name, id(node)), Read(name, node))
        if default is not None and self.field_types and name not in self.field_types:
            return default  # no row has it
        types = self.field_types.get(name, {})
        kinds = {"null": "none", "list": "list", "dict": "dict"}
        known = {kinds.get(each, each) for each in types if each != "empty"}
        kind = next(iter(known)) if len(known) == 1 else "number" if known and known <= NUMBERS else ""
        letter = "P" if name in PROMPT_NAMES else "G"
        value = Value(taint=frozenset({letter}), kind=kind, fields=frozenset({name}))
        return value if default is None else join(value, default.but(consts=None, sums=None))

    # Names and constants.

    def _on_Constant(self, node: ast.Constant, frame: Frame) -> Value:
        if node.value is Ellipsis or isinstance(node.value, complex):
            return Value(kind="complex" if isinstance(node.value, complex) else "")
        value = constant(node.value, arithmetic.place(node), frame.sure)
        return value.but(low=-inf, high=inf) if isnan(value.low) else value

    def lookup(self, name: str, frame: Frame) -> Value | None:
        """Returns what a variable may be; None when it is none of the file."""
        current: Frame | None = frame
        while current is not None and not (self.imported and isinstance(current.node, ast.Module)):
            if name in current.env and name not in current.shared:
                return current.env[name]
            current = current.closure
        return self.globals.get(name)

    def _on_Name(self, node: ast.Name, frame: Frame) -> Value:
        value = self.lookup(node.id, frame)
        if value is not None:
            return value
        if node.id in BUILTINS:
            return Value(refs=frozenset({("lib", f"builtins.{node.id}")}))
        return UNKNOWN

    def _on_NamedExpr(self, node: ast.NamedExpr, frame: Frame) -> Value:
        value = self.evaluate(node.value, frame)
        self.assign(node.target, value, frame)
        return value

    def _on_Lambda(self, node: ast.Lambda, frame: Frame) -> Value:
        name = f"<lambda {node.lineno}:{node.col_offset}>"
        self.nodes[name] = node
        self.closures[name] = frame
        return Value(kind="function", refs=frozenset({("function", name)}))

    def _on_Attribute(self, node: ast.Attribute, frame: Frame) -> Value:
        base = self.evaluate(node.value, frame)
        found: list[Value] = []
        refs: set[tuple[str, str]] = set()
        for kind, name in base.refs:
            if kind in ("lib", "obj"):
                refs.add((kind, f"{name}.{node.attr}"))
            elif kind in ("instance", "class"):
                held = self._member(name, node.attr, kind)
                if held is not None:
                    found.append(held)
        tags = base.tags & CARRIED
        if node.attr in ("returncode", "exitcode", "exit_code") and "process" in base.tags:
            tags |= {"returncode"}
        kind = "str" if node.attr in ("stdout", "stderr") and "process" in base.tags else ""
        if found:
            value = joined(*found)
            return value.but(via=value.via | base.via, refs=value.refs | refs)
        if "dict" in base.tags and base.keys is not None and not hasattr(dict, node.attr):
            return joined(*(value for key, value in base.keys if key == node.attr))
        return Value(taint=base.taint, kind=kind, via=base.via, tags=tags, refs=frozenset(refs))

    def _member(self, owner: str, name: str, kind: str) -> Value | None:
        seen: set[str] = set()
        waiting = [owner]
        while waiting:
            current = waiting.pop(0)
            if current in seen:
                continue
            seen.add(current)
            held = self.heap.get((current, name))
            if held is not None:
                return held
            if f"{current}.{name}" in self.functions:
                return Value(kind="function", refs=frozenset({("method", f"{current}.{name}"), ("self", owner)}))
            node = self.classes.get(current)
            if node is not None:
                waiting.extend(base.id for base in node.bases if isinstance(base, ast.Name))
        return None

    # Parts of containers.

    def _on_Subscript(self, node: ast.Subscript, frame: Frame) -> Value:
        base = self.evaluate(node.value, frame)
        index = self.evaluate(node.slice, frame)
        return self.part(base, index, node, isinstance(node.slice, ast.Slice))

    def part(self, base: Value, index: Value, node: ast.AST, is_slice: bool = False) -> Value:
        """Returns what `base[index]` may be."""
        if is_slice:
            return base.but(consts=None, items=None, element=elements(base), fields=NOTHING)
        key = index.const if index.is_const else None
        if "kwargs" in base.tags and isinstance(key, str):
            return self.read_field(key, node).under(base.via)
        if "kwargs" in base.tags and index.texts():
            return joined(*(self.read_field(each, node) for each in index.texts())).under(base.via | index.via)
        held = dict(base.keys or ()).get(key) if isinstance(key, str) else None
        if held is not None:
            return held.under(base.via)
        if base.items is not None and isinstance(key, int) and -len(base.items) <= key < len(base.items):
            return base.items[key].under(base.via)
        if base.kind == "match":
            return Value(taint=base.taint, kind="str", via=base.via)
        inner = elements(base)
        if inner is not None:
            return inner.under(base.via).but(taint=inner.taint | (base.taint if base.keys is None else NOTHING))
        tags = base.tags & CARRIED
        kind = "str" if base.kind == "str" else ""
        return Value(taint=base.taint, kind=kind, via=base.via | index.via, tags=tags)

    # Operators.

    def _on_BinOp(self, node: ast.BinOp, frame: Frame) -> Value:
        left, right = self.evaluate(node.left, frame), self.evaluate(node.right, frame)
        return arithmetic.operate(node, left, right)

    def _on_UnaryOp(self, node: ast.UnaryOp, frame: Frame) -> Value:
        value = self.evaluate(node.operand, frame)
        if isinstance(node.op, ast.Not):
            return arithmetic.truth(value, arithmetic.place(node)).but(tags=NOTHING)
        if isinstance(node.op, ast.USub):
            if value.is_const and isinstance(value.const, (int, float)):
                return constant(-value.const, arithmetic.place(node), frame.sure)
            return value.but(low=-value.high, high=-value.low, consts=None, sums=None, fields=NOTHING)
        return value

    def _on_JoinedStr(self, node: ast.JoinedStr, frame: Frame) -> Value:
        values = [self.evaluate(part, frame) for part in node.values]
        return arithmetic.text_of(values, template=True)

    def _on_FormattedValue(self, node: ast.FormattedValue, frame: Frame) -> Value:
        value = self.evaluate(node.value, frame)
        if node.format_spec is not None:
            self.evaluate(node.format_spec, frame)
        if node.conversion == ord("r"):
            value = value.but(tags=value.tags | {"quoted"})
        return value

    def _on_Await(self, node: ast.Await, frame: Frame) -> Value:
        return self.evaluate(node.value, frame)

    def _on_Yield(self, node: ast.Yield, frame: Frame) -> Value:
        frame.returns.append((node, self.evaluate(node.value, frame)))
        return UNKNOWN

    def _on_Call(self, node: ast.Call, frame: Frame) -> Value:
        return self.call(node, frame)
