"""Finds out from the source of a batched function whether it reads the columns of rows as lists.

Trainers hand a column over as a list with one element for each completion; the published RunRL example reads it as
the value of one row. Iterating, zipping, indexing by position and `len` show the first, comparing, converting and
reading by a key show the second. Followed are renaming, `kwargs.get(...)`, `kwargs[...]` and helpers of local files.
"""

from __future__ import annotations

from itertools import pairwise

from runrl_shim.inside.calling.column_uses import BOTH, EITHER, LIST, NOTHING, UNCLEAR, VALUE, use_as_argument, use_in
from runrl_shim.inside.source.helper_files import HelperFile
from runrl_shim.inside.source.source_tree import (
    COMPREHENSIONS,
    FUNCTIONS,
    children,
    is_text,
    kind_of,
    source_of,
    text_of,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection
    from types import FunctionType
    from typing import Any

    from runrl_shim.inside.source.source_tree import Source

#: Stands for the columns that the source does not name: those of a `**kwargs` that is handed on.
REST = "**"
BATCHES = ("completions", "prompts", "queries", "solution_strs")
_DEEPEST_HELPER = 8
_ASSIGNMENTS = ("Assign", "AnnAssign", "NamedExpr")
_LOOPS = ("For", "AsyncFor", "comprehension")
_READS = ("get", "pop", "setdefault")


class Uses:
    """How a function reads its columns: for each, the lines (1-based) and texts of the first place of each kind."""

    def __init__(self, source: Source | None, named: Collection[str]) -> None:
        self.source = source
        self.named = named
        self.places: dict[str, dict[str, tuple[int, str]]] = {}

    def note(self, column: str, use: str, node: Any) -> None:
        """Adds what one place shows."""
        assert self.source is not None
        self.places.setdefault(column, {}).setdefault(use, (node.lineno, text_of(node, self.source.text)))

    def of(self, column: str) -> str:
        """Returns LIST, VALUE, BOTH, UNCLEAR, or NOTHING for a column that is not used."""
        found = self.places.get(column, {})
        if EITHER in found:  # it asks which of both it has
            return LIST
        if LIST in found and VALUE in found:
            return BOTH
        return next((use for use in (LIST, VALUE, UNCLEAR) if use in found), NOTHING)


def uses_of_columns(
    function: FunctionType, columns: Collection[str], rest: str | None, others: Collection[str]
) -> Uses:
    """Follows columns through a function.

    Args:
        function: The function.
        columns: Its parameters that are columns.
        rest: Name of its `**kwargs`, or None.
        others: Names in `kwargs` that are no columns.
    """
    source = source_of(function.__code__)
    uses = Uses(source, columns)
    if source is None:
        for column in columns:
            uses.places[column] = {UNCLEAR: (function.__code__.co_firstlineno, column)}
        return uses
    known = {name: name for name in columns}
    if rest is not None:
        known[rest] = REST
    try:
        _Walk(uses, HelperFile(source, function.__globals__), known, others).through(source.function.body)
    except RecursionError:  # nests too deep to follow
        for column in columns:
            uses.note(column, UNCLEAR, source.function)
    return uses


class _Walk:
    """Walks one function in the order of its source, knowing which names hold a column or the `**kwargs`."""

    def __init__(
        self,
        uses: Uses,
        file: HelperFile,
        known: dict[str, str],
        others: Collection[str],
        depth: int = 0,
    ) -> None:
        self.uses = uses
        self.file = file
        self.known = known
        self.others = others
        self.depth = depth
        self.batches = {name for name in others if name in BATCHES}

    def through(self, nodes: Any) -> None:
        for node in nodes if type(nodes) is list else (nodes,):
            self.visit(node, [])

    def visit(self, node: Any, above: list[Any]) -> None:
        """Visits a node; `above` are the nodes around it, innermost last."""
        kind = kind_of(node)
        column = self.column_of(node)
        if column is not None and column not in self.others:
            self.use(column, node, above)
        inner = [*above, node]
        if kind in FUNCTIONS:
            hidden = {each.arg for each in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)}
            known = {name: what for name, what in self.known.items() if name not in hidden}
            for default in (*node.args.defaults, *node.args.kw_defaults):
                if default is not None:
                    self.visit(default, inner)
            _Walk(self.uses, self.file, known, self.others, self.depth).through(node.body)
            return
        if kind in ("Name", "Constant"):
            return
        for child in self.below(node, column, above):
            self.visit(child, inner)
        if kind in _ASSIGNMENTS and node.value is not None:
            for target in node.targets if kind == "Assign" else (node.target,):
                self.bind(target, node.value)
        elif kind in _LOOPS:
            self.hide(node.target)

    def below(self, node: Any, column: str | None, above: list[Any]) -> list[Any]:
        """Returns what is still to be visited below a node."""
        kind = kind_of(node)
        if column is not None and kind == "Call":  # kwargs.get("a", default)
            return list(node.args[1:])
        if column is not None and kind == "Subscript":
            return []
        if column is not None and kind in ("BoolOp", "IfExp"):  # the column itself counts once, as what they give
            inner = node.values if kind == "BoolOp" else (node.test, node.body, node.orelse)
            return [each for each in inner if self.column_of(each) != column]
        if kind in _LOOPS:
            rest = [each for each in children(node) if each is not node.iter and each is not node.target]
            self.visit(node.iter, [*above, node])
            self.hide(node.target)
            return rest
        return children(node)

    def column_of(self, node: Any) -> str | None:
        """Returns the column that an expression gives, REST for the `**kwargs`, or None."""
        kind = kind_of(node)
        if kind == "Name":
            return self.known.get(node.id)
        if kind == "Subscript" and self.column_of(node.value) == REST:
            return node.slice.value if is_text(node.slice) else None
        if kind == "Call" and kind_of(node.func) == "Attribute" and node.func.attr in _READS and node.args:
            of_rest = self.column_of(node.func.value) == REST
            return node.args[0].value if of_rest and is_text(node.args[0]) else None
        if kind == "NamedExpr":
            return self.column_of(node.value)
        if kind == "BoolOp":
            return next((found for each in node.values if (found := self.column_of(each))), None)
        if kind == "IfExp":
            return self.column_of(node.body) or self.column_of(node.orelse)
        return None

    def use(self, column: str, node: Any, above: list[Any]) -> None:
        if column != REST and kind_of(node) == "Call" and len(node.args) > 1:  # kwargs.get("a", [None] * n)
            default = kind_of(node.args[1])
            if default == "Constant" and node.args[1].value is not None:
                self.uses.note(column, VALUE, node)
            elif default == "BinOp":
                self.uses.note(column, LIST, node)
        parent: Any = above[-1] if above else None
        if kind_of(parent) == "keyword" and len(above) > 1:
            argument, parent = parent, above[-2]
        else:
            argument = node
        if kind_of(parent) == "Call" and parent.func is not node:
            use = self.use_as_argument(column, parent, argument, [*above, node])
        else:
            use = use_in(node, parent, above, is_rest=column == REST)
        if use != NOTHING:
            self.uses.note(column, use, node if kind_of(parent) in ("For", "comprehension") else parent or node)

    def use_as_argument(self, column: str, call: Any, argument: Any, chain: list[Any]) -> str:
        found_helper = self.file.helper(call.func) if self.depth < _DEEPEST_HELPER else None
        if found_helper is None:
            return use_as_argument(call, is_rest=column == REST)
        file, helper = found_helper
        parameters = [each.arg for each in (*helper.args.posonlyargs, *helper.args.args)]
        if kind_of(argument) == "keyword":
            if argument.arg is None:  # **kwargs
                return self.hand_on(file, helper, call, parameters)
            name = argument.arg
        else:
            position = call.args.index(argument)
            if position >= len(parameters):
                return UNCLEAR
            name = parameters[position]
        inside = Uses(file.source, self.uses.named)
        _Walk(inside, file, {name: column}, self.others, self.depth + 1).through(helper.body)
        found = inside.of(column)
        self.take(inside, call, but=column)  # of a `kwargs` that was handed on
        if found not in (LIST, BOTH) or column == REST:
            return found
        # A helper for one text may well iterate over its letters, or index them.
        beside = [*call.args, *(each.value for each in call.keywords)]
        with_batch = any(getattr(each, "id", None) in self.batches for each in beside)
        if _is_in_loop(chain) or not (with_batch or column in self.uses.named):
            return VALUE if found == BOTH else UNCLEAR
        return LIST if found == LIST else UNCLEAR

    def take(self, inside: Uses, call: Any, but: str | None = None) -> None:
        """Adds what a helper showed; what it shows in another file has its place where it is called."""
        for column, places in inside.places.items():
            for use, place in places.items():
                if column == but:
                    continue
                if inside.source is not None and inside.source.text == self.file.source.text:
                    self.uses.places.setdefault(column, {}).setdefault(use, place)
                else:
                    self.uses.note(column, use, call)

    def hand_on(self, file: HelperFile, helper: Any, call: Any, parameters: list[str]) -> str:
        """Follows `helper(..., **kwargs)`: its other parameters are columns, too."""
        filled = {*parameters[: len(call.args)], *(each.arg for each in call.keywords if each.arg)}
        named = [*parameters, *(each.arg for each in helper.args.kwonlyargs)]
        known = {name: name for name in named if name not in filled and name not in self.others}
        if helper.args.kwarg is not None:
            known[helper.args.kwarg.arg] = REST
        inside = Uses(file.source, self.uses.named)
        _Walk(inside, file, known, self.others, self.depth + 1).through(helper.body)
        self.take(inside, call)
        return NOTHING

    def bind(self, target: Any, value: Any) -> None:
        column = self.column_of(value)
        self.hide(target)
        if kind_of(target) != "Name":
            return
        if column is not None:
            self.known[target.id] = column
        elif kind_of(value) == "ListComp" or getattr(value, "id", None) in self.batches:
            self.batches.add(target.id)

    def hide(self, target: Any) -> None:
        if kind_of(target) == "Name":
            self.known.pop(target.id, None)
        for each in getattr(target, "elts", ()):
            self.hide(each)


def _is_in_loop(chain: list[Any]) -> bool:
    """Whether the last node is evaluated for each element of something."""
    for outer, inner in pairwise(chain):
        kind = kind_of(outer)
        if kind in COMPREHENSIONS and kind_of(inner) != "comprehension":
            return True
        if kind in _LOOPS and inner is not outer.iter:
            return True
    return False
