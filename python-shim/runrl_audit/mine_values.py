"""What expressions of a module can be, as far as constants say: strings, elements of tables, regular expressions."""

from __future__ import annotations

import ast
import re
from itertools import product

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

#: Stands in a pattern for a part that is not constant: any text.
HOLE = "(.*?)"
_MOST_STRINGS = 200
_MOST_ROUNDS = 3
_WRAPPERS = {
    "list",
    "tuple",
    "set",
    "frozenset",
    "sorted",
    "enumerate",
    "zip",
    "reversed",
    "iter",
    "dict",
    "map",
    "filter",
}
_VIEWS = {"items", "keys", "values", "copy", "union", "split", "splitlines"}
_CHANGES = {"lower", "upper", "strip", "lstrip", "rstrip", "casefold", "title", "capitalize"}
#: The third-party package has the same functions and a larger dialect.
RE_MODULES = {"re", "regex"}


class Pattern:
    """A regular expression.

    Attributes:
        text: Its source.
        flags: Of `re`.
        holes: Parts of it are not constant; `HOLE` stands there.
    """

    __slots__ = ("flags", "holes", "text")

    def __init__(self, text: str, flags: int, *, holes: bool) -> None:
        self.text = text
        self.flags = flags
        self.holes = holes


class Known:
    """What an expression can be.

    Attributes:
        strings: The strings that it can be itself.
        items: Strings among its elements, keys and values.
        patterns: Compiled regular expressions that it is or holds.
    """

    __slots__ = ("items", "patterns", "strings")

    def __init__(
        self, strings: Iterable[str] = (), items: Iterable[str] = (), patterns: Iterable[Pattern] = ()
    ) -> None:
        self.strings = list(dict.fromkeys(strings))[:_MOST_STRINGS]
        self.items = list(dict.fromkeys(items))[:_MOST_STRINGS]
        self.patterns = list(patterns)[:_MOST_STRINGS]

    def __bool__(self) -> bool:
        return bool(self.strings or self.items or self.patterns)

    def all(self) -> list[str]:
        """Returns the strings that it is or has."""
        return [*self.strings, *(item for item in self.items if item not in self.strings)]

    def element(self) -> Known:
        """Returns what a loop over it yields."""
        return Known(self.items, self.items, self.patterns)


def joined(parts: Iterable[Known]) -> Known:
    """Returns what is known of something that is one of these."""
    found = list(parts)
    patterns = {(one.text, one.flags): one for part in found for one in part.patterns}
    return Known(
        (text for part in found for text in part.strings),
        (text for part in found for text in part.items),
        patterns.values(),
    )


