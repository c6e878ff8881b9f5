"""What the analysis remembers of a source: values of expressions, calls, fields that are read, what pays."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field

from runrl_audit.values.value import NOTHING, UNKNOWN, Value, everything, join

TYPE_CHECKING = False
if TYPE_CHECKING:
    FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda

MOST_MARKS = 6_000
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


@dataclass
class Call:
    """A call that can be reached.

    Attributes:
        node: The call.
        names: What it calls: `re.search`, `builtins.exec`, `openai.OpenAI().chat.completions.create`, `.strip` for
            methods of what is no known object, `Grader.grade` for functions of the file.
        receiver: Of methods: the object.
        args: The positional arguments, then the named ones by name.
    """

    node: ast.Call
    names: frozenset[str]
    receiver: Value
    args: tuple[Value, ...]
    named: dict[str, Value]

    def argument(self, index: int, name: str = "") -> Value:
        """Returns an argument by place or name; unknown where there is none."""
        if name in self.named:
            return self.named[name]
        return self.args[index] if index < len(self.args) else UNKNOWN

    def arguments(self) -> tuple[Value, ...]:
        """Returns all arguments."""
        return (*self.args, *self.named.values())

    def is_any(self, *names: str) -> bool:
        """Whether it calls one of these."""
        return not self.names.isdisjoint(names)


@dataclass
class Read:
    """A field of the row that is read: `kwargs["answer"]`, `kwargs.get("answer")`, or a parameter."""

    name: str
    node: ast.AST


@dataclass
class Regex:
    """A regular expression that is applied to a text."""

    node: ast.Call
    method: str
    pattern: Value
    flags: frozenset[str]
    subject: Value
    patterns: frozenset[Value]
    """The pattern on each way here: joined they may say less."""


@dataclass
class Paid:
    """A `return` of an entry point, with what it gives as reward (`step`: the whole result as well)."""

    node: ast.AST
    entry: ast.AST
    reward: Value
    result: Value


@dataclass
class Entry:
    """Where the host calls the file."""

    name: str
    node: ast.FunctionDef | ast.AsyncFunctionDef
    owner: str = ""


@dataclass
class Frame:
    """A function that is being followed: its variables and where its control stands."""

    node: ast.AST
    owner: str = ""
    env: dict[str, Value] = field(default_factory=dict)
    closure: Frame | None = None
    returns: list[tuple[ast.AST, Value]] = field(default_factory=list)
    shared: set[str] = field(default_factory=set)
    """Names that `global` or `nonlocal` declared."""
    pc: int = 0
    """Marks that decide whether control is here."""
    sure: int = 0
    """Those of them that hold here: `answer == gold` inside its branch, not after or beside it."""
    alive: bool = True
    breaks: list[list[dict[str, Value]]] = field(default_factory=list)


class Facts:
    """The memory of an analysis."""

    def __init__(self, tree: ast.Module, field_types: dict[str, dict[str, int]] | None = None) -> None:
        self.tree = tree
        self.field_types = field_types or {}
        self.parents: dict[int, ast.AST] = {}
        self.owner_of: dict[int, str] = {}
        self.functions: dict[str, ast.FunctionDef | ast.AsyncFunctionDef] = {}
        self.classes: dict[str, ast.ClassDef] = {}
        self.nodes: dict[str, FunctionNode] = {}
        self.values: dict[int, Value] = {}
        self.latest: dict[int, Value] = {}
        self.bits: dict[int, int] = {}
        self.marked: list[ast.AST] = []
        self.letters: dict[int, frozenset[str]] = {}
        self.joint: set[int] = set()
        """Nodes where the row met the completion on one way, not the one here and the other there."""
        self.call_facts: dict[int, Call] = {}
        self.reads: dict[tuple[str, int], Read] = {}
        self.regexes: dict[int, Regex] = {}
        self.reached: dict[int, ast.AST] = {}
        #: Names of the entry points from which each of them is reached.
        self.reached_from: dict[int, set[str]] = {}
        self.heap: dict[tuple[str, str], Value] = {}
        self.grown: dict[tuple[str, str], int] = {}
        self.version = 0
        self.globals: dict[str, Value] = {}
        self.imported = False
        self.closures: dict[str, Frame] = {}
        self.paid: list[Paid] = []
        self.entries: list[Entry] = []
        self.writes_completion = False
        #: A process that runs Python is handed it on its stdin.
        self.feeds_completion = False
        self._index(tree, tree, "")

    def _index(self, node: ast.AST, parent: ast.AST, owner: str) -> None:
        stack: list[tuple[ast.AST, str]] = [(node, owner)]
        while stack:
            current, within = stack.pop()
            for child in ast.iter_child_nodes(current):
                self.parents[id(child)] = current
                inner = within
                if isinstance(child, ast.ClassDef):
                    self.classes.setdefault(child.name, child)
                    inner = child.name
                elif isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef)):
                    direct = isinstance(current, (ast.Module, ast.ClassDef, ast.If, ast.Try))
                    if direct:
                        self.functions[f"{within}.{child.name}" if within else child.name] = child
                    self.owner_of[id(child)] = within if isinstance(current, ast.ClassDef) else ""
                stack.append((child, inner))

    def mark(self, node: ast.AST, letters: frozenset[str] = NOTHING) -> int:
        """Returns the bit of a node that rewards may depend on."""
        self.letters[id(node)] = self.letters.get(id(node), NOTHING) | letters
        if "G" in letters and letters & {"C", "X"}:
            self.joint.add(id(node))
        bit = self.bits.get(id(node))
        if bit is None:
            if len(self.marked) >= MOST_MARKS:
                return 0
            bit = 1 << len(self.marked)
            self.bits[id(node)] = bit
            self.marked.append(node)
        return bit

    def note(self, node: ast.AST, value: Value) -> Value:
        """Remembers what an expression may be."""
        before = self.values.get(id(node))
        self.latest[id(node)] = value
        self.values[id(node)] = value if before is None else join(before, value)
        return value

    def now(self, node: ast.AST | None) -> Value:
        """What an expression was when it was last evaluated: on the way that is being followed."""
        return self.latest.get(id(node), UNKNOWN) if node is not None else UNKNOWN

    def value_of(self, node: ast.AST | None) -> Value:
        """What an expression may be, over all paths; unknown where control never gets there."""
        return self.values.get(id(node), UNKNOWN) if node is not None else UNKNOWN

    def taint_of(self, node: ast.AST) -> frozenset[str]:
        """The letters of an expression: C, G, P, X, J."""
        return everything(self.value_of(node))

    def nodes_of(self, via: int) -> list[ast.AST]:
        """The marked nodes that a value depends on."""
        return [node for at, node in enumerate(self.marked) if via >> at & 1]

    def depends(self, value: Value) -> frozenset[str]:
        """The letters that a value depends on, by data or by control."""
        return everything(value).union(*(self.letters[id(node)] for node in self.nodes_of(value.via)))

    def parent(self, node: ast.AST) -> ast.AST | None:
        """The node around a node."""
        return self.parents.get(id(node))

    def around(self, node: ast.AST) -> list[ast.AST]:
        """All nodes around a node, the nearest first."""
        found = []
        current = self.parents.get(id(node))
        while current is not None:
            found.append(current)
            current = self.parents.get(id(current))
        return found

    def function_of(self, node: ast.AST) -> ast.AST:
        """The function around a node, or the module."""
        return next((each for each in self.around(node) if isinstance(each, FUNCTIONS)), self.tree)


def own_nodes(function: ast.AST) -> list[ast.AST]:
    """The nodes of a function, without those of functions inside it."""
    known: list[ast.AST] | None = function.__dict__.get("_own")
    if known is not None:
        return known
    found: list[ast.AST] = []
    waiting = list(ast.iter_child_nodes(function))
    while waiting:
        node = waiting.pop()
        found.append(node)
        if not isinstance(node, (*FUNCTIONS, ast.ClassDef)):
            waiting.extend(ast.iter_child_nodes(node))
        elif isinstance(node, FUNCTIONS):
            waiting.extend(getattr(node, "decorator_list", []))
    function.__dict__["_own"] = found
    return found


def defaults_of(arguments: ast.arguments) -> dict[str, ast.expr]:
    """The defaults of parameters, by their names."""
    positional = [*arguments.posonlyargs, *arguments.args]
    of_last = positional[len(positional) - len(arguments.defaults) :]
    pairs = [
        *zip(of_last, arguments.defaults, strict=True),
        *zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True),
    ]
    return {parameter.arg: default for parameter, default in pairs if default is not None}
