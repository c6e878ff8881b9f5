"""The functions of a module that a call of it reaches, and which of their names hold the row."""

from __future__ import annotations

import ast

from runrl_audit.mine_values import Known, Values, argument, dotted, learn

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import TypeAlias

    Function: TypeAlias = "ast.FunctionDef | ast.AsyncFunctionDef"

_REWARDS = ("reward_fn", "reward_func")
_COMPLETIONS = {"completion", "completions", "response", "responses", "prompt", "prompts", "self", "action"}


class Reached:
    """A function that calls reach.

    Attributes:
        node: Its definition.
        rows: Names of its parameters that hold all fields: `kwargs`, and what `kwargs` was handed to.
        fields: Names of its parameters that hold a field of the row.
        names: What is known of its names.
        from_step: An environment's `step` reaches it.
        is_entry: Its parameters are the fields of the row.
    """

    __slots__ = ("fields", "from_step", "is_entry", "names", "node", "rows")

    def __init__(self, node: Function) -> None:
        self.node = node
        self.rows: set[str] = set()
        self.fields: set[str] = set()
        self.names: dict[str, Known] = {}
        self.from_step = False
        self.is_entry = False


def parameters(node: Function) -> list[ast.arg]:
    """Returns the parameters that have names of their own."""
    return [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]


def imports_of(tree: ast.Module) -> dict[str, str]:
    """Returns what names of imports stand for: `{"rx": "re", "search": "re.search"}`."""
    aliases: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for one in node.names:
                aliases[one.asname or one.name.split(".")[0]] = one.name if one.asname else one.name.split(".")[0]
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            for one in node.names:
                aliases[one.asname or one.name] = f"{node.module}.{one.name}"
    return aliases


