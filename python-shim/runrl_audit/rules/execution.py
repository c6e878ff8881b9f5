"""Completion text that becomes code: RH101 to RH104, RH143."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from runrl_audit.facts import Call
from runrl_audit.look import calls_of, in_function, own_nodes
from runrl_audit.matches import Hit, rule, source_of
from runrl_audit.names import EVALUATING_PARSERS, PROCESS_CALLS
from runrl_audit.taint import Flow
from runrl_audit.values import Value, all_tags, everything

NESTED = "run it with `run_code` or `run_function` of the module `runrl`, and compare what comes back here"
LITERALS = "use `ast.literal_eval`, a parser of numbers, or walk the tree of `ast.parse`"
DATABASES = ("sqlite3.", "psycopg", "pymysql.", "MySQLdb.", "duckdb.", "sqlalchemy.", "mysql.")


@rule("RH101", "high", NESTED, "B04", "C05", "C06", "C19", "C21")
def executed(flow: Flow) -> Iterator[Hit]:
    """`exec`, `eval` of completion text."""
    for call in calls_of(flow, "builtins.exec", "builtins.eval"):
        source = call.argument(0)
        if "C" not in everything(source) or _in_fork(flow, call.node):
            continue
        name = "exec" if call.is_any("builtins.exec") else "eval"
        yield Hit(
            call.node,
            f"`{name}` runs text of the completion inside the grader: it can read the answer and change the score",
        )


@rule("RH102", "high", LITERALS, "B04", "B05")
def evaluating_parser(flow: Flow) -> Iterator[Hit]:
    """Parsers that evaluate Python."""
    for call in flow.calls:
        name = next((each for each in EVALUATING_PARSERS if each in call.names), None)
        if name is None or not in_function(flow, call.node) or "C" not in everything(call.argument(0)):
            continue
        if name == "yaml.load" and _is_safe_loader(call):
            continue
        shown = EVALUATING_PARSERS[name]
        what = "imports what the completion names" if "import" in shown else "evaluates Python that is in what it reads"
        yield Hit(call.node, f"`{shown}` {what}, and it reads text of the completion")


def _is_safe_loader(call: Call) -> bool:
    loader = call.node.args[1] if len(call.node.args) > 1 else None
    loader = next((each.value for each in call.node.keywords if each.arg == "Loader"), loader)
    return loader is not None and "Safe" in ast.unparse(loader)


@rule("RH103", "high", "pass the completion by file, standard input or JSON, not inside source text", "C26")
def pasted_into_code(flow: Flow) -> Iterator[Hit]:
    """Completion text inside a text that is run as code."""
    for call in calls_of(flow, "builtins.exec", "builtins.eval", "builtins.compile"):
        inner = flow.call_facts.get(id(call.node.args[0])) if call.node.args else None
        if inner is not None and inner.is_any("builtins.compile"):
            continue  # said of `compile` itself
        if _pasted(call.argument(0)) and not _in_fork(flow, call.node):
            yield Hit(
                call.node, "The completion is pasted into source text that is run: a quote in it ends the literal"
            )
    for call in calls_of(flow, *PROCESS_CALLS):
        command = call.argument(0, "args")
        items = command.items or ()
        for index, each in enumerate(items):
            if index and items[index - 1].const in ("-c", "-e") and _pasted(each):
                yield Hit(
                    call.node,
                    "The completion is pasted into the program that `-c` runs: a quote in it ends the literal",
                )


def _in_fork(flow: Flow, node: ast.AST) -> bool:
    """Whether a node is run by a child of `os.fork` alone: `if os.fork() == 0:`."""
    for each in flow.around(node):
        if isinstance(each, ast.If) and any(
            "os.fork" in fact.names
            for part in ast.walk(each.test)
            for fact in [flow.call_facts.get(id(part)), *_assigned_calls(flow, part)]
            if fact is not None
        ):
            return True
    return False


def _assigned_calls(flow: Flow, node: ast.AST) -> list[Call]:
    """The calls whose results a variable holds."""
    if not isinstance(node, ast.Name):
        return []
    return [
        flow.call_facts[id(each.value)]
        for each in own_nodes(flow.function_of(node))
        if isinstance(each, ast.Assign) and id(each.value) in flow.call_facts
        if any(isinstance(target, ast.Name) and target.id == node.id for target in each.targets)
    ]


def _pasted(value: Value) -> bool:
    return "C" in everything(value) and "template" in all_tags(value) and "quoted" not in all_tags(value)


@rule("RH104", "warning", NESTED, "C20")
def restricted_builtins(flow: Flow) -> Iterator[Hit]:
    """A dict without builtins is no boundary."""
    for call in calls_of(flow, "builtins.exec", "builtins.eval"):
        if "C" not in everything(call.argument(0)):
            continue
        scopes = [call.argument(1, "globals"), call.argument(2, "locals")]
        if any(scope.keys is not None and "__builtins__" in dict(scope.keys) for scope in scopes) or any(
            _written_scope(flow, each) for each in call.node.args[1:]
        ):
            yield Hit(
                call.node,
                "A replaced `__builtins__` is no boundary: `().__class__.__base__.__subclasses__()` reaches everything",
            )


def _written_scope(flow: Flow, node: ast.AST) -> bool:
    """The scope is a variable: look for the dict, or the store, that gives it `__builtins__`."""
    if not isinstance(node, ast.Name):
        return False
    for each in ast.walk(flow.tree):
        if isinstance(each, ast.Assign) and any(isinstance(t, ast.Name) and t.id == node.id for t in each.targets):
            if isinstance(each.value, ast.Dict) and any(
                isinstance(key, ast.Constant) and key.value == "__builtins__" for key in each.value.keys
            ):
                return True
        if isinstance(each, ast.Subscript) and isinstance(each.ctx, ast.Store):
            if ast.unparse(each.value) == node.id and ast.unparse(each.slice) == "'__builtins__'":
                return True
    return False


@rule(
    "RH143",
    "high",
    "pass arguments as a list without a shell, values as query parameters, and names that you made",
    "C23",
    "F10",
)
def injected(flow: Flow) -> Iterator[Hit]:
    """Completion text in a shell command, a query or a path."""
    for call in flow.calls:
        if not in_function(flow, call.node):
            continue
        first = call.argument(0, "args")
        if call.is_any("os.system", "os.popen", "subprocess.getoutput", "subprocess.getstatusoutput") or (
            call.is_any(*PROCESS_CALLS) and call.named.get("shell", Value()).const is True
        ):
            if "C" in everything(first):
                yield Hit(call.node, "Text of the completion is part of a shell command: `;` and `$( )` in it are run")
        elif call.is_any(".execute", ".executescript", ".executemany") and _database(call) and _assembled(first):
            if "C" in everything(first):
                yield Hit(call.node, "Text of the completion is pasted into a query: a quote in it ends the value")
        elif call.is_any("builtins.open", "pathlib.Path", "os.remove", "os.makedirs", "shutil.rmtree", "os.listdir"):
            name = call.argument(0, "file")
            if "C" in everything(name) and "content" not in name.tags:
                yield Hit(
                    call.node, f"The completion names a file: `{source_of(call.node)}` takes `../` and absolute paths"
                )


def _database(call: Call) -> bool:
    names = {name for name in call.names if not name.startswith(".")}
    func = call.node.func
    holder = ast.unparse(func.value).lower() if isinstance(func, ast.Attribute) else ""
    return any(name.startswith(DATABASES) for name in names) or any(
        word in holder for word in ("cursor", "conn", "database", "db", "engine", "session")
    )


def _assembled(query: Value) -> bool:
    return bool(all_tags(query) & {"mixed", "template"})
