"""What an entry point returns: RH115 to RH118."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from runrl_audit.look import own_nodes
from runrl_audit.matches import Hit, listed, rule
from runrl_audit.taint import Flow
from runrl_audit.values import Value

STEP_KEYS = ("observation", "reward", "done")
NO_NUMBERS = {"str": "a text", "dict": "a dict", "set": "a set", "bytes": "bytes", "complex": "a complex number"}
NO_INFO = {"list": "a list", "tuple": "a tuple", "dict": "a dict", "set": "a set", "none": "None", "bytes": "bytes"}


def _last(flow: Flow) -> ast.FunctionDef | ast.AsyncFunctionDef | None:
    return flow.entries[-1].node if flow.entries else None


def _is_generator(node: ast.AST) -> bool:
    return any(isinstance(each, (ast.Yield, ast.YieldFrom)) for each in own_nodes(node))


@rule("RH115", "high", "return a number on every path")
def returns_none(flow: Flow) -> Iterator[Hit]:
    """Some path returns None."""
    entry = _last(flow)
    if entry is None or _is_generator(entry):
        return
    returns = [each for each in own_nodes(entry) if isinstance(each, ast.Return)]
    for node in sorted(returns, key=lambda each: each.lineno):
        value = flow.value_of(node.value)
        if node.value is None or value.kind == "none":
            yield Hit(node, f"`{entry.name}` returns None here")
    if id(entry) not in flow.falls:
        return
    if not returns:
        if not _only_raises(entry):
            yield Hit(_name_of(entry), f"`{entry.name}` returns nothing")
        return
    branch = _open_branch(entry.body)
    yield Hit(branch or _name_of(entry), f"`{entry.name}` can end without `return`, and returns None then")


def _only_raises(entry: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    return bool(entry.body) and isinstance(entry.body[-1], ast.Raise)


def _name_of(entry: ast.FunctionDef | ast.AsyncFunctionDef) -> ast.AST:
    """The head of a function, as a place: not all of its lines."""
    word = len("async def ") if isinstance(entry, ast.AsyncFunctionDef) else len("def ")
    node = ast.Name(id=entry.name, ctx=ast.Load())
    node.lineno = node.end_lineno = entry.lineno
    node.col_offset = entry.col_offset + word
    node.end_col_offset = node.col_offset + len(entry.name.encode())
    return node


def _open_branch(body: list[ast.stmt]) -> ast.AST | None:
    """The last statement, where it is an `if` that not all branches of return: its test is where to look."""
    last = body[-1] if body else None
    if isinstance(last, ast.If):
        return last.test
    if isinstance(last, ast.Match):
        return last.subject
    if isinstance(last, (ast.For, ast.AsyncFor)):
        return last.iter
    return None


@rule("RH116", "high", "return `float(…)` of a finite number", "B03")
def returns_no_number(flow: Flow) -> Iterator[Hit]:
    """A reward that is no finite float."""
    seen: set[tuple[int, int]] = set()
    for paid in flow.paid:
        if not isinstance(paid.node, ast.Return) or paid.node.value is None:
            continue
        where = _reward_node(paid.node.value, flow.is_environment)
        key = (where.lineno, where.col_offset)
        reward = paid.reward
        if key in seen or flow.value_of(paid.node.value).kind == "generator":
            continue
        found: Hit | None = None
        name = "step's `reward`" if flow.is_environment else "The reward"
        if reward.kind in NO_NUMBERS:
            found = Hit(where, f"{name} is {NO_NUMBERS[reward.kind]} here, and has to be a number")
        elif paid.result.kind == "list" and not _batched(flow):
            found = Hit(where, "A list is returned for one completion, and has to be a number")
        elif "not finite" in reward.tags or _not_finite(where):
            found = Hit(where, f"{name} is not finite here: NaN or infinity stops a training run")
        elif reward.kind in ("Decimal", "Fraction"):
            found = Hit(where, f"{name} is a {reward.kind} here, and has to be a float", severity="warning")
        if found is not None:
            seen.add(key)
            yield found


def _batched(flow: Flow) -> bool:
    entry = flow.entries[-1].node
    names = {each.arg for each in (*entry.args.posonlyargs, *entry.args.args)}
    return bool(names & {"completions", "responses", "prompts"}) or entry.name != "reward_fn"


def _reward_node(node: ast.expr, environment: bool) -> ast.expr:
    if isinstance(node, ast.Tuple) and node.elts:
        return node.elts[1] if environment and len(node.elts) > 1 else node.elts[0]
    if isinstance(node, ast.Dict) and environment:
        for key, value in zip(node.keys, node.values, strict=True):
            if isinstance(key, ast.Constant) and key.value == "reward":
                return value
    return node


def _not_finite(node: ast.expr) -> bool:
    text = ast.unparse(node).replace('"', "'").lower()
    names = {"math.nan", "math.inf", "-math.inf", "np.nan", "np.inf", "-np.inf", "numpy.nan", "numpy.inf"}
    return text in names or text in {
        f"float('{sign}{word}')" for sign in ("", "-") for word in ("nan", "inf", "infinity")
    }


@rule("RH117", "warning", "use texts as keys, and floats or texts as values: `float(len(x))`, `str(x)`")
def info_of_other_types(flow: Flow) -> Iterator[Hit]:
    """An info dict that cannot be plotted."""
    for paid in flow.paid:
        if not isinstance(paid.node, ast.Return):
            continue
        info = _info_node(paid.node.value, flow.is_environment)
        if not isinstance(info, ast.Dict):
            continue
        for key, item in zip(info.keys, info.values, strict=True):
            known = flow.value_of(key)
            if key is not None and known.kind in ("int", "float", "bool", "none", "tuple"):
                yield Hit(key, f"`{ast.unparse(key)}` is no text: keys of the info dict have to be")
            value = flow.value_of(item)
            if value.kind in NO_INFO:
                label = ast.unparse(key) if key is not None else "**"
                yield Hit(item, f"{label} is {NO_INFO[value.kind]} here: neither a number to plot nor a text to show")


def _info_node(node: ast.expr | None, environment: bool) -> ast.expr | None:
    if isinstance(node, ast.Tuple):
        if environment:
            return node.elts[-1] if len(node.elts) in (4, 5) else None
        return node.elts[1] if len(node.elts) == 2 else None
    if isinstance(node, ast.Dict) and environment:
        for key, value in zip(node.keys, node.values, strict=True):
            if isinstance(key, ast.Constant) and key.value == "reward_info_dict":
                return value
    return None


@rule("RH118", "high", 'return `{"observation": …, "reward": …, "done": …}`')
def step_result(flow: Flow) -> Iterator[Hit]:
    """`step` returns something else than an observation, a reward and whether it is done."""
    if not flow.is_environment:
        return
    for paid in flow.paid:
        if not isinstance(paid.node, ast.Return) or paid.node.value is None:
            continue
        result: Value = paid.result
        if result.kind == "dict" and result.keys is not None:
            missing = [name for name in STEP_KEYS if name not in dict(result.keys)]
            if missing:
                yield Hit(paid.node.value, f"What `step` returns lacks {listed(missing)}")
        elif result.kind == "tuple" and result.items is not None and len(result.items) not in (4, 5):
            yield Hit(
                paid.node.value,
                f"`step` returns {len(result.items)} values: a dict, or 4 (observation, reward, done, info)",
            )
        elif result.kind in ("float", "int", "bool", "str", "number"):
            yield Hit(
                paid.node.value,
                f"`step` returns a {result.kind} only: an observation and whether it is done are missing",
            )
