"""Containers that are written out, and comprehensions."""

from __future__ import annotations

import ast

from runrl_audit.values.expressions import Expressions
from runrl_audit.values.facts import Frame
from runrl_audit.values.value import NOTHING, Value, elements, everything, joined, key_of, mixed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


MOST_ITEMS = 200
MOST_MAPPED = 16


class Containers(Expressions):
    """Evaluates containers."""

    def _on_Tuple(self, node: ast.Tuple, frame: Frame) -> Value:
        return self._display(node, node.elts, frame, "tuple")

    def _on_List(self, node: ast.List, frame: Frame) -> Value:
        return self._display(node, node.elts, frame, "list")

    def _on_Set(self, node: ast.Set, frame: Frame) -> Value:
        value = self._display(node, node.elts, frame, "set")
        return value.but(element=elements(value))

    def _display(self, node: ast.AST, parts: Sequence[ast.AST], frame: Frame, kind: str) -> Value:
        values = [self.evaluate(part, frame) for part in parts]
        if any(isinstance(part, ast.Starred) for part in parts) or len(values) > MOST_ITEMS:
            whole = mixed(*values)
            return whole.but(kind=kind, element=joined(*values) if len(values) <= MOST_ITEMS else None)
        whole = mixed(*values)
        tags = frozenset({"empty"}) if not values else NOTHING
        return whole.but(kind=kind, items=tuple(values), tags=tags)

    def _on_Starred(self, node: ast.Starred, frame: Frame) -> Value:
        value = self.evaluate(node.value, frame)
        inner = elements(value)
        return inner if inner is not None else mixed(value)

    def _on_Dict(self, node: ast.Dict, frame: Frame) -> Value:
        pairs: list[tuple[str, Value]] = []
        others: list[Value] = []
        for key, item in zip(node.keys, node.values):  # noqa: B905  # as long as each other, by the grammar
            value = self.evaluate(item, frame)
            name = self.evaluate(key, frame) if key is not None else None
            if key is None and value.keys is not None:
                pairs.extend(value.keys)
            elif name is not None and isinstance(name.const, str):
                pairs.append((name.const, value))
            else:
                others.append(value)
        whole = mixed(*(value for _, value in pairs), *others)
        every = [*(value for _, value in pairs), *others]
        return whole.but(
            kind="dict",
            keys=tuple(dict(pairs).items()) if not others else None,
            element=joined(*every) if every and len(every) <= MOST_ITEMS else None,
            tags=frozenset({"dict"}),
        )

    def _on_ListComp(self, node: ast.ListComp, frame: Frame) -> Value:
        return self._comprehension(node, [node.elt], frame, "list")

    def _on_SetComp(self, node: ast.SetComp, frame: Frame) -> Value:
        return self._comprehension(node, [node.elt], frame, "set")

    def _on_GeneratorExp(self, node: ast.GeneratorExp, frame: Frame) -> Value:
        return self._comprehension(node, [node.elt], frame, "generator")

    def _on_DictComp(self, node: ast.DictComp, frame: Frame) -> Value:
        return self._comprehension(node, [node.key, node.value], frame, "dict")

    def _comprehension(
        self,
        node: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp,
        parts: list[ast.expr],
        frame: Frame,
        kind: str,
    ) -> Value:
        before = dict(frame.env)
        via, taint = 0, NOTHING
        items: list[Value] | None = None
        for each in node.generators:
            source = self.evaluate(each.iter, frame)
            if len(node.generators) == 1 and not each.ifs and source.items and kind in ("list", "generator"):
                items = [self._for_item(each.target, item, parts[0], frame) for item in source.items[:MOST_MAPPED]]
                # Of texts it matters which: a pattern is joined of them.
                items = items if len(source.items) == len(items) and all(item.texts() for item in items) else None
            via |= source.via
            taint |= everything(source) if kind != "dict" else NOTHING
            inner = self.element_of(source)
            self.assign(each.target, inner, frame)
            for test in each.ifs:
                via |= self.evaluate(test, frame).via
        values = [self.evaluate(part, frame) for part in parts]
        names = {inner.id for each in node.generators for inner in ast.walk(each.target) if isinstance(inner, ast.Name)}
        for name in names:  # what `:=` bound inside stays
            if name in before:
                frame.env[name] = before[name]
            else:
                frame.env.pop(name, None)
        keys = tuple((name, values[1]) for name in values[0].texts()) if kind == "dict" else ()
        result = joined(*values)
        tags = frozenset({"of:C"}) if "C" in taint else NOTHING
        return Value(
            taint=everything(result),
            kind=kind,
            via=via | result.via,
            element=result,
            tags=tags,
            keys=keys or None,
            items=None if items is None else tuple(items),
        )

    def _for_item(self, target: ast.expr, item: Value, part: ast.expr, frame: Frame) -> Value:
        self.assign(target, item, frame)
        return self.evaluate(part, frame)

    def element_of(self, source: Value) -> Value:
        """Returns what a loop over `source` gets."""
        if source.kind == "dict" and source.keys:
            return key_of(source).under(source.via)
        inner = elements(source)
        if inner is not None:
            extra = NOTHING if source.items is not None or source.keys is not None else source.taint
            value = inner.under(source.via)
            return value.but(taint=value.taint | (extra if not inner.taint else NOTHING))
        tags = source.tags & frozenset({"json", "plain", "output"})
        if source.kind == "str":
            return Value(taint=source.taint, kind="str", via=source.via, tags=tags)
        return Value(taint=source.taint, via=source.via, tags=tags)
