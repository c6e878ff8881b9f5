"""Has the user's file tell what it compares: its expressions are rewritten when it is compiled.

Each comparison, lookup, search and conversion calls a function that does the same and notes its operands. What the file
means, its lines included, stays as it is.
"""

from __future__ import annotations

import ast
import operator
import re

from runrl_audit.listening import rewriting
from runrl_audit.listening.notes import Notes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_OPERATIONS: dict[type[ast.AST], tuple[str, Callable[[Any, Any], Any]]] = {
    ast.Eq: ("==", operator.eq),
    ast.NotEq: ("!=", operator.ne),
    ast.Lt: ("<", operator.lt),
    ast.LtE: ("<=", operator.le),
    ast.Gt: (">", operator.gt),
    ast.GtE: (">=", operator.ge),
    ast.In: ("in", lambda one, other: one in other),
    ast.NotIn: ("not in", lambda one, other: one not in other),
    ast.Sub: ("-", operator.sub),
    ast.BitAnd: ("&", operator.and_),
    ast.BitXor: ("^", operator.xor),
}
_BY_NAME = dict(_OPERATIONS.values())
_SEARCHES = {"search", "match", "fullmatch", "findall", "finditer"}
_READERS = {"loads": "json", "safe_load": "json", "literal_eval": "json", "fromisoformat": "date", "strptime": "date"}
_NUMBERS = {"int": "number", "float": "number", "Fraction": "number", "Decimal": "number"}
_CHECKED = {"isdigit", "isdecimal", "isnumeric"}
_WITH_SELF = {"startswith", "endswith", "find", "rfind", "index", "count", "issubset", "issuperset", "isdisjoint"}
_WITH_SELF |= {"intersection", "difference", "symmetric_difference", "removeprefix", "partition", "split"}
_LOOKUPS = {"get", "pop"}
_PAIRED = re.compile(r"ratio|distance|similar|score|compare|equal|close|SequenceMatcher|approx|verify|overlap", re.I)
_PREFIX = "__runrl_solve_"

_notes: list[Notes] = []


def listen(notes: Notes | None) -> None:
    """Has all that follows noted there; None: nowhere."""
    _notes[:] = [] if notes is None else [notes]


def install(own: rewriting.Own) -> None:
    """Has the user's file, and modules beside it, rewritten when they are loaded.

    Args:
        own: Tells which those are.
    """
    rewriting.install(own, Rewrite, functions())


def functions() -> dict[str, Callable[..., Any]]:
    """What rewritten code calls, by the names that it calls."""
    found: tuple[Callable[..., Any], ...] = (_pair, _operand, _call, _item, _len, _match)
    return {f"{_PREFIX}{function.__name__[1:]}__": function for function in found}


def _alternatives(pattern: ast.pattern) -> list[ast.pattern]:
    if isinstance(pattern, ast.MatchAs) and pattern.pattern is not None:
        return _alternatives(pattern.pattern)
    if isinstance(pattern, ast.MatchOr):
        return [each for part in pattern.patterns for each in _alternatives(part)]
    return [pattern]