def dotted(node: ast.expr) -> str:
    """Returns `a.b` of an expression of names, else ''."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        left = dotted(node.value)
        return f"{left}.{node.attr}" if left else ""
    return ""


class Values:
    """Resolves expressions of one scope.

    Args:
        names: What is known of names, and of attributes as `self.name`.
        aliases: Names that imports gave to functions: `{"srch": "re.search"}`.
    """

    def __init__(self, names: Mapping[str, Known], aliases: Mapping[str, str]) -> None:
        self.names = names
        self.aliases = aliases

    def function(self, node: ast.Call) -> str:
        """Returns what is called, imports followed: `re.search`."""
        name = dotted(node.func)
        first, dot, rest = name.partition(".")
        return self.aliases.get(first, first) + dot + rest

    def of(self, node: ast.expr | None) -> Known:
        """Returns what is known of an expression."""
        if node is None:
            return Known()
        if isinstance(node, ast.Constant):
            return Known([node.value]) if isinstance(node.value, str) else Known()
        if isinstance(node, (ast.Name, ast.Attribute)):
            return self.names.get(dotted(node), Known())
        if isinstance(node, (ast.List, ast.Tuple, ast.Set)):
            return self._elements(node.elts)
        if isinstance(node, ast.Dict):
            return self._elements([*(key for key in node.keys if key is not None), *node.values])
        if isinstance(node, ast.JoinedStr):
            return Known(self._formatted(node))
        if isinstance(node, ast.BinOp):
            return self._operation(node)
        if isinstance(node, ast.IfExp):
            return joined([self.of(node.body), self.of(node.orelse)])
        if isinstance(node, ast.BoolOp):
            return joined(self.of(value) for value in node.values)
        if isinstance(node, (ast.ListComp, ast.SetComp, ast.GeneratorExp)):
            inner = self.of(node.elt)
            return Known((), inner.all(), inner.patterns)
        if isinstance(node, (ast.Starred, ast.NamedExpr)):
            return self.of(node.value)
        if isinstance(node, ast.Subscript):
            return self.of(node.value).element()
        return self._called(node) if isinstance(node, ast.Call) else Known()

    def pattern_of(self, node: ast.expr, flags: int) -> list[Pattern]:
        """Returns the patterns that an argument of `re` can be; parts that are not constant become holes."""
        known = self.of(node)
        if known.patterns or known.strings:
            return [*known.patterns, *(Pattern(text, flags, holes=False) for text in known.strings)]
        text = self._with_holes(node)
        return [] if text is None or text.replace(HOLE, "") == "" else [Pattern(text, flags, holes=True)]

    def flags_of(self, node: ast.expr | None) -> int:
        """Returns the value of `re.I | re.S` and the like."""
        if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.BitOr, ast.Add)):
            return self.flags_of(node.left) | self.flags_of(node.right)
        if isinstance(node, ast.Constant) and isinstance(node.value, int):
            return int(node.value)
        if isinstance(node, (ast.Attribute, ast.Name)):
            value = getattr(re, dotted(node).rsplit(".", 1)[-1], 0)
            return int(value) if isinstance(value, re.RegexFlag) else 0
        return 0

    def _elements(self, nodes: Iterable[ast.expr]) -> Known:
        parts = joined(self.of(node) for node in nodes)
        return Known((), parts.all(), parts.patterns)

    def _formatted(self, node: ast.JoinedStr) -> list[str]:
        inner = [part.value if isinstance(part, ast.FormattedValue) else part for part in node.values]
        # The same name twice, as in `<{tag}></{tag}>`, is the same text twice.
        order = {ast.dump(part): part for part in inner}
        ways = product(*(self.of(part).strings for part in order.values()))
        texts = []
        for _, way in zip(range(32), ways, strict=False):
            chosen = dict(zip(order, way, strict=True))
            texts.append("".join(chosen[ast.dump(part)] for part in inner))
        return texts

    def _operation(self, node: ast.BinOp) -> Known:
        left, right = self.of(node.left), self.of(node.right)
        if isinstance(node.op, ast.Add):
            # What a loop adds up has no end.
            fixed = any(isinstance(side, ast.Constant) or dotted(side).isupper() for side in (node.left, node.right))
            texts = [one + other for one in left.strings[:16] for other in right.strings[:16]] if fixed else []
            return Known(texts, [*left.items, *right.items], [*left.patterns, *right.patterns])
        if isinstance(node.op, ast.Mod) and left.strings and right.strings:
            texts = [text.replace("%s", other, 1) for text in left.strings for other in right.strings]
            return Known(text for text in texts if "%s" not in text)
        if isinstance(node.op, (ast.BitOr, ast.BitAnd, ast.Sub)):
            return joined([left, right])
        return Known()

    def _called(self, node: ast.Call) -> Known:
        name = self.function(node)
        if name in _WRAPPERS:
            return self._elements(node.args)
        module, _, method = name.rpartition(".")
        if module in RE_MODULES and node.args:
            if method == "compile":
                return Known((), (), self.pattern_of(node.args[0], self.flags_of(argument(node, 1, "flags"))))
            if method == "escape":
                return Known(map(re.escape, self.of(node.args[0]).strings))
            return Known()
        if not isinstance(node.func, ast.Attribute):
            return Known()
        owner = self.of(node.func.value)
        if node.func.attr in _VIEWS:
            items = owner.items or [word for text in owner.strings for word in text.split()]
            return Known((), items, owner.patterns)
        if node.func.attr in _CHANGES and not node.args:
            return Known((getattr(text, node.func.attr)() for text in owner.strings), owner.items)
        if node.func.attr == "join" and node.args and owner.strings:
            items = self.of(node.args[0]).items
            return Known([owner.strings[0].join(items)] if items else [])
        return Known()

    def _with_holes(self, node: ast.expr) -> str | None:
        if isinstance(node, ast.JoinedStr):
            return "".join(self._with_holes(part) or "" for part in node.values)
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            left, right = self._with_holes(node.left), self._with_holes(node.right)
            return None if left is None or right is None else left + right
        inner = node.value if isinstance(node, ast.FormattedValue) else node
        strings = self.of(inner).strings
        return strings[0] if strings else HOLE


def argument(node: ast.Call, position: int, name: str) -> ast.expr | None:
    """Returns an argument that may be given by position or by name."""
    if position < len(node.args):
        return node.args[position]
    return next((keyword.value for keyword in node.keywords if keyword.arg == name), None)


def learn(scope: ast.AST, names: dict[str, Known], aliases: Mapping[str, str]) -> None:
    """Adds what the assignments and loops of a scope say of its names, whatever their order.

    What a name gets that is made of itself (`text = text + "."`) is left out: it would never end.
    """
    for _ in range(_MOST_ROUNDS):
        values = Values(names, aliases)
        for node in ast.walk(scope):
            if isinstance(node, ast.Assign):
                own = {dotted(target) for target in node.targets}
                if not (own & {dotted(each) for each in ast.walk(node.value) if isinstance(each, ast.expr)} - {""}):
                    for target in node.targets:
                        _bind(target, values.of(node.value), names)
            elif isinstance(node, (ast.AnnAssign, ast.NamedExpr)):
                _bind(node.target, values.of(node.value), names)
            elif isinstance(node, (ast.For, ast.AsyncFor, ast.comprehension)):
                _bind(node.target, values.of(node.iter).element(), names)


def _bind(target: ast.expr, known: Known, names: dict[str, Known]) -> None:
    if isinstance(target, (ast.Tuple, ast.List)):
        for element in target.elts:
            _bind(element, known.element() if known.items else known, names)
    elif isinstance(target, ast.Starred):
        _bind(target.value, known, names)
    elif known and (name := dotted(target)):
        names[name] = joined([names.get(name, Known()), known])
