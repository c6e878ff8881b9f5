"""What calls of builtins, methods and libraries give."""

from __future__ import annotations

import ast
from math import inf

from runrl_audit.values import arithmetic, effects
from runrl_audit.values.builtin_models import of_builtin
from runrl_audit.values.facts import Call, Frame
from runrl_audit.values.names import CLOCK, is_llm_call, is_network_call, is_random
from runrl_audit.values.regex_models import KEPT, REGEX_METHODS, applied, of_regex
from runrl_audit.values.value import (
    NOTHING,
    UNKNOWN,
    Const,
    Value,
    all_tags,
    constant,
    elements,
    everything,
    join,
    mixed,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runrl_audit.values.calling import Calling

SAME_TEXT = frozenset({
    "lower", "upper", "strip", "lstrip", "rstrip", "casefold", "title", "capitalize", "swapcase", "removeprefix",
    "removesuffix", "expandtabs", "zfill", "ljust", "rjust", "center", "encode", "decode",
})  # fmt: skip
PARTS = frozenset(["split", "rsplit", "splitlines", "partition", "rpartition"])
TESTS = frozenset({
    "startswith", "endswith", "isdigit", "isalpha", "isalnum", "isnumeric", "isdecimal", "isspace", "isupper",
    "islower", "isidentifier", "istitle", "isascii", "is_integer", "issubset", "issuperset", "isdisjoint", "exists",
    "is_file", "is_dir",
})  # fmt: skip
BOUNDED = {"sin": (-1.0, 1.0), "cos": (-1.0, 1.0), "tanh": (-1.0, 1.0), "exp": (0.0, inf)}


def result_of(flow: Calling, call: Call, func: Value, frame: Frame, passed: list[Value]) -> Value:
    """Returns what a call of something that is not of the file gives."""
    names = sorted(name for kind, name in func.refs if kind in ("lib", "obj"))
    for name in names:
        effect = effects.of_library(flow, call, name, frame)
        if effect is not None:
            return effect
    method = call.node.func.attr if isinstance(call.node.func, ast.Attribute) else ""
    for name in names:
        value = _library(flow, call, name, frame)
        if value is not None:
            return value
    if method and not names:
        value = _method(flow, call, method, frame)
        if value is not None:
            return value
    called = _called_back(flow, call) if names or method not in ("", "sort") else []
    whole = mixed(
        *called, call.receiver if not names else UNKNOWN, func.but(refs=frozenset()), *call.arguments(), *passed
    )
    tags = all_tags(call.receiver) & frozenset({"plain", "process", "completion"}) if not names else NOTHING
    if "X" in everything(func):
        return Value(
            taint=frozenset({"X"}), via=whole.via | flow.mark(call.node, frozenset({"X"})), tags=tags & {"plain"}
        )
    refs = frozenset({("obj", f"{name}()") for name in names})
    bit = flow.mark(call.node, whole.taint) if whole.taint else 0
    return whole.but(refs=refs, tags=tags, via=whole.via | bit)


def _called_back(flow: Calling, call: Call) -> list[Value]:
    """Functions of the file that are handed over are called: `Process(target=f, args=(a,))`, `pool.submit(f, a)`."""
    results = []
    for index, given in enumerate((*call.args, *call.named.values())):
        for reference in given.names("function"):
            function = flow.nodes.get(reference)
            if function is None:
                continue
            packed = call.named.get("args")
            if packed is not None and packed.items is not None:
                args = list(packed.items)
            elif call.is_any(".submit", ".apply_async", ".run_in_executor", ".to_thread", "asyncio.to_thread"):
                args = list(call.args[index + 1 :])
            else:
                others = [each for each in call.args if each is not given]
                args = [flow.element_of(each) for each in others]
            parameters = len(function.args.args)
            results.append(flow.follow(function, reference, (args + [UNKNOWN] * parameters)[:parameters], {}, []))
    return results


def _library(flow: Calling, call: Call, name: str, frame: Frame) -> Value | None:
    args = call.args
    if name.startswith("builtins."):
        return of_builtin(flow, call, name.partition(".")[2], frame)
    if name.startswith(("re.", "regex.")):
        return of_regex(flow, call, name.partition(".")[2])
    if is_llm_call(name) or is_network_call(name):
        return Value(taint=frozenset({"J"}), via=flow.mark(call.node, frozenset({"J"})))
    if is_random(name) or name in CLOCK:
        return Value(kind="float", via=flow.mark(call.node))
    if name in ("random.Random", "numpy.random.default_rng", "numpy.random.RandomState") and args:
        return Value(refs=frozenset({("obj", f"{name}(seeded)")}), via=mixed(*args).via)
    if name.startswith(("json.load", "ast.literal_eval", "orjson.loads", "ujson.loads", "yaml.safe_load")):
        source = mixed(*call.arguments())
        tags = frozenset({"json"}) | (all_tags(call.argument(0)) & {"plain", "output"})
        return source.but(tags=tags, via=source.via | flow.mark(call.node, source.taint))
    if name in ("json.dumps", "html.escape", "shlex.quote", "urllib.parse.quote", "markupsafe.escape", "repr"):
        return mixed(*call.arguments()).but(kind="str")
    if name in ("copy.deepcopy", "copy.copy", "unicodedata.normalize", "textwrap.dedent", "html.unescape") and args:
        return args[-1].but(fields=NOTHING)
    root, _, last = name.rpartition(".")
    if root in ("math", "numpy", "cmath"):
        return _maths(flow, call, last)
    if root == "os.path" or name in ("pathlib.Path", "os.fspath", "tempfile.mkdtemp", "tempfile.mkstemp"):
        return mixed(*call.arguments()).but(kind="str", refs=frozenset({("obj", f"{name}()")}))
    if name in ("decimal.Decimal", "fractions.Fraction"):
        return mixed(*args).but(kind=last, via=mixed(*args).via | flow.mark(call.node, mixed(*args).taint))
    return None


def _maths(flow: Calling, call: Call, last: str) -> Value:
    whole = mixed(*call.arguments())
    tags = NOTHING.union(*(each.tags for each in call.arguments())) & arithmetic.LENGTH
    low, high = BOUNDED.get(last, (-inf, inf))
    via = whole.via | (flow.mark(call.node, whole.taint) if whole.taint else 0)
    if last in ("isclose", "isnan", "isinf", "isfinite", "allclose", "array_equal"):
        return arithmetic.truth(whole.but(via=via), arithmetic.place(call.node))
    if last == "clip":
        low, high, tags = call.argument(1).low, call.argument(2).high, NOTHING
    if last in ("sqrt", "log", "log1p", "log2", "log10", "exp", "floor", "ceil", "fabs", "sin", "cos", "tanh", "clip"):
        return Value(taint=whole.taint, kind="float", low=low, high=high, via=via, tags=tags)
    return whole.but(via=via)


def _method(flow: Calling, call: Call, name: str, frame: Frame) -> Value | None:
    receiver = call.receiver
    whole = mixed(receiver, *call.arguments())
    if receiver.kind == "regex" and name in REGEX_METHODS:
        place = 1 if name in ("sub", "subn") else 0
        extra = call.args[:1] if place else ()
        return applied(flow, call, name, receiver, call.argument(place, "string"), NOTHING, extra)
    tags = receiver.tags & KEPT
    if name in SAME_TEXT:
        return Value(taint=whole.taint, kind="str", via=whole.via, tags=tags, consts=_same_text(receiver, name))
    if name == "replace" and len(call.args) >= 2:
        return effects.replaced(call, whole)
    if name in PARTS:
        kind = "str" if receiver.kind in ("", "str") else ""
        piece = Value(taint=receiver.taint, kind=kind, via=whole.via, tags=tags & {"output"})
        if isinstance(receiver.const, str) and name in ("split", "splitlines"):
            sign = call.argument(0, "sep").const if call.args or call.named else None
            words = receiver.const.split(sign if isinstance(sign, str) and sign else None)
            return Value(kind="list", items=tuple(map(constant, words)), via=whole.via)
        count = 3 if "partition" in name else 0
        tag = frozenset({"of:C"}) if "C" in receiver.taint else NOTHING
        return Value(
            taint=receiver.taint, kind="list", via=whole.via, element=piece, items=(piece,) * count or None, tags=tag
        )
    if name in TESTS:
        bit = flow.mark(call.node, whole.taint) if whole.taint else 0
        return arithmetic.truth(whole, arithmetic.place(call.node), bit)
    if name in ("find", "rfind", "index", "rindex", "count") and receiver.kind != "list":
        bit = flow.mark(call.node, whole.taint) if whole.taint else 0
        counted = frozenset({"length"}) if name == "count" and "C" in receiver.taint else NOTHING
        low = 0.0 if name == "count" else -1.0
        return Value(taint=whole.taint, kind="int", low=low, via=whole.via | bit, tags=counted)
    if name == "join":
        parts = call.args[0].items if call.args and call.args[0].items is not None else call.args
        texts = [part.const for part in parts]
        if isinstance(receiver.const, str) and parts is not call.args and all(isinstance(each, str) for each in texts):
            return constant(receiver.const.join(map(str, texts))).under(whole.via)
        return arithmetic.text_of([*parts, receiver.but(consts=None)])
    if name in ("format", "format_map"):
        return effects.formatted(call, whole)
    if name in ("get", "pop", "setdefault"):
        return _get(flow, call)
    return effects.of_container(flow, call, name, frame, whole)


def _same_text(receiver: Value, name: str) -> frozenset[tuple[str, Const]] | None:
    if receiver.consts is None or name not in ("lower", "upper", "strip", "casefold"):
        return None
    return frozenset((kind, getattr(each, name)() if isinstance(each, str) else each) for kind, each in receiver.consts)


def _get(flow: Calling, call: Call) -> Value:
    receiver = call.receiver
    key = call.args[0].const if call.args else None
    default = call.args[1] if len(call.args) > 1 else None
    if "kwargs" in receiver.tags and isinstance(key, str):
        return flow.read_field(key, call.node, default).under(receiver.via)
    held = dict(receiver.keys or ()).get(key) if isinstance(key, str) else None
    if held is not None:
        return held.under(receiver.via)
    tags = receiver.tags & frozenset({"plain", "json", "process"})
    found = elements(receiver) or Value(taint=receiver.taint, tags=tags)
    found = found.but(taint=found.taint | receiver.taint)
    result = found if default is None else join(found, default)
    return result.under(receiver.via | mixed(*call.args).via)