class Rewrite(ast.NodeTransformer):
    """Has comparisons, lookups and calls noted."""

    def __init__(self) -> None:
        self.site = 0

    def _made(self, name: str, arguments: list[ast.expr], place: ast.expr, keywords: Any = ()) -> ast.Call:
        self.site += 1
        function = ast.Name(f"{_PREFIX}{name}__", ast.Load())
        made = ast.Call(function, [ast.Constant(self.site), *arguments], list(keywords))
        return ast.copy_location(made, place)

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        self.generic_visit(node)
        names = [_OPERATIONS[type(each)][0] if type(each) in _OPERATIONS else "" for each in node.ops]
        if "" in names:
            return node
        if len(names) == 1:
            return self._made("pair", [ast.Constant(names[0]), node.left, node.comparators[0]], node)
        # Of a chain what is not asked must not be looked at: its operands are noted as they come.
        self.site += 1
        site = self.site
        operands = [node.left, *node.comparators]
        made: list[ast.expr] = [
            self._made("operand", [ast.Constant(site), ast.Constant(name), operand], operand)
            for name, operand in zip(["", *names], operands)  # noqa: B905 - of the same length
        ]
        node.left, node.comparators = made[0], made[1:]
        return node

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        known = _OPERATIONS.get(type(node.op))
        if known is None or isinstance(node.left, ast.Constant) or isinstance(node.right, ast.Constant):
            return node
        return self._made("pair", [ast.Constant(known[0]), node.left, node.right], node)

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        self.generic_visit(node)
        if not isinstance(node.ctx, ast.Load) or isinstance(node.slice, (ast.Slice, ast.Tuple)):
            return node
        return self._made("item", [node.value, node.slice], node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if isinstance(node.func, ast.Name) and name == "len" and len(node.args) == 1 and not node.keywords:
            return self._made("len", [node.func, node.args[0]], node)
        known = name in _SEARCHES or name in _READERS or name in _NUMBERS or bool(_PAIRED.search(name))
        if isinstance(node.func, ast.Attribute):
            known = known or name in _WITH_SELF or name in _LOOKUPS or name in _CHECKED
        if not known:
            return node
        return self._made("call", [ast.Constant(name), node.func, *node.args], node, node.keywords)

    def _as_it_is(self, node: ast.AST) -> ast.AST:
        return node

    visit_arg = visit_TypeAlias = _as_it_is  # annotations

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        node.value = self.visit(node.value) if node.value is not None else None
        return node

    def _function(self, node: Any) -> Any:
        kept = {name: getattr(node, name, None) for name in ("returns", "type_params")}
        vars(node).update({name: [] if isinstance(each, list) else None for name, each in kept.items()})
        self.generic_visit(node)
        vars(node).update(kept)
        return node

    visit_FunctionDef = visit_AsyncFunctionDef = _function

    def visit_Match(self, node: ast.Match) -> ast.AST:
        self.generic_visit(node)
        # The constants of patterns, with their place in a sequence; None: the subject itself.
        asked: list[ast.expr] = []
        for case in node.cases:
            for pattern in _alternatives(case.pattern):
                parts = pattern.patterns if isinstance(pattern, ast.MatchSequence) else []
                own = [(None, pattern), *enumerate(parts)]
                for place, part in ((at, each) for at, whole in own for each in _alternatives(whole)):
                    if isinstance(part, ast.MatchValue) and isinstance(part.value, ast.Constant):
                        asked.append(ast.Tuple([ast.Constant(place), part.value], ast.Load()))
        if asked:
            node.subject = self._made("match", [node.subject, *asked], node.subject)
        return node

    def visit_match_case(self, node: ast.match_case) -> ast.AST:
        # A pattern holds constants, not expressions.
        node.guard = self.visit(node.guard) if node.guard is not None else None
        node.body = [self.visit(statement) for statement in node.body]
        return node


_NUMERIC = (int, float)


def _pair(site: int, name: str, left: Any, right: Any) -> Any:
    result = _BY_NAME[name](left, right)
    if _notes:
        # A difference is a comparison of two numbers, or of two sets.
        if name not in ("-", "&", "^") or isinstance(left, (set, frozenset, dict)):
            _notes[0].pair(site, name, left, right, result)
        elif name == "-" and isinstance(right, _NUMERIC) and type(left) is not bool:
            _notes[0].pair(site, name, left, right, not result)
    return result


def _match(site: int, subject: Any, *asked: tuple[int | None, Any]) -> Any:
    if _notes:
        for place, wanted in asked:
            parts = subject if isinstance(subject, (list, tuple)) else ()
            own = subject if place is None else parts[place] if place < len(parts) else None
            if type(own) is type(wanted):
                _notes[0].pair(site, "==", own, wanted, own == wanted)
    return subject


_chains: dict[int, Any] = {}


def _operand(_site: int, chain: int, name: str, value: Any) -> Any:
    if _notes:
        if name:
            _notes[0].pair(chain, name, _chains.get(chain), value, None)
        _chains[chain] = value
    return value


def _item(site: int, owner: Any, key: Any) -> Any:
    if _notes and isinstance(owner, dict) and type(key) in (str, int):
        _notes[0].lookup(site, owner, key)
    return owner[key]


def _len(_site: int, function: Any, value: Any) -> Any:
    if _notes and function is len and isinstance(value, (str, list, tuple, dict, set, frozenset)):
        _notes[0].length(value)
    return function(value)


def _call(site: int, name: str, function: Any, /, *arguments: Any, **named: Any) -> Any:
    if not _notes:
        return function(*arguments, **named)
    notes, owner = _notes[0], getattr(function, "__self__", None)
    kind = _READERS.get(name) or _NUMBERS.get(name)
    if kind is not None and arguments and isinstance(arguments[0], str):
        form = arguments[1] if name == "strptime" and len(arguments) > 1 else ""
        try:
            result = function(*arguments, **named)
        except Exception:
            if not notes.is_full((site, False)):
                notes.read.append((kind, str(arguments[0]), str(form), False))
            raise
        if not notes.is_full((site, True)):
            notes.read.append((kind, str(arguments[0]), str(form), True))
        return result
    result = function(*arguments, **named)
    if name in _SEARCHES:
        _note_search(notes, site, name, owner, arguments, named, result)
    elif name in _CHECKED and isinstance(owner, str):
        if not notes.is_full((site, bool(result))):
            notes.read.append(("number", owner, "", bool(result)))
    elif name in _LOOKUPS and isinstance(owner, dict) and arguments and type(arguments[0]) in (str, int):
        if name == "get":
            notes.lookup(site, owner, arguments[0])
    elif name in _WITH_SELF and arguments and isinstance(owner, (str, list, tuple, set, frozenset)):
        notes.pair(site, name, owner, arguments[0], result)
    elif len(arguments) >= 2:
        texts = [each for each in arguments if isinstance(each, (str, int, float, list, set, tuple, dict))]
        if len(texts) >= 2 and type(texts[-1]) is type(texts[-2]):
            notes.pair(site, "call", texts[-2], texts[-1], result)
    return result


def _note_search(
    notes: Notes, site: int, name: str, owner: Any, arguments: tuple[Any, ...], named: dict[str, Any], result: Any
) -> None:
    pattern = owner if isinstance(owner, re.Pattern) else None
    rest = list(arguments)
    if pattern is None:
        source = rest.pop(0) if rest else named.get("pattern")
        if isinstance(source, re.Pattern):
            pattern = source
        elif isinstance(source, str):
            flags = rest[1] if len(rest) > 1 else named.get("flags", 0)
            try:
                pattern = re.compile(source, flags)
            except (re.error, TypeError, ValueError):
                return
    text = rest[0] if rest else named.get("string")
    if pattern is None or not isinstance(pattern.pattern, str) or not isinstance(text, str):
        return
    # An iterator must not be used up: it is asked anew.
    found = result if name in ("search", "match", "fullmatch") else pattern.search(text)
    found = found if isinstance(found, re.Match) else None
    end = -1 if found is None else found.end()
    # What is found how often leads on: to the second line of ten.
    count = len(result) if isinstance(result, list) else int(found is not None)
    if not notes.is_full((site, pattern.pattern, min(count, 32))):
        allowed = pattern.flags & int(re.IGNORECASE | re.MULTILINE | re.DOTALL | re.VERBOSE | re.ASCII)
        method = name if name in ("match", "fullmatch") else "search"
        notes.patterns.append((pattern.pattern, allowed, method, str(text)[:4_000], end))
