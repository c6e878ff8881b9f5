"""Finds out from a function's source whether it reads its completion as a list of messages.

The published documentation had both: a string, and a list of messages read as `completion[0]["content"]`. The
source is followed from the completion's parameter through renaming, loops and helper functions of the file. An
element of a string has neither string keys nor a `get`, so finding one read that way is certain evidence.
"""

from __future__ import annotations

from runrl_shim.inside.source.source_tree import FUNCTIONS, children, is_text, source_of, text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import CodeType
    from typing import Any

    from runrl_shim.inside.source.source_tree import Source

_DEEPEST_HELPER = 8
_BATCH, _COMPLETION, _MESSAGE = "batch", "completion", "message"
_ELEMENTS = {_BATCH: _COMPLETION, _COMPLETION: _MESSAGE}
_SAME_LIST = ("list", "tuple", "reversed", "iter", "copy")

_LOOPS = ("For", "AsyncFor", "comprehension")
_ASSIGNMENTS = ("Assign", "AnnAssign", "NamedExpr")
_PER_ELEMENT = ("map", "filter", "sorted", "max", "min")


def find_message_access(code: CodeType, parameter: str, *, batched: bool = False) -> tuple[int, str] | None:
    """Returns the line (1-based) and the text of the first place that reads the parameter as messages.

    Args:
        code: The function's code, which tells the file and the line that it is from.
        parameter: Name of the parameter that receives the completion.
        batched: Whether it receives a list of completions.

    Returns:
        None where there is no such place, or none that can be seen.
    """
    source = source_of(code)
    if source is None or (b"content" not in source.text and b"role" not in source.text):
        return None
    try:
        place = _File(source).search(source.function, {parameter: _BATCH if batched else _COMPLETION})
    except RecursionError:  # nests too deep to follow
        return None
    return None if place is None else (place.lineno, text_of(place, source.text))


class _File:
    """The functions of one file, each searched once for each way of calling it."""

    def __init__(self, source: Source) -> None:
        self.functions = source.functions()
        self.searched: set[tuple[str, tuple[tuple[str, str], ...]]] = set()

    def search(self, function: Any, known: dict[str, str], depth: int = 0) -> Any:
        """Returns the first node in the function that reads a message, or None."""
        return _Search(self, dict(known), depth).through(function.body)

    def search_helper(self, name: str, arguments: dict[int | str, str], depth: int) -> Any:
        helper = self.functions.get(name)
        if helper is None or depth > _DEEPEST_HELPER:
            return None
        parameters = [argument.arg for argument in (*helper.args.posonlyargs, *helper.args.args)]
        known: dict[str, str] = {}
        for position, kind in arguments.items():
            if isinstance(position, str):
                known[position] = kind
            elif position < len(parameters):
                known[parameters[position]] = kind
        key = (name, tuple(sorted(known.items())))
        if not known or key in self.searched:
            return None
        self.searched.add(key)
        return self.search(helper, known, depth)


