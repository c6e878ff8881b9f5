"""Looks through the functions that a call reaches for what attacks can be made of."""

from __future__ import annotations

import ast
import re

from runrl_audit.mine_functions import parameters, reads_row
from runrl_audit.mine_values import HOLE, RE_MODULES, Pattern, Values, argument, dotted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from runrl_audit.mine_functions import Module, Reached

    #: Tells whether an expression comes from the completion.
    Derived = Callable[[ast.expr], bool]

_SEARCHES = {
    "startswith", "endswith", "find", "rfind", "index", "rindex", "count", "split", "rsplit", "partition", "rpartition",
    "removeprefix", "removesuffix", "replace", "strip", "lstrip", "rstrip",
}  # fmt: skip
_SETS = {"intersection", "issubset", "issuperset", "isdisjoint", "difference"}
_METHODS = {"search", "match", "fullmatch", "findall", "finditer", "split", "sub", "subn"}
_READS = {"get", "pop", "setdefault"}
#: What a completion that comes as messages is read by.
_OF_MESSAGES = {"content", "role"}
_RUNS = {"exec", "eval", "compile"}
_LONGEST = 400
_DEFINED = re.compile(r"(?:^|\n)[ \t]*(?:(?:async +)?def|class) +(\w+)|(?:^|\n)(\w+) *= *[^=]")


class Use:
    """A regular expression and where it is applied."""

    __slots__ = ("method", "node", "pattern")

    def __init__(self, pattern: Pattern, method: str, node: ast.expr) -> None:
        self.pattern = pattern
        self.method = method
        self.node = node


