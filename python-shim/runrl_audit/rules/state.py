"""What makes the same call score differently: RH137 to RH140."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from runrl_audit.rules.look import calls_of, in_function, live_nodes
from runrl_audit.rules.rule import Hit, rule, source_of
from runrl_audit.values.facts import FUNCTIONS, defaults_of, own_nodes
from runrl_audit.values.flow import Flow
from runrl_audit.values.names import CLOCK, is_random
from runrl_audit.values.value import everything

MUTATES = frozenset({
    "append", "add", "extend", "insert", "update", "pop", "popitem", "remove", "discard", "clear", "setdefault",
    "appendleft",
})  # fmt: skip
MAKERS = frozenset({"list", "dict", "set", "defaultdict", "deque", "Counter", "OrderedDict"})
MUTABLE = (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp)


@rule("RH137", "warning", "take a generator of your own, seeded by what the call got: `random.Random(completion)`")
def chance(flow: Flow) -> Iterator[Hit]:
    """Random numbers, the clock or `hash` in what is paid."""
    seeded = any(
        call.is_any("random.seed", "numpy.random.seed") and call.args
        for call in flow.calls
        if in_function(flow, call.node)
    )
    for call in flow.calls:
        if not in_function(flow, call.node) or not flow.reaches_reward(call.node):
            continue
        names = sorted(name for name in call.names if not name.startswith("."))
        name = next((each for each in names if is_random(each) or each in CLOCK or each == "builtins.hash"), None)
        drawn = name is not None and name.startswith(("random.", "numpy.random."))
        if name is None or (drawn and (seeded or flow.is_environment)):  # worlds may have chances of their own
            continue
        if name in CLOCK:
            what = "the clock"
        elif name == "builtins.hash":
            what = "`hash` of a text, which differs from process to process,"
        else:
            what = "chance"
        yield Hit(call.node, f"The reward depends on {what}: the same completion may get another one next time")


def _module_state(flow: Flow) -> set[str]:
    """Variables of the module that are no functions, classes or imports."""
    found = set()
    for name, value in flow.globals.items():
        if not value.refs or any(kind in ("obj", "instance") for kind, _ in value.refs):
            found.add(name)
    return found


def _is_module_name(flow: Flow, node: ast.AST, state: set[str]) -> bool:
    if not isinstance(node, ast.Name) or node.id not in state:
        return False
    function = flow.function_of(node)
    while isinstance(function, FUNCTIONS):
        arguments = function.args
        names = {each.arg for each in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)}
        names |= {each.arg for each in (arguments.vararg, arguments.kwarg) if each is not None}
        shared = {name for each in own_nodes(function) if isinstance(each, ast.Global) for name in each.names}
        bound = {
            each.id for each in own_nodes(function) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)
        }
        if node.id in names or (node.id in bound and node.id not in shared):
            return False
        function = flow.function_of(function)
    return True


def _writes(flow: Flow) -> Iterator[tuple[ast.AST, ast.AST, str]]:
    """Places that change variables of the module: the place, the variable, how."""
    state = _module_state(flow)
    for node in live_nodes(flow, ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Call, ast.Delete):
        if isinstance(node, ast.Call):
            func = node.func
            if isinstance(func, ast.Attribute) and func.attr in MUTATES and _is_module_name(flow, func.value, state):
                yield node, func.value, "call"
            continue
        if isinstance(node, (ast.Assign, ast.Delete)):
            targets = node.targets
        else:
            targets = [node.target] if isinstance(node, (ast.AugAssign, ast.AnnAssign)) else []
        for target in targets:
            if isinstance(target, ast.Subscript) and _is_module_name(flow, target.value, state):
                yield node, target.value, "store"
            elif _is_module_name(flow, target, state) or (
                isinstance(target, ast.Attribute)
                and isinstance(target.value, ast.Name)
                and target.value.id in flow.classes
            ):
                yield node, target, "bind"


@rule("RH138", "warning", "keep it in local variables, or in `self`: calls run in any order, and side by side", "F08")
def module_state(flow: Flow) -> Iterator[Hit]:
    """Variables of the module that calls change."""
    seen: set[str] = set()
    for node, name, how in _writes(flow):
        text = ast.unparse(name)
        if text in seen:
            continue
        seen.add(text)
        if how == "bind" and _lazy(flow, node):
            continue
        read = _is_read(flow, name, node)
        cached = how == "store" and _is_cache(flow, name)
        message = f"`{text}` belongs to the module and is changed by each call"
        if read and not cached:
            yield Hit(node, f"{message}: the reward depends on earlier calls")
        else:
            yield Hit(node, message, confidence="low")


def _lazy(flow: Flow, node: ast.AST) -> bool:
    """`if client is None: client = make()`: made once, whoever comes first."""
    if not isinstance(node, ast.Assign) or everything(flow.value_of(node.value)):
        return False
    return any(
        isinstance(each, ast.If) and ast.unparse(node.targets[0]) in ast.unparse(each.test)
        for each in flow.around(node)
    )


def _is_read(flow: Flow, name: ast.AST, write: ast.AST) -> bool:
    """Whether it is read in what is followed, beside where it is written."""
    text = ast.unparse(name)
    inside = {id(each) for each in ast.walk(write)} if not isinstance(write, ast.AugAssign) else set()
    for node in live_nodes(flow, ast.Name, ast.Attribute):
        if isinstance(node, (ast.Name, ast.Attribute)) and isinstance(node.ctx, ast.Load) and id(node) not in inside:
            if ast.unparse(node) == text and not isinstance(flow.parent(node), ast.Expr):
                parent = flow.parent(node)
                if isinstance(parent, ast.Attribute) and parent.attr in MUTATES:
                    continue
                return True
    return False


def _is_cache(flow: Flow, name: ast.AST) -> bool:
    text = ast.unparse(name)
    return any(
        isinstance(node, ast.Compare)
        and isinstance(node.ops[0], (ast.In, ast.NotIn))
        and ast.unparse(node.comparators[0]) == text
        for node in live_nodes(flow, ast.Compare)
    ) or any(ast.unparse(call.node.func) == f"{text}.get" for call in calls_of(flow, ".get"))


@rule("RH139", "high", "make it in `setup`: `self.items = []`; for parameters use None as default", "F08")
def shared_by_objects(flow: Flow) -> Iterator[Hit]:
    """A mutable class attribute or default that all episodes share."""
    owners = {entry.owner for entry in flow.entries if entry.owner}
    for owner in sorted(owners):
        for statement in flow.classes[owner].body:
            targets = statement.targets if isinstance(statement, ast.Assign) else []
            if isinstance(statement, ast.AnnAssign) and statement.value is not None:
                targets = [statement.target]
            value = statement.value if isinstance(statement, (ast.Assign, ast.AnnAssign)) else None
            for target in targets:
                if (
                    isinstance(target, ast.Name)
                    and _is_mutable(value)
                    and _changed_through_self(flow, owner, target.id)
                ):
                    yield Hit(statement, f"`{target.id}` belongs to the class: all episodes change the same one")
    for function in flow.reached.values():
        arguments = getattr(function, "args", None)
        if arguments is None or isinstance(function, ast.Lambda):
            continue
        for name, default in defaults_of(arguments).items():
            if _is_mutable(default) and _changes(function, name):
                yield Hit(default, f"The default of `{name}` is made once: every call changes the same one")


def _is_mutable(node: ast.AST | None) -> bool:
    if isinstance(node, MUTABLE):
        return True
    return isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] in MAKERS


def _changes(function: ast.AST, name: str) -> bool:
    for node in own_nodes(function):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in MUTATES:
            if ast.unparse(node.func.value) == name:
                return True
        if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store) and ast.unparse(node.value) == name:
            return True
    return False


def _changed_through_self(flow: Flow, owner: str, name: str) -> bool:
    changed = bound = False
    for node in flow.classes[owner].body:
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) or not node.args.args:
            continue
        attribute = f"{node.args.args[0].arg}.{name}"
        if node.name in ("__init__", "setup"):
            bound = bound or any(
                isinstance(each, ast.Attribute) and isinstance(each.ctx, ast.Store) and ast.unparse(each) == attribute
                for each in ast.walk(node)
            )
        changed = changed or _changes(node, attribute)
    return changed and not bound


@rule("RH140", "high", "make every field that decides part of the key")
def cached_without_answer(flow: Flow) -> Iterator[Hit]:
    """A cache that does not know of the row."""
    state = _module_state(flow)
    for node in live_nodes(flow, ast.Assign):
        target = node.targets[0]
        if not isinstance(target, ast.Subscript) or not _is_module_name(flow, target.value, state):
            continue
        key, value = flow.value_of(target.slice), flow.value_of(node.value)
        if "C" in flow.depends(key) and "G" not in flow.depends(key) and "G" in flow.depends(value):
            if _is_cache(flow, target.value) and flow.reaches_reward(node) | _is_read(flow, target.value, node):
                yield Hit(
                    target,
                    f"`{source_of(target)}` is cached by the completion alone: the score of one row is paid on another",
                )
    for function in flow.reached.values():
        if isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef)) and _is_cached(function):
            hidden = _hidden_gold(flow, function, state)
            if hidden is not None:
                yield Hit(
                    hidden,
                    f"`{function.name}` is cached by its arguments, and keeps `{source_of(hidden)}` of the first row",
                )


def _is_cached(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    return any(
        ast.unparse(each).partition("(")[0].rpartition(".")[2] in ("lru_cache", "cache")
        for each in function.decorator_list
    )


def _hidden_gold(flow: Flow, function: ast.AST, state: set[str]) -> ast.AST | None:
    for node in own_nodes(function):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and _is_module_name(flow, node, state):
            if "G" in everything(flow.value_of(node)):
                return node
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load) and ast.unparse(node).startswith("self."):
            if "G" in everything(flow.value_of(node)) and _shared_object(flow, function):
                return node
    return None


def _shared_object(flow: Flow, function: ast.AST) -> bool:
    """A method of an object that the module holds serves all rows."""
    owner = flow.owner_of.get(id(function), "")
    return any(("instance", owner) in value.refs for value in flow.globals.values())
