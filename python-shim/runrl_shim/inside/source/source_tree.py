"""The syntax tree of the file that a function is from, without `ast`: importing that takes 8 ms."""

from __future__ import annotations

from runrl_shim.inside.source import sources

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import CodeType
    from typing import Any

_ONLY_AST = 0x400  # ast.PyCF_ONLY_AST; the node classes are built in

FUNCTIONS = ("FunctionDef", "AsyncFunctionDef", "Lambda")
COMPREHENSIONS = ("ListComp", "SetComp", "GeneratorExp", "DictComp")


class Source:
    """A function in its file.

    Attributes:
        text: The file.
        tree: Its syntax tree.
        function: The function's node.
    """

    def __init__(self, text: bytes, tree: Any, function: Any) -> None:
        self.text = text
        self.tree = tree
        self.function = function

    def functions(self) -> dict[str, Any]:
        """Returns the file's functions by name."""
        return {node.name: node for node in descendants(self.tree) if kind_of(node) in FUNCTIONS[:2]}


def source_of(code: CodeType) -> Source | None:
    """Returns the source of a function, or None where it cannot be read or is not what was compiled."""
    try:
        text = sources.read(code.co_filename)
        tree: Any = compile(text, code.co_filename, "exec", _ONLY_AST, dont_inherit=True)
        function = _function_of(tree, code)
    except (OSError, SyntaxError, ValueError, RecursionError):  # changed since, or nested too deep to follow
        return None
    return None if function is None else Source(text, tree, function)


def kind_of(node: Any) -> str:
    """Returns the name of a node's class."""
    return type(node).__name__


def _function_of(tree: Any, code: CodeType) -> Any:
    for node in descendants(tree):
        if kind_of(node) not in FUNCTIONS:
            continue
        decorators = getattr(node, "decorator_list", None)
        first_line = decorators[0].lineno if decorators else node.lineno
        if first_line == code.co_firstlineno and getattr(node, "name", "<lambda>") == code.co_name:
            return node
    return None


def children(node: Any) -> list[Any]:
    """Returns the child nodes in the order in which Python evaluates them, near enough."""
    fields = node._fields
    if kind_of(node) in COMPREHENSIONS:
        fields = ("generators", *(field for field in fields if field != "generators"))
    children: list[Any] = []
    for field in fields:
        value = getattr(node, field, None)
        for child in value if type(value) is list else (value,):
            if hasattr(child, "_fields"):
                children.append(child)
    return children


def descendants(node: Any) -> list[Any]:
    """Returns a node and all that is below it."""
    found = [node]
    for inner in found:  # grows while it is read
        found.extend(children(inner))
    return found


def text_of(node: Any, source: bytes) -> str:
    """Returns the first line of a node's text."""
    line: bytes = source.splitlines()[node.lineno - 1]
    start: int = node.col_offset
    end: int = node.end_col_offset if node.end_lineno == node.lineno else len(line)
    return line[start:end].decode("utf-8", "replace")


def is_text(node: Any) -> bool:
    """Returns whether a node is a string that is written out."""
    return kind_of(node) == "Constant" and type(node.value) is str
