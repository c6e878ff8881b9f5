"""Finds out from a function's source whether it reads its completion as a list of messages.

The published documentation had both: a string, and a list of messages read as `completion[0]["content"]`. The
source is followed from the completion's parameter through renaming, loops and helper functions of the file. An
element of a string has neither string keys nor a `get`, so finding one read that way is certain evidence.
"""

from __future__ import annotations

from runrl_shim.inside import sources

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import CodeType
    from typing import Any

_ONLY_AST = 0x400  # ast.PyCF_ONLY_AST; importing `ast` takes 8 ms, the node classes are built in
_DEEPEST_HELPER = 8
_COMPLETION, _MESSAGE = "completion", "message"
_SAME_LIST = ("list", "tuple", "reversed", "iter", "copy")

_FUNCTIONS = ("FunctionDef", "AsyncFunctionDef", "Lambda")
_LOOPS = ("For", "AsyncFor", "comprehension")
_ASSIGNMENTS = ("Assign", "AnnAssign", "NamedExpr")
_PER_ELEMENT = ("map", "filter", "sorted", "max", "min")
_COMPREHENSIONS = ("ListComp", "SetComp", "GeneratorExp", "DictComp")


def find_message_access(code: CodeType, parameter: str) -> tuple[int, str] | None:
    """Returns the line (1-based) and the text of the first place that reads the parameter as messages.

    Args:
        code: The function's code, which tells the file and the line that it is from.
        parameter: Name of the parameter that receives the completion.

    Returns:
        None where there is no such place, or none that can be seen.
    """
    try:
        source = sources.read(code.co_filename)
    except OSError:
        return None
    if b"content" not in source and b"role" not in source:
        return None
    try:
        tree: Any = compile(source, code.co_filename, "exec", _ONLY_AST, dont_inherit=True)
        function = _function_of(tree, code)
        place = None if function is None else _File(tree).search(function, {parameter: _COMPLETION})
    except (SyntaxError, ValueError, RecursionError):  # the file changed since, or nests too deep to follow
        return None
    return None if place is None else (place.lineno, _text_of(place, source))


def _function_of(tree: Any, code: CodeType) -> Any:
    for node in _descendants(tree):
        if type(node).__name__ not in _FUNCTIONS:
            continue
        decorators = getattr(node, "decorator_list", None)
        first_line = decorators[0].lineno if decorators else node.lineno
        if first_line == code.co_firstlineno and getattr(node, "name", "<lambda>") == code.co_name:
            return node
    return None


def _children(node: Any) -> list[Any]:
    """Returns the child nodes in the order in which Python evaluates them, near enough."""
    fields = node._fields
    if type(node).__name__ in _COMPREHENSIONS:
        fields = ("generators", *(field for field in fields if field != "generators"))
    children: list[Any] = []
    for field in fields:
        value = getattr(node, field, None)
        for child in value if type(value) is list else (value,):
            if hasattr(child, "_fields"):
                children.append(child)
    return children


def _descendants(node: Any) -> list[Any]:
    found = [node]
    for inner in found:  # grows while it is read
        found.extend(_children(inner))
    return found


def _text_of(node: Any, source: bytes) -> str:
    line: bytes = source.splitlines()[node.lineno - 1]
    start: int = node.col_offset
    end: int = node.end_col_offset if node.end_lineno == node.lineno else len(line)
    return line[start:end].decode("utf-8", "replace")


class _File:
    """The functions of one file, each searched once for each way of calling it."""

    def __init__(self, tree: Any) -> None:
        self.functions = {node.name: node for node in _descendants(tree) if type(node).__name__ in _FUNCTIONS[:2]}
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
        if kind in _FUNCTIONS:
            hidden = {parameter.arg for parameter in (*node.args.posonlyargs, *node.args.args)}
            known = {name: what for name, what in self.known.items() if name not in hidden}
            return _Search(self.file, known, self.depth).through(node.body)
        if kind == "Subscript" and self.is_message(node.value) and _is_text(node.slice):
            return node
        if kind in _LOOPS:
            found = self.visit(node.iter)
            self.bind_elements(node.target, node.iter)
            return found or self.through([child for child in _children(node) if child is not node.iter])
        if kind in _ASSIGNMENTS and node.value is not None:
            found = self.visit(node.value)
            for target in node.targets if kind == "Assign" else (node.target,):
                self.bind(target, node.value)
            return found
        if kind == "Call":
            return self.visit_call(node) or self.through(_children(node))
        return self.through(_children(node))

    def visit_call(self, node: Any) -> Any:
        function = node.func
        if type(function).__name__ == "Attribute":
            return node if function.attr == "get" and self.is_message(function.value) else None
        if type(function).__name__ != "Name":
            return None
        arguments: dict[int | str, Any] = dict(enumerate(node.args))
        arguments.update((keyword.arg, keyword.value) for keyword in node.keywords if keyword.arg)
        kinds = {position: kind for position, value in arguments.items() if (kind := self.kind_of(value))}
        if function.id in _PER_ELEMENT and _COMPLETION in kinds.values():
            return self.visit_callbacks(arguments.values())
        return self.file.search_helper(function.id, kinds, self.depth + 1)

    def visit_callbacks(self, arguments: Any) -> Any:
        """Searches the functions that `map`, `sorted` and the like call with each message."""
        found = None
        for argument in arguments:
            kind = type(argument).__name__
            if kind == "Lambda" and argument.args.args:
                known = {**self.known, argument.args.args[0].arg: _MESSAGE}
                found = found or _Search(self.file, known, self.depth).through(argument.body)
            elif kind == "Name":
                found = found or self.file.search_helper(argument.id, {0: _MESSAGE}, self.depth + 1)
        return found

    def bind(self, target: Any, value: Any) -> None:
        """Notes what an assignment does to the names it assigns."""
        kind = self.kind_of(value)
        if type(target).__name__ in ("Tuple", "List"):
            for element in target.elts:
                self.set(element, _MESSAGE if kind == _COMPLETION else None)
        else:
            self.set(target, kind)

    def bind_elements(self, target: Any, iterated: Any) -> None:
        if type(iterated).__name__ == "Call" and getattr(iterated.func, "id", "") == "enumerate" and iterated.args:
            iterated = iterated.args[0]
            target = target.elts[1] if type(target).__name__ == "Tuple" and len(target.elts) == 2 else target
        self.set(target, _MESSAGE if self.kind_of(iterated) == _COMPLETION else None)

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
        if kind == "Subscript" and self.kind_of(node.value) == _COMPLETION:
            if type(node.slice).__name__ == "Slice":
                return _COMPLETION
            return None if _is_text(node.slice) else _MESSAGE
        if kind == "IfExp":
            return self.kind_of(node.body) or self.kind_of(node.orelse)
        if kind == "BoolOp":
            return next((found for found in map(self.kind_of, node.values) if found), None)
        if kind == "Call":
            return self.kind_of_call(node)
        return None

    def kind_of_call(self, node: Any) -> str | None:
        function = node.func
        if type(function).__name__ == "Attribute" and self.kind_of(function.value) == _COMPLETION:
            return {"pop": _MESSAGE, "copy": _COMPLETION}.get(function.attr)
        name = getattr(function, "id", "")
        if not node.args or self.kind_of(node.args[0]) != _COMPLETION:
            return None
        return _COMPLETION if name in _SAME_LIST else _MESSAGE if name == "next" else None


def _is_text(node: Any) -> bool:
    return type(node).__name__ == "Constant" and type(node.value) is str
