"""Models of calls that change something: containers, files, processes, and code that is executed."""

from __future__ import annotations

import ast
import re

from runrl_audit.values import arithmetic
from runrl_audit.values.facts import Call, Frame
from runrl_audit.values.names import CODE_RUNS, PROCESS_CALLS
from runrl_audit.values.value import NONE, NOTHING, Value, elements, everything, joined, key_of, mixed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runrl_audit.values.calling import Calling

ADDS = frozenset(
    ["append", "add", "extend", "insert", "update", "appendleft", "extendleft", "setdefault", "write", "writelines"]
)
PYTHON = re.compile(r"(^|/)(python[0-9.]*|pytest|bash|sh|node|deno|ruby|gcc|g\+\+|cargo|go|java|unittest)$")


def of_library(flow: Calling, call: Call, name: str, frame: Frame) -> Value | None:
    """Returns what a call with an effect gives; None when it has none."""
    if name in ("builtins.exec", "builtins.eval"):
        return _execute(flow, call, name, frame)
    if name == "builtins.compile":
        source = call.argument(0, "source")
        return source.but(kind="code", fields=NOTHING)
    if name in CODE_RUNS:
        tags = {"process", "plain"} | ({"completion"} if "C" in everything(call.argument(0, "code")) else set())
        via = flow.mark(call.node, frozenset({"X"}))
        return Value(taint=frozenset({"X"}), via=via, tags=frozenset(tags))
    if name in PROCESS_CALLS:
        return _process(flow, call, name)
    if name.rpartition(".")[2] in ("write_text", "write_bytes", "write", "writelines"):
        flow.writes_completion |= "C" in everything(call.argument(0))
    return None


def _execute(flow: Calling, call: Call, name: str, frame: Frame) -> Value:
    source = call.argument(0)
    letters = everything(source)
    if "C" not in letters:
        if len(call.node.args) > 1 and letters:
            flow.fill(call.node.args[1], Value(taint=letters), frame)
        return Value(taint=letters, via=source.via) if name.endswith("eval") else NONE
    bit = flow.mark(call.node, frozenset({"X"}))
    gained = Value(taint=frozenset({"X"}), via=bit)
    for each in call.node.args[1:]:
        if isinstance(each, (ast.Name, ast.Attribute)):
            flow.fill(each, gained, frame)
    return gained if name.endswith("eval") else NONE


def _process(flow: Calling, call: Call, name: str) -> Value:
    letters = mixed(*call.arguments()).taint
    command = call.argument(0, "args")
    texts = [*command.texts(), *(text for each in command.items or () for text in each.texts())]
    runs = any(PYTHON.search(word) for text in texts for word in text.split())
    runs = runs or any("sys.executable" in each.names("lib") for each in command.items or ())
    completion = "C" in letters or (runs and flow.writes_completion)
    tags = {"process"} | ({"completion"} if completion else set()) | ({"python"} if runs else set())
    taint = frozenset({"X"}) if completion else letters
    result = Value(taint=taint, via=flow.mark(call.node, taint))
    code = result.but(kind="int", tags=frozenset({*tags, "returncode"}))
    if name in ("subprocess.check_output", "subprocess.getoutput"):
        return result.but(kind="str", tags=frozenset({"output"}))
    if name in ("os.system", "subprocess.call", "subprocess.check_call"):
        return code
    if name == "subprocess.getstatusoutput":
        return result.but(kind="tuple", items=(code, result.but(kind="str")))
    return result.but(tags=frozenset(tags))


def of_container(flow: Calling, call: Call, name: str, frame: Frame, whole: Value) -> Value | None:
    """Returns what a method gives that is no method of texts."""
    receiver = call.receiver
    holder = call.node.func.value if isinstance(call.node.func, ast.Attribute) else None
    if name in ("write", "write_text", "write_bytes", "writelines", "dump") and "C" in everything(mixed(*call.args)):
        flow.writes_completion = True
    if name in ADDS and holder is not None and call.args and receiver.kind in ("", "list", "set", "dict"):
        value = mixed(*call.args) if name in ("extend", "update") else call.args[-1]
        inner = elements(call.args[-1]) if name in ("extend", "update") else None
        flow.fill(holder, inner if inner is not None else value, frame)
        return NONE
    if name in ("items", "keys", "values"):
        return _views(receiver, name, whole)
    if name in ("group", "groups", "groupdict", "__getitem__") and (receiver.kind == "match" or not receiver.kind):
        piece = Value(taint=receiver.taint, kind="str", via=whole.via)
        if name == "group" and len(call.args) < 2:
            return piece
        return Value(taint=receiver.taint, kind="tuple", via=whole.via, element=piece)
    if name in ("start", "end", "span") and receiver.kind == "match":
        return Value(taint=receiver.taint, kind="int" if name != "span" else "tuple", via=whole.via)
    if name in ("communicate", "wait", "poll") and "process" in receiver.tags:
        given = mixed(*call.arguments())
        flow.feeds_completion |= "python" in receiver.tags and "C" in everything(given)
        text = Value(taint=receiver.taint, kind="str", via=whole.via, tags=frozenset({"output"}))
        if name == "communicate":
            return Value(taint=receiver.taint, kind="tuple", via=whole.via, items=(text, text))
        return receiver.but(kind="int", tags=receiver.tags | {"returncode"})
    if name in ("copy", "union", "intersection", "difference", "symmetric_difference") and receiver.kind:
        return joined(receiver.but(fields=NOTHING), *call.args[:1]) if call.args else receiver.but(items=None)
    return None


def _views(receiver: Value, name: str, whole: Value) -> Value:
    value = elements(receiver) or (joined(*(each for _, each in receiver.keys)) if receiver.keys else None)
    value = value or Value(taint=receiver.taint, tags=receiver.tags & {"json", "plain"})
    key = key_of(receiver)
    if name == "items":
        value = Value(taint=everything(value) | key.taint, kind="tuple", via=whole.via, items=(key, value))
    elif name == "keys":
        value = key
    return Value(taint=receiver.taint, kind="list", via=whole.via, element=value)


def replaced(call: Call, whole: Value) -> Value:
    """Returns `text.replace(old, new)`: a template is filled, or a text is cleaned."""
    receiver, new = call.receiver, call.args[1]
    tags = receiver.tags & arithmetic.TEXT_TAGS
    if "C" in everything(new):
        tags |= {"template", "C+G"} if "G" in everything(receiver) else {"template"}
    return whole.but(kind="str", tags=tags)


def formatted(call: Call, whole: Value) -> Value:
    """Returns `template.format(…)`."""
    tags = {"template"} if "C" in everything(mixed(*call.arguments())) else set[str]()
    if {"C", "G"} <= everything(whole):
        tags.add("C+G")
    tags |= {tag for each in (call.receiver, *call.arguments()) for tag in each.tags & arithmetic.TEXT_TAGS}
    return whole.but(kind="str", tags=frozenset(tags))