class Visit:
    """Collects from functions, in the order in which they are given.

    Args:
        module: The module.
        derived: Which expressions come from the completion. Default: all may.
    """

    def __init__(self, module: Module, derived: Derived | None = None) -> None:
        self.module = module
        self.derived = derived
        self.constants: dict[str, None] = {}
        self.numbers: dict[float, None] = {}
        self.uses: dict[tuple[str, int, str], Use] = {}
        self.fields: dict[str, None] = {}
        self.gold_names: dict[str, None] = {}
        self.names: dict[str, None] = {}
        self.keys: dict[str, None] = {}
        self.action_words: dict[str, None] = {}
        self.action_keys: dict[str, None] = {}
        self.action_uses: dict[tuple[str, int, str], Use] = {}

    def function(self, reached: Reached) -> None:
        """Collects from one function."""
        values = Values(reached.names, self.module.aliases)
        constants, keys, uses = self.constants, self.keys, self.uses
        self.constants, self.keys, self.uses = {}, {}, {}
        for node in ast.walk(reached.node):
            self._node(node, reached, values)
        if reached.from_step:
            self.action_words.update(self.constants)
            self.action_keys.update(self.keys)
            self.action_uses.update(self.uses)
        self.constants, self.keys, self.uses = constants | self.constants, keys | self.keys, self.uses | uses
        if any(isinstance(node, ast.Call) and dotted(node.func) in _RUNS for node in ast.walk(reached.node)):
            self._gold_names(reached)

    def _node(self, node: ast.AST, reached: Reached, values: Values) -> None:
        if isinstance(node, ast.Compare):
            self._compared([node.left, *node.comparators], reached, values)
        elif isinstance(node, ast.Call):
            self._call(node, reached, values)
        elif isinstance(node, ast.Subscript):
            self._subscript(node, reached, values)
        elif isinstance(node, ast.BinOp):
            if isinstance(node.op, (ast.BitAnd, ast.Sub, ast.BitOr)) and self._may([node.left, node.right]):
                self._add(values.of(node.left).items + values.of(node.right).items)
            self._number([node.left, node.right])
        elif isinstance(node, ast.match_case):
            for part in ast.walk(node.pattern):
                if isinstance(part, ast.MatchValue):
                    self._add(values.of(part.value).all())
        elif isinstance(node, ast.Return):
            self._number([node.value])
            if isinstance(node.value, ast.Tuple):
                self._number(node.value.elts)
        elif isinstance(node, (ast.Assign, ast.AugAssign, ast.AnnAssign, ast.IfExp)):
            self._number([node.body, node.orelse] if isinstance(node, ast.IfExp) else [node.value])
        elif isinstance(node, (ast.GeneratorExp, ast.ListComp)):
            self._number([node.elt])
        elif isinstance(node, ast.keyword) and node.arg is not None:
            self._number([node.value])

    def _may(self, nodes: Iterable[ast.expr]) -> bool:
        return self.derived is None or any(self.derived(node) for node in nodes)

    def _compared(self, sides: list[ast.expr], reached: Reached, values: Values) -> None:
        self._number(sides)
        rows = [side for side in sides if isinstance(side, ast.Name) and side.id in reached.rows]
        for side in sides:
            if rows:  # `"answer" in kwargs`
                self.fields.update(dict.fromkeys(values.of(side).strings))
            elif self._may(other for other in sides if other is not side):
                self._add(values.of(side).all())
                self._add(_fixed_parts(side))
                for number in _numbers_in(side):
                    self.numbers[number] = None

    def _call(self, node: ast.Call, reached: Reached, values: Values) -> None:
        name = values.function(node)
        if name in ("min", "max", "round", "float", "abs"):
            self._number(node.args)
        module, _, method = name.rpartition(".")
        if module in RE_MODULES and method in _METHODS and node.args:
            flags = values.flags_of(argument(node, {"sub": 4, "subn": 4, "split": 3}.get(method, 2), "flags"))
            text = argument(node, 2 if method in ("sub", "subn") else 1, "string")
            self._use(values.pattern_of(node.args[0], flags), method, node, text)
        elif isinstance(node.func, ast.Attribute):
            self._method(node, node.func, reached, values)
        self._namespace(node, name, reached)

    def _method(self, node: ast.Call, function: ast.Attribute, reached: Reached, values: Values) -> None:
        owner, method = function.value, function.attr
        if method in _METHODS and (patterns := values.of(owner).patterns):
            self._use(patterns, method, node, argument(node, 1 if method in ("sub", "subn") else 0, "string"))
        elif method in _READS and node.args:
            self._read(owner, values.of(node.args[0]).strings, reached, values)
            self._table(owner, node.args[0], values)
        elif method in _SEARCHES and node.args and self._may([owner]):
            self._add(values.of(node.args[0]).all())
        elif method in _SETS and node.args and self._may([owner, *node.args]):
            self._add([*values.of(owner).items, *values.of(node.args[0]).items])

    def _subscript(self, node: ast.Subscript, reached: Reached, values: Values) -> None:
        if isinstance(node.ctx, ast.Load):
            self._read(node.value, values.of(node.slice).strings, reached, values)
            self._table(node.value, node.slice, values)

    def _table(self, owner: ast.expr, key: ast.expr, values: Values) -> None:
        """A constant table that is asked for what a completion says: `SCORES[word]`."""
        if not isinstance(key, ast.Constant) and self._may([key]):
            self._add(values.of(owner).items)

    def _read(self, owner: ast.expr, keys: list[str], reached: Reached, values: Values) -> None:
        if isinstance(owner, ast.Name) and owner.id in reached.rows:
            self.fields.update(dict.fromkeys(keys))
        elif not values.of(owner) and self._may([owner]) and not reads_row(owner, reached.rows, reached.fields):
            self.keys.update(dict.fromkeys(key for key in keys if key not in _OF_MESSAGES))

    def _use(self, patterns: list[Pattern], method: str, node: ast.Call, text: ast.expr | None) -> None:
        if text is not None and not self._may([text]):
            return
        for pattern in patterns:
            self.uses.setdefault((pattern.text, pattern.flags, method), Use(pattern, method, node))

    def _namespace(self, node: ast.Call, name: str, reached: Reached) -> None:
        """Names in what is handed to `exec`: `{"check": check}`."""
        if name not in _RUNS:
            return
        parts = [*node.args[1:], *(keyword.value for keyword in node.keywords)]
        spaces = {part.id for part in parts if isinstance(part, ast.Name)}
        for each in ast.walk(reached.node):
            if isinstance(each, (ast.Assign, ast.AnnAssign)):
                targets = each.targets if isinstance(each, ast.Assign) else [each.target]
                if each.value and any(isinstance(target, ast.Name) and target.id in spaces for target in targets):
                    parts.append(each.value)
        for part in parts:
            if isinstance(part, ast.Dict):
                keys = [key.value for key in part.keys if isinstance(key, ast.Constant)]
                self.names.update(dict.fromkeys(key for key in keys if isinstance(key, str)))

    def _gold_names(self, reached: Reached) -> None:
        held = set(reached.fields)
        for _ in range(2):
            for node in ast.walk(reached.node):
                targets: list[ast.expr] = []
                if isinstance(node, ast.Assign) and reads_row(node.value, reached.rows, held):
                    targets = node.targets
                elif isinstance(node, (ast.AnnAssign, ast.NamedExpr, ast.AugAssign)):
                    targets = [node.target] if node.value and reads_row(node.value, reached.rows, held) else []
                elif isinstance(node, (ast.For, ast.comprehension)) and reads_row(node.iter, reached.rows, held):
                    targets = [node.target]
                for target in targets:
                    held |= {each.id for each in ast.walk(target) if isinstance(each, ast.Name)}
        order = [each.arg for each in parameters(reached.node)]
        order += [each.id for each in ast.walk(reached.node) if isinstance(each, ast.Name)]
        self.gold_names.update(dict.fromkeys(name for name in order if name in held))

    def _add(self, texts: Iterable[str]) -> None:
        self.constants.update(dict.fromkeys(text for text in texts if text.strip() and len(text) <= _LONGEST))

    def _number(self, nodes: Iterable[ast.expr | None]) -> None:
        for node in nodes:
            if (number := number_of(node)) is not None:
                self.numbers[number] = None


def _fixed_parts(node: ast.expr) -> list[str]:
    """What stands around the values in an f-string: `label: ` of `f"label: {answer}"`."""
    parts = node.values if isinstance(node, ast.JoinedStr) else []
    texts = [part.value for part in parts if isinstance(part, ast.Constant) and isinstance(part.value, str)]
    return [text for text in texts if len(text.strip()) > 1]


def number_of(node: ast.expr | None) -> float | None:
    """Returns the number that a literal is, its sign included."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        inner = number_of(node.operand)
        return None if inner is None else -inner
    if isinstance(node, ast.Constant) and isinstance(node.value, (int, float)) and not isinstance(node.value, bool):
        return node.value if abs(node.value) < 1e15 else None
    return None


def _numbers_in(node: ast.expr) -> list[float]:
    elements = node.elts if isinstance(node, (ast.Tuple, ast.List, ast.Set)) else []
    return [number for each in elements if (number := number_of(each)) is not None]


def defined_in_text(text: str) -> list[str]:
    """Returns names that a piece of Python in a string defines; none where it is no Python."""
    if "def " not in text and "class " not in text:
        return []
    return [name for match in _DEFINED.finditer(text) for name in match.groups() if name]


__all__ = ["HOLE", "Use", "Visit", "defined_in_text", "number_of"]
