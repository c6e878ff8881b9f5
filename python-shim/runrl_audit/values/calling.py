"""Calls: of the file's own functions and classes, which are followed, and of all others, which have models."""

from __future__ import annotations

import ast

from runrl_audit.values.defining import Defining
from runrl_audit.values.facts import Call, Frame, defaults_of, own_nodes
from runrl_audit.values.value import NONE, UNKNOWN, Value, everything, join, joined, mixed

MOST_DEPTH = 5
MOST_CALLS = 4_000


class Calling(Defining):
    """Follows calls."""

    stack: list[ast.AST]
    known: dict[tuple[object, ...], Value]
    followed: int

    def modelled(self, call: Call, func: Value, frame: Frame, passed: list[Value]) -> Value:
        """Returns what a call of something outside of the file may give; whoever follows a file says it."""
        raise NotImplementedError

    def call(self, node: ast.Call, frame: Frame) -> Value:
        """Returns what a call may give."""
        func = self.evaluate(node.func, frame)
        receiver = self.now(node.func.value) if isinstance(node.func, ast.Attribute) else UNKNOWN
        args: list[Value] = []
        spread = False
        for each in node.args:
            value = self.evaluate(each, frame)
            spread = spread or isinstance(each, ast.Starred)
            args.append(value)
        named: dict[str, Value] = {}
        passed: list[Value] = []
        for keyword in node.keywords:
            value = self.evaluate(keyword.value, frame)
            if keyword.arg is not None:
                named[keyword.arg] = value
            elif value.keys is not None:
                named.update(dict(value.keys))
            else:
                passed.append(value)
        names = {name for kind, name in func.refs if kind in ("lib", "obj", "method", "function", "class")}
        if isinstance(node.func, ast.Attribute):
            names.add(f".{node.func.attr}")
        fact = Call(node, frozenset(names), receiver, tuple(args), named)
        before = self.call_facts.get(id(node))
        # What is remembered is true of all ways here; what follows is true of this one.
        self.call_facts[id(node)] = fact if before is None else _merged(before, fact)
        results: list[Value] = []
        own = False
        for kind, name in sorted(func.refs):
            if kind in ("function", "method"):
                function = self.nodes.get(name)
                if function is not None:
                    own = True
                    owners = [each for other, each in func.refs if other == "self"] if kind == "method" else []
                    self_value = self._self_of(function, name, owners)
                    given = [self_value, *args] if self_value is not None else args
                    results.append(self.follow(function, name, given, named, passed, spread, node, frame))
            elif kind == "class" and name in self.classes:
                own = True
                results.append(self._instance(name, args, named, passed, node, frame))
        if not own or not results:
            results.append(self.modelled(fact, func, frame, passed))
        return joined(*results).under(func.via)

    def _self_of(self, function: ast.AST, name: str, owners: list[str]) -> Value | None:
        decorators = {each.id for each in getattr(function, "decorator_list", []) if isinstance(each, ast.Name)}
        owner = owners[0] if owners else name.partition(".")[0]
        if "." not in name or "staticmethod" in decorators or isinstance(function, ast.Lambda):
            return None
        kind = "class" if "classmethod" in decorators else "instance"
        return Value(refs=frozenset({(kind, owner)}))

    def _instance(
        self, name: str, args: list[Value], named: dict[str, Value], passed: list[Value], node: ast.Call, frame: Frame
    ) -> Value:
        made = Value(kind=f"class {name}", refs=frozenset({("instance", name)}), via=frame.pc)
        function = self.nodes.get(f"{name}.__init__")
        if function is not None:
            self.follow(function, f"{name}.__init__", [made, *args], named, passed, False, node, frame)
            return made
        fields = [
            each.target.id
            for each in self.classes[name].body
            if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name)
        ]
        for field, value in [*zip(fields, args), *named.items()]:  # noqa: B905  # a dataclass takes as many as there are
            self.store(name, field, value)
        bases = {each.id for each in self.classes[name].bases if isinstance(each, ast.Name)}
        if bases & {"Exception", "ValueError", "RuntimeError", "TypeError", "str", "dict", "list", "int"}:
            return made.but(taint=mixed(*args, *named.values()).taint)
        return made

    def follow(
        self,
        function: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda,
        name: str,
        args: list[Value],
        named: dict[str, Value],
        passed: list[Value],
        spread: bool = False,
        node: ast.Call | None = None,
        caller: Frame | None = None,
    ) -> Value:
        """Follows a function of the file, with what it is given, and returns what it may return."""
        self._reach(function)
        inner = Frame(function, owner=name.partition(".")[0] if "." in name else "", closure=self.closures.get(name))
        if caller is not None:
            inner.sure, inner.pc = caller.sure, caller.pc
        bound = self._bind(function, args, named, passed, spread, inner)
        inner.env.update(bound)
        key = (id(function), self.version, inner.pc, inner.sure, *sorted(bound.items(), key=lambda item: item[0]))
        if key in self.known:
            return self.known[key]
        if function in self.stack or len(self.stack) >= MOST_DEPTH + 1 or self.followed >= MOST_CALLS:
            return mixed(*args, *named.values())
        self.followed += 1
        self.stack.append(function)
        if isinstance(function, ast.Lambda):
            result = self.evaluate(function.body, inner)
            inner.returns.append((function.body, result))
        else:
            self.run_block(function.body, inner)
            self._end(function, inner)
        self.stack.pop()
        result = joined(*(value for _, value in inner.returns)) if inner.returns else NONE
        if any(isinstance(each, (ast.Yield, ast.YieldFrom)) for each in own_nodes(function)):
            result = Value(taint=everything(result), kind="generator", via=result.via, element=result)
        result = result.under(inner.pc) if len(inner.returns) > 1 else result
        if node is not None and caller is not None:
            self._write_back(function, bound, inner, node, caller, len(args) - len(node.args))
        self.known[key] = result
        return result

    def _reach(self, function: ast.AST) -> None:
        self.reached[id(function)] = function
        entry = self.stack[0] if self.stack else function
        self.reached_from.setdefault(id(function), set()).add(getattr(entry, "name", ""))

    def _end(self, function: ast.FunctionDef | ast.AsyncFunctionDef, inner: Frame) -> None:
        if inner.alive and inner.returns:
            inner.returns.append((function, NONE.under(inner.pc)))

    def _write_back(
        self, function: ast.AST, bound: dict[str, Value], inner: Frame, node: ast.Call, caller: Frame, shift: int
    ) -> None:
        """What a function puts into a container that it is given is seen by its caller."""
        arguments = getattr(function, "args", None)
        names = [each.arg for each in (*arguments.posonlyargs, *arguments.args)] if arguments is not None else []
        for index, each in enumerate(node.args):
            place = index + shift
            if not isinstance(each, ast.Name) or place >= len(names) or names[place] not in bound:
                continue
            after = inner.env.get(names[place])
            if after is not None and not everything(after) <= everything(bound[names[place]]):
                before = self.lookup(each.id, caller)
                if before is not None and before.kind in ("dict", "list", "set", "") and each.id in caller.env:
                    caller.env[each.id] = before.but(taint=before.taint | everything(after), items=None, keys=None)

    def _bind(
        self,
        function: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda,
        args: list[Value],
        named: dict[str, Value],
        passed: list[Value],
        spread: bool,
        inner: Frame,
    ) -> dict[str, Value]:
        arguments = function.args
        positional = [*arguments.posonlyargs, *arguments.args]
        every = [*positional, *arguments.kwonlyargs]
        bound: dict[str, Value] = {}
        if not spread:
            for parameter, value in zip(positional, args):  # noqa: B905  # a call may give fewer
                bound[parameter.arg] = value
        rest = args[len(positional) :]
        if arguments.vararg is not None:
            bound[arguments.vararg.arg] = mixed(*rest).but(kind="tuple", items=tuple(rest))
        names = {parameter.arg for parameter in every}
        bound.update({name: value for name, value in named.items() if name in names})
        extra = {name: value for name, value in named.items() if name not in names}
        defaults = defaults_of(arguments)
        row = next((each for each in passed if "kwargs" in each.tags), None)
        for parameter in every:
            if parameter.arg in bound:
                continue
            default = defaults.get(parameter.arg)
            if row is not None:
                given = self.evaluate(default, inner) if default is not None else None
                bound[parameter.arg] = self.read_field(parameter.arg, parameter, given)
            elif default is not None:
                bound[parameter.arg] = self.evaluate(default, inner)
            else:
                bound[parameter.arg] = mixed(*passed, *(args if spread else ()))
        if arguments.kwarg is not None:
            keys = None if passed else tuple(extra.items())
            rest_named = mixed(*extra.values(), *passed).but(kind="dict", keys=keys)
            bound[arguments.kwarg.arg] = passed[0] if passed and not extra else rest_named
        for parameter in every:
            self.note(parameter, bound[parameter.arg])
        return bound


def _merged(before: Call, after: Call) -> Call:
    same = len(before.args) == len(after.args)
    args = tuple(join(a, b) for a, b in zip(before.args, after.args)) if same else after.args  # noqa: B905
    named = {name: join(before.named.get(name, value), value) for name, value in after.named.items()}
    return Call(after.node, before.names | after.names, join(before.receiver, after.receiver), args, named)
