"""Looks through the functions that a call reaches for what attacks can be made of."""

from __future__ import annotations

import ast

from runrl_audit.values.arithmetic import HOLES
from runrl_audit.values.facts import FUNCTIONS
from runrl_audit.values.value import MOST_DEPTH, UNKNOWN, Value, everything

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from runrl_audit.values.facts import Regex
    from runrl_audit.values.flow import Flow

_SEARCHES = {
    "startswith", "endswith", "find", "rfind", "index", "rindex", "count", "split", "rsplit", "partition", "rpartition",
    "removeprefix", "removesuffix", "replace", "strip", "lstrip", "rstrip",
}  # fmt: skip
_SETS = {"intersection", "issubset", "issuperset", "isdisjoint", "difference"}
#: What a completion that comes as messages is read by.
_OF_MESSAGES = {"content", "role"}
_RUNS = ("builtins.exec", "builtins.eval", "builtins.compile")
_LONGEST = 400


class Visit:
    """Collects from all functions that are reached; of environments what `step` reaches by itself as well."""

    def __init__(self, flow: Flow) -> None:
        self.flow = flow
        self.constants: dict[str, None] = {}
        self.numbers: dict[float, None] = {}
        self.uses: dict[tuple[str, frozenset[str], str], tuple[ast.Call, bool]] = {}
        self.fields: dict[str, None] = {}
        self.gold_names: dict[str, None] = {}
        self.names: dict[str, None] = {}
        self.keys: dict[str, None] = {}
        self.action_words: dict[str, None] = {}
        self.action_keys: dict[str, None] = {}
        self.action_uses: dict[tuple[str, frozenset[str], str], tuple[ast.Call, bool]] = {}
        everywhere = (node for node in ast.walk(flow.tree) if isinstance(node, FUNCTIONS))
        # Made by a call, a class or an import: all functions may be called then.
        for function in list(flow.reached.values() if flow.entries else everywhere):
            self._function(function)

    def _function(self, function: ast.AST) -> None:
        constants, keys, uses = self.constants, self.keys, self.uses
        self.constants, self.keys, self.uses = {}, {}, {}
        for node in ast.walk(function):
            self._node(node)
        if "step" in self.flow.reached_from.get(id(function), ()):
            self.action_words.update(self.constants)
            self.action_keys.update(self.keys)
            self.action_uses.update(self.uses)
        self.constants, self.keys, self.uses = constants | self.constants, keys | self.keys, self.uses | uses
        calls = (self.flow.call_facts.get(id(node)) for node in ast.walk(function))
        if any(call is not None and call.is_any(*_RUNS) for call in calls):
            self._executing(function)

    def _node(self, node: ast.AST) -> None:
        if isinstance(node, ast.Compare):
            self._compared([node.left, *node.comparators])
        elif isinstance(node, ast.Call):
            self._call(node)
        elif isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load):
            self._read(node.value, node.slice)
        elif isinstance(node, ast.BinOp):
            if isinstance(node.op, (ast.BitAnd, ast.Sub, ast.BitOr)) and self._may([node.left, node.right]):
                self._add(self._items(node.left), self._items(node.right))
            self._number([node.left, node.right])
        elif isinstance(node, ast.match_case):
            for part in ast.walk(node.pattern):
                if isinstance(part, ast.MatchValue):
                    self._add(self._all(part.value))
        elif isinstance(node, ast.Return):
            self._number(node.value.elts if isinstance(node.value, ast.Tuple) else [node.value])
        elif isinstance(node, (ast.Assign, ast.AugAssign, ast.AnnAssign, ast.keyword)):
            self._number([node.value])
        elif isinstance(node, ast.IfExp):
            self._number([node.body, node.orelse])
        elif isinstance(node, (ast.GeneratorExp, ast.ListComp)):
            self._number([node.elt])

    # What is known of an expression.

    def _value(self, node: ast.AST) -> Value:
        known = self.flow.values.get(id(node))
        if known is None and isinstance(node, ast.Name):
            known = self.flow.globals.get(node.id)
        if known is None and isinstance(node, ast.Constant) and isinstance(node.value, str):
            known = Value(consts=frozenset({("str", node.value)}))
        return known or UNKNOWN

    def _items(self, node: ast.AST) -> Iterator[str]:
        yield from _inner(self._value(node))

    def _all(self, node: ast.AST) -> Iterator[str]:
        yield from self._value(node).texts()
        yield from self._items(node)

    def _may(self, nodes: Iterable[ast.AST]) -> bool:
        """Whether one of these may come from the completion; what was not followed may be anything."""
        flow = self.flow
        return any(id(node) not in flow.values or flow.taint_of(node) & {"C", "X", "J"} for node in nodes)

    # What is noted.

    def _add(self, *texts: Iterable[str]) -> None:
        for some in texts:
            self.constants.update((text, None) for text in some if text.strip() and len(text) <= _LONGEST)

    def _number(self, nodes: Iterable[ast.expr | None]) -> None:
        for node in nodes:
            if (number := number_of(node)) is not None:
                self.numbers[number] = None

    def _compared(self, sides: list[ast.expr]) -> None:
        self._number(sides)
        of_row = any("kwargs" in self._value(side).tags for side in sides)
        for side in sides:
            if of_row:  # `"answer" in kwargs`
                self.fields.update(dict.fromkeys(self._value(side).texts()))
            elif self._may(other for other in sides if other is not side):
                self._add(self._all(side))
                if isinstance(side, ast.JoinedStr):  # `label: ` of `f"label: {answer}"`
                    parts = (part.value for part in side.values if isinstance(part, ast.Constant))
                    self._add(part for part in parts if isinstance(part, str) and len(part.strip()) > 1)
                if isinstance(side, (ast.Tuple, ast.List, ast.Set)):
                    self._number(side.elts)

    def _call(self, node: ast.Call) -> None:
        use = self.flow.regexes.get(id(node))
        function = node.func
        if isinstance(function, ast.Name) and function.id in ("min", "max", "round", "float", "abs"):
            self._number(node.args)
        if use is not None:
            self._use(use)
        elif isinstance(function, ast.Attribute) and node.args:
            owner, method = function.value, function.attr
            if method in ("get", "pop", "setdefault"):
                self._read(owner, node.args[0])
            elif method in _SEARCHES and self._may([owner]):
                self._add(self._all(node.args[0]))
            elif method in _SETS and self._may([owner, *node.args]):
                self._add(self._items(owner), self._items(node.args[0]))

    def _read(self, owner: ast.expr, key: ast.expr) -> None:
        value = self._value(owner)
        if not isinstance(key, ast.Constant) and self._may([key]):
            self._add(_inner(value))  # a constant table that is asked for what a completion says: `SCORES[word]`
        if not any(_inner(value)) and self._may([owner]) and self.flow.taint_of(owner) != {"G"}:
            self.keys.update((text, None) for text in self._value(key).texts() if text not in _OF_MESSAGES)

    def _use(self, use: Regex) -> None:
        if not use.subject.taint & {"C", "X", "J"}:
            return
        texts = sorted({(text, False) for pattern in use.patterns for text in pattern.texts()})
        tags = sorted({tag for pattern in use.patterns for tag in pattern.tags})
        holes = [tag.removeprefix(HOLES) for tag in tags if tag.startswith(HOLES)]
        for text, has_holes in texts or [(text, True) for text in holes]:
            self.uses.setdefault((text, use.flags, use.method), (use.node, has_holes))

    def _executing(self, function: ast.AST) -> None:
        """Names of what is executed there: those handed to it, `{"check": check}`, and those that hold the row."""
        for node in ast.walk(function):
            call = self.flow.call_facts.get(id(node))
            for space in call.arguments()[1:] if call is not None and call.is_any(*_RUNS) else ():
                self.names.update((name, None) for name, _ in space.keys or ())
        names = [node for node in ast.walk(function) if isinstance(node, (ast.arg, ast.Name))]
        values = ((node, self.flow.value_of(node)) for node in names)
        holding = (node for node, value in values if "G" in everything(value) and "kwargs" not in value.tags)
        self.gold_names.update((node.arg if isinstance(node, ast.arg) else node.id, None) for node in holding)


def _inner(value: Value, depth: int = 0) -> Iterator[str]:
    """The texts among elements, keys and values of a container."""
    if depth > MOST_DEPTH:
        return
    for key, each in value.keys or ():
        yield key
        yield from each.texts()
        yield from _inner(each, depth + 1)
    for each in (*(value.items or ()), *([value.element] if value.element and not value.keys else [])):
        yield from each.texts()
        yield from _inner(each, depth + 1)


def number_of(node: ast.expr | None) -> float | None:
    """Returns the number that a literal is, its sign included."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        inner = number_of(node.operand)
        return None if inner is None else -inner
    if isinstance(node, ast.Constant) and isinstance(node.value, (int, float)) and not isinstance(node.value, bool):
        return node.value if abs(node.value) < 1e15 else None
    return None