class Module:
    """A module's functions, as far as a call of its entry reaches them.

    Args:
        tree: The module.
        entry: Name of the reward function or of the environment's class. Default: as the sandbox chooses.
    """

    def __init__(self, tree: ast.Module, entry: str | None = None) -> None:
        self.tree = tree
        self.aliases = imports_of(tree)
        self.functions: dict[str, list[Function]] = {}
        self.classes: list[ast.ClassDef] = []
        for node in ast.walk(tree):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                self.functions.setdefault(node.name, []).append(node)
            elif isinstance(node, ast.ClassDef):
                self.classes.append(node)
        self.globals = self._globals()
        self.environment = self._environment(entry)
        self.reached: dict[int, Reached] = {}
        self._reach(entry)

    def _globals(self) -> dict[str, Known]:
        names: dict[str, Known] = {}
        outside = [node for node in self.tree.body if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))]
        bodies: list[ast.stmt] = []
        for node in outside:
            if isinstance(node, ast.ClassDef):
                bodies += [each for each in node.body if isinstance(each, (ast.Assign, ast.AnnAssign))]
                for function in node.body:  # what `__init__` and others put into `self`
                    if isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef)):
                        bodies += _own_assignments(function)
            else:
                bodies.append(node)
        learn(ast.Module(bodies, []), names, self.aliases)
        for node in outside:
            if isinstance(node, ast.ClassDef):  # `NAME` of a class is read as `self.NAME` and `Class.NAME`
                for each in node.body:
                    for name in _targets(each):
                        if name in names:
                            for owner in ("self", "cls", node.name):
                                names.setdefault(f"{owner}.{name}", names[name])
        return names

    def _environment(self, entry: str | None) -> ast.ClassDef | None:
        for node in self.classes:
            methods = {each.name for each in node.body if isinstance(each, (ast.FunctionDef, ast.AsyncFunctionDef))}
            if entry == node.name or (entry is None and {"setup", "step"} <= methods):
                return node
        return None

    def _reach(self, entry: str | None) -> None:
        named = [name for name in ((entry,) if entry else _REWARDS) if name in self.functions]
        if named:
            for node in self.functions[named[0]]:
                self._add_reward(node)
        elif self.environment is not None:
            methods = [
                each for each in self.environment.body if isinstance(each, (ast.FunctionDef, ast.AsyncFunctionDef))
            ]
            for node in methods:
                if node.name in ("__init__", "setup", "reset"):
                    self._add(node, rows=_row_parameter(node), fields=_field_parameters(node), from_step=False)
                    self.reached[id(node)].is_entry = node.name != "__init__"
            for node in methods:
                if node.name == "step":
                    self._add(node, rows=set(), fields=set(), from_step=True)
        else:  # made by a call, a class or an import: everything
            for nodes in self.functions.values():
                for node in nodes:
                    self._add(node, rows=_row_parameter(node), fields=set(), from_step=True)

    def _add_reward(self, node: Function) -> None:
        own = parameters(node)
        fields = _field_parameters(node)
        if own and not fields & {own[0].arg} and own[0].arg not in _COMPLETIONS:
            fields.discard(own[0].arg)
        if own and not {each.arg for each in own} & (_COMPLETIONS - {"prompt", "prompts", "self"}):
            fields.discard(own[0].arg)  # called something else, the completion comes first
        self._add(node, rows=_row_parameter(node), fields=fields, from_step=False)
        self.reached[id(node)].is_entry = True

    def _add(self, node: Function, *, rows: set[str], fields: set[str], from_step: bool) -> None:
        reached = self.reached.get(id(node))
        known = reached is not None
        if reached is None:
            reached = self.reached[id(node)] = Reached(node)
            reached.names = dict(self.globals)
            self._defaults(reached)
            learn(node, reached.names, self.aliases)
        if known and rows <= reached.rows and fields <= reached.fields and (reached.from_step or not from_step):
            return
        reached.rows |= rows
        reached.fields |= fields
        reached.from_step = reached.from_step or from_step
        self._follow(reached)

    def _defaults(self, reached: Reached) -> None:
        arguments, values = reached.node.args, Values(self.globals, self.aliases)
        positional = [*arguments.posonlyargs, *arguments.args]
        pairs: list[tuple[ast.arg, ast.expr | None]] = list(
            zip(positional[len(positional) - len(arguments.defaults) :], arguments.defaults, strict=True)
        )
        pairs += zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
        for parameter, default in pairs:
            if known := values.of(default):
                reached.names[parameter.arg] = known

    def _follow(self, reached: Reached) -> None:
        values = Values(reached.names, self.aliases)
        for node in ast.walk(reached.node):
            if isinstance(node, ast.Call):
                name = dotted(node.func).removeprefix("self.").removeprefix("cls.")
                for target in self.functions.get(name.rsplit(".", 1)[-1], []):
                    self._pass(reached, node, target, values)
            elif isinstance(node, (ast.Name, ast.Attribute)):  # handed on: `sum(map(score, parts))`
                name = node.id if isinstance(node, ast.Name) else node.attr
                for target in self.functions.get(name, []):
                    if id(target) not in self.reached:
                        self._add(target, rows=set(), fields=set(), from_step=reached.from_step)

    def _pass(self, caller: Reached, call: ast.Call, target: Function, values: Values) -> None:
        own = parameters(target)
        offset = 1 if own and own[0].arg in ("self", "cls") and isinstance(call.func, ast.Attribute) else 0
        rows, fields, constants = set(), set(), {}
        for position, parameter in enumerate(own[offset:]):
            given = argument(call, position, parameter.arg)
            if isinstance(given, ast.Name) and given.id in caller.rows:
                rows.add(parameter.arg)
            elif isinstance(given, ast.expr) and reads_row(given, caller.rows, caller.fields):
                fields.add(parameter.arg)
            elif known := values.of(given):
                constants[parameter.arg] = known
        spread = [each.value for each in call.keywords if each.arg is None]
        if any(isinstance(each, ast.Name) and each.id in caller.rows for each in spread):
            rows |= _row_parameter(target)
            fields |= {each.arg for each in own[offset + len(call.args) :]}
        self._add(target, rows=rows, fields=fields, from_step=caller.from_step)
        reached = self.reached[id(target)]
        new = {name: known for name, known in constants.items() if set(known.all()) - set(_all(reached.names, name))}
        if new:
            for name, known in new.items():
                old = reached.names.get(name, Known())
                reached.names[name] = Known(
                    [*old.strings, *known.strings], [*old.items, *known.items], [*old.patterns, *known.patterns]
                )
            learn(target, reached.names, self.aliases)
            self._follow(reached)


def reads_row(node: ast.expr, rows: set[str], fields: set[str]) -> bool:
    """Tells whether an expression is made of a field of the row."""
    return any(isinstance(each, ast.Name) and (each.id in rows or each.id in fields) for each in ast.walk(node))


def _all(names: dict[str, Known], name: str) -> list[str]:
    return names[name].all() if name in names else []


def _row_parameter(node: Function) -> set[str]:
    return {node.args.kwarg.arg} if node.args.kwarg else set()


def _field_parameters(node: Function) -> set[str]:
    return {each.arg for each in parameters(node)} - _COMPLETIONS


def _own_assignments(function: Function) -> list[ast.stmt]:
    """Assignments to attributes of `self` in a method."""
    return [
        node
        for node in ast.walk(function)
        if isinstance(node, (ast.Assign, ast.AnnAssign)) and any(name.startswith("self.") for name in _targets(node))
    ]


def _targets(node: ast.AST) -> Iterable[str]:
    if isinstance(node, ast.Assign):
        return [dotted(target) for target in node.targets]
    return [dotted(node.target)] if isinstance(node, ast.AnnAssign) else []
