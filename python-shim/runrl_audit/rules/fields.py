"""What is read of the row, against the columns that the rows have: RH109 to RH112."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from runrl_audit.look import calls_of, handler_around, in_function, live_nodes
from runrl_audit.matches import Hit, listed, rule, source_of
from runrl_audit.names import PROMPT_NAMES
from runrl_audit.taint import Flow
from runrl_audit.values import NOTHING, Value, everything

TEXT_METHODS = frozenset(
    [
        "strip",
        "lstrip",
        "rstrip",
        "lower",
        "upper",
        "casefold",
        "split",
        "splitlines",
        "startswith",
        "endswith",
        "replace",
        "find",
        "partition",
        "rpartition",
        "title",
        "capitalize",
        "removeprefix",
        "removesuffix",
        "isdigit",
        "isalpha",
        "format",
        "encode",
        "rsplit",
        "swapcase",
    ]
)
ANSWERS = frozenset(
    [
        "answer",
        "answers",
        "expected",
        "expected_result",
        "expected_answer",
        "target",
        "solution",
        "label",
        "ground_truth",
        "gold",
        "reference",
        "correct",
        "correct_answer",
    ]
)


def _wrong_types(flow: Flow, value: Value, right: set[str]) -> tuple[str, str, int, int] | None:
    """The field, the types that fail, in how many of how many rows; None when none is known to."""
    if len(value.fields) != 1 or "checked" in value.tags:
        return None
    name = next(iter(value.fields))
    types = {kind: count for kind, count in flow.field_types.get(name, {}).items() if kind != "empty"}
    wrong = {kind: count for kind, count in types.items() if kind not in right}
    if "falsy" in value.tags or ("or" in value.tags and "null" in wrong):
        wrong.pop("null", None)
    if not wrong:
        return None
    return name, " or ".join(sorted(wrong)), sum(wrong.values()), sum(types.values())


def _says(found: tuple[str, str, int, int], what: str) -> str:
    name, kinds, count, total = found
    return f"Field `{name}` is {kinds} in {count} of {total} rows; {what} raises"


@rule("RH109", "high", "convert it first: `str(value)`, or test its type", "A21")
def wrong_type(flow: Flow) -> Iterator[Hit]:
    """A method or operation that the values of the column do not have."""
    for call in flow.calls:
        if not in_function(flow, call.node) or handler_around(flow, call.node, "AttributeError", "TypeError"):
            continue
        if isinstance(call.node.func, ast.Attribute) and call.node.func.attr in TEXT_METHODS:
            found = _wrong_types(flow, call.receiver, {"str"})
            if found is not None:
                yield Hit(call.node, _says(found, f"`.{call.node.func.attr}()`"))
        elif call.is_any("builtins.len", "builtins.enumerate", "builtins.sorted", "builtins.list", "builtins.set"):
            found = _wrong_types(flow, call.argument(0), {"str", "list", "dict"})
            if found is not None:
                yield Hit(call.node, _says(found, f"`{source_of(call.node)}`"))
        elif call.is_any("builtins.float", "builtins.int"):
            found = _wrong_types(flow, call.argument(0), {"str", "int", "float", "bool"})
            if found is not None:
                yield Hit(call.node, _says(found, f"`{source_of(call.node)}`"))
        elif call.is_any("json.loads"):
            found = _wrong_types(flow, call.argument(0), {"str"})
            if found is not None:
                yield Hit(call.node, _says(found, "`json.loads`"))
    yield from _operations(flow)


def _operations(flow: Flow) -> Iterator[Hit]:
    for node in live_nodes(flow, ast.Compare, ast.BinOp, ast.For):
        if handler_around(flow, node, "TypeError"):
            continue
        if isinstance(node, ast.Compare) and isinstance(node.ops[0], (ast.In, ast.NotIn)):
            left, right = flow.value_of(node.left), flow.value_of(node.comparators[0])
            if right.kind == "str" or "raw" in right.tags:
                found = _wrong_types(flow, left, {"str"})
                if found is not None:
                    yield Hit(node, _says(found, f"`{source_of(node)}`"))
            found = _wrong_types(flow, right, {"str", "list", "dict"})
            if found is not None:
                yield Hit(node, _says(found, f"`{source_of(node)}`"))
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            for one, other in ((node.left, node.right), (node.right, node.left)):
                if flow.value_of(other).kind == "str":
                    found = _wrong_types(flow, flow.value_of(one), {"str"})
                    if found is not None:
                        yield Hit(node, _says(found, f"`{source_of(node)}`"))
        elif isinstance(node, ast.For):
            found = _wrong_types(flow, flow.value_of(node.iter), {"str", "list", "dict"})
            if found is not None:
                yield Hit(node.iter, _says(found, "a loop over it"))


@rule("RH110", "warning", "read a field that the rows have, or add it to the rows")
def unknown_field(flow: Flow) -> Iterator[Hit]:
    """A key that no row has, and an answer that is never read."""
    if not flow.field_types:
        return
    known = sorted(flow.field_types)
    for read in sorted(flow.reads.values(), key=lambda each: (getattr(each.node, "lineno", 0), each.name)):
        if read.name in flow.field_types or read.name in PROMPT_NAMES:
            continue
        has = f"they have {listed(known)}" if len(known) <= 8 else f"they have {len(known)} others"
        if read.required:
            yield Hit(read.node, f"No row has a field `{read.name}`; {has}")
        else:
            yield Hit(
                read.node, f"No row has a field `{read.name}`, so the default always counts; {has}", severity="info"
            )
    read_names = {read.name for read in flow.reads.values()}
    unread = [name for name in known if name in ANSWERS and name not in read_names]
    if unread and not flow.kwargs_escape and not flow.depends(flow.reward) & {"G", "X"} and flow.entries:
        yield Hit(
            flow.entries[-1].node,
            f"The rows have {listed(unread)}, and nothing reads {'it' if len(unread) == 1 else 'them'}: "
            "what is paid does not depend on the answer",
            severity="info",
        )


@rule("RH111", "warning", "add `**kwargs`")
def no_kwargs(flow: Flow) -> Iterator[Hit]:
    """Columns that the function does not take."""
    for entry in flow.entries:
        if entry.name.endswith(("step", "__init__")) or entry.node.args.kwarg is not None or not flow.field_types:
            continue
        arguments = entry.node.args
        names = {each.arg for each in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)}
        extra = sorted(set(flow.field_types) - names - PROMPT_NAMES)
        if extra:
            yield Hit(
                entry.node,
                f"`{entry.node.name}` has no `**kwargs` and takes no {listed(extra[:6])}: where all fields of a row "
                "are passed, each call raises TypeError",
            )


@rule(
    "RH112",
    "warning",
    'bring it into one shape first: `text = completion if isinstance(completion, str) else completion[-1]["content"]`',
)
def two_shapes(flow: Flow) -> Iterator[Hit]:
    """A completion is used as a text and as a list of messages, or only as messages."""
    if flow.is_environment:
        return
    as_text: list[ast.AST] = []
    as_messages: list[ast.AST] = []
    for call in flow.calls:
        raw = "raw" in call.receiver.tags
        if isinstance(call.node.func, ast.Attribute) and raw and call.node.func.attr in TEXT_METHODS:
            as_text.append(call.node)
        if call.is_any("builtins.isinstance", "builtins.hasattr") and "raw" in call.argument(0).tags | _checked(
            call.argument(0)
        ):
            return
    for use in flow.patterns:
        if "raw" in use.subject.tags:
            as_text.append(use.node)
    for node in live_nodes(flow, ast.Subscript):
        assert isinstance(node, ast.Subscript)
        base = flow.value_of(node.value)
        index = flow.value_of(node.slice)
        if base.has("C") and "messages" in base.tags and index.const in ("content", "role"):
            as_messages.append(node)
    for call in calls_of(flow, ".get"):
        if "messages" in call.receiver.tags and call.argument(0).const == "content":
            as_messages.append(call.node)
    if not as_messages:
        return
    if handler_around(flow, as_messages[0], "TypeError", "KeyError"):
        return
    if as_text:
        yield Hit(
            as_text[0], "The completion is used as a text here, and as a list of messages elsewhere: one of them raises"
        )
    else:
        yield Hit(
            as_messages[0],
            'Only a list of messages works here: where completions are texts, `["content"]` raises TypeError',
            severity="info",
        )


def _checked(value: Value) -> frozenset[str]:
    return frozenset({"raw"}) if "checked" in value.tags and "C" in everything(value) else NOTHING