class _Search:
    """Walks one function in the order of its source, knowing which names hold the completion or a message."""

    def __init__(self, file: _File, known: dict[str, str], depth: int) -> None:
        self.file = file
        self.known = known
        self.depth = depth

    def through(self, nodes: Any) -> Any:
        for node in nodes if type(nodes) is list else (nodes,):
            found = self.visit(node)
            if found is not None:
                return found
        return None

    def visit(self, node: Any) -> Any:
        kind = type(node).__name__
        if kind in FUNCTIONS:
            hidden = {parameter.arg for parameter in (*node.args.posonlyargs, *node.args.args)}
            known = {name: what for name, what in self.known.items() if name not in hidden}
            return _Search(self.file, known, self.depth).through(node.body)
        if kind == "Subscript" and self.is_message(node.value) and is_text(node.slice):
            return node
        if kind in _LOOPS:
            found = self.visit(node.iter)
            self.bind_elements(node.target, node.iter)
            return found or self.through([child for child in children(node) if child is not node.iter])
        if kind in _ASSIGNMENTS and node.value is not None:
            found = self.visit(node.value)
            for target in node.targets if kind == "Assign" else (node.target,):
                self.bind(target, node.value)
            return found
        if kind == "Call":
            return self.visit_call(node) or self.through(children(node))
        return self.through(children(node))

    def visit_call(self, node: Any) -> Any:
        function = node.func
        if type(function).__name__ == "Attribute":
            return node if function.attr == "get" and self.is_message(function.value) else None
        if type(function).__name__ != "Name":
            return None
        arguments: dict[int | str, Any] = dict(enumerate(node.args))
        arguments.update((keyword.arg, keyword.value) for keyword in node.keywords if keyword.arg)
        kinds = {position: kind for position, value in arguments.items() if (kind := self.kind_of(value))}
        element = next((_ELEMENTS[kind] for kind in kinds.values() if kind in _ELEMENTS), None)
        if function.id in _PER_ELEMENT and element is not None:
            return self.visit_callbacks(arguments.values(), element)
        return self.file.search_helper(function.id, kinds, self.depth + 1)

    def visit_callbacks(self, arguments: Any, element: str) -> Any:
        """Searches the functions that `map`, `sorted` and the like call with each element."""
        found = None
        for argument in arguments:
            kind = type(argument).__name__
            if kind == "Lambda" and argument.args.args:
                known = {**self.known, argument.args.args[0].arg: element}
                found = found or _Search(self.file, known, self.depth).through(argument.body)
            elif kind == "Name":
                found = found or self.file.search_helper(argument.id, {0: element}, self.depth + 1)
        return found

    def bind(self, target: Any, value: Any) -> None:
        """Notes what an assignment does to the names it assigns."""
        kind = self.kind_of(value)
        if type(target).__name__ in ("Tuple", "List"):
            for element in target.elts:
                self.set(element, _ELEMENTS.get(kind or ""))
        else:
            self.set(target, kind)

    def bind_elements(self, target: Any, iterated: Any) -> None:
        name = getattr(iterated.func, "id", "") if type(iterated).__name__ == "Call" else ""
        parts = target.elts if type(target).__name__ == "Tuple" else []
        if name == "enumerate" and iterated.args and len(parts) == 2:
            self.bind_elements(parts[1], iterated.args[0])
        elif name in ("zip", "zip_longest") and len(parts) == len(iterated.args):
            for part, argument in zip(parts, iterated.args, strict=True):
                self.bind_elements(part, argument)
        elif parts:
            for part in parts:
                self.set(part, None)
        else:
            self.set(target, _ELEMENTS.get(self.kind_of(iterated) or ""))

    def set(self, target: Any, kind: str | None) -> None:
        name = getattr(target, "id", None)
        if name is None:
            return
        if kind is None:
            self.known.pop(name, None)
        else:
            self.known[name] = kind

    def is_message(self, node: Any) -> bool:
        return self.kind_of(node) == _MESSAGE

    def kind_of(self, node: Any) -> str | None:
        """Returns whether an expression is the completion, one of its messages, or neither."""
        kind = type(node).__name__
        if kind == "Name":
            return self.known.get(node.id)
        if kind == "NamedExpr":
            return self.kind_of(node.value)
        if kind == "Subscript":
            whole = self.kind_of(node.value)
            if type(node.slice).__name__ == "Slice" and whole in _ELEMENTS:
                return whole
            return None if is_text(node.slice) else _ELEMENTS.get(whole or "")
        if kind == "IfExp":
            return self.kind_of(node.body) or self.kind_of(node.orelse)
        if kind == "BoolOp":
            return next((found for found in map(self.kind_of, node.values) if found), None)
        if kind == "Call":
            return self.kind_of_call(node)
        return None

    def kind_of_call(self, node: Any) -> str | None:
        function = node.func
        if type(function).__name__ == "Attribute" and (whole := self.kind_of(function.value)) in _ELEMENTS:
            return {"pop": _ELEMENTS[whole], "copy": whole}.get(function.attr)
        name = getattr(function, "id", "")
        whole = self.kind_of(node.args[0]) if node.args else None
        if whole not in _ELEMENTS:
            return None
        return whole if name in _SAME_LIST else _ELEMENTS[whole] if name == "next" else None
