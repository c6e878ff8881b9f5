"""`Flow`: where the completion, the row, and what a judge or executed code say get to in a reward file.

flow = Flow(ast.parse(source))
flow.taint_of(node)  # {'C', 'G'}
flow.calls  # every call that can be reached from an entry point
"""

from __future__ import annotations

import ast

from runrl_audit.values import models
from runrl_audit.values.calling import Calling
from runrl_audit.values.facts import Call, Entry, Frame, Paid, Regex, defaults_of
from runrl_audit.values.names import COMPLETION_NAMES, PROMPT_NAMES
from runrl_audit.values.value import UNKNOWN, Value, elements, joined

REWARD_NAMES = ("reward_fn", "reward_func")
PASSES = 3


class Flow(Calling):
    """A source, followed from where the host calls it: `reward_fn`, or `setup` and `step` of an environment.

    Attributes:
        entries: The functions that the host calls.
        functions: Functions of the file by name; methods as `Class.method`.
        reward: What a call may be paid, over all ways.
        paid: Each `return` of an entry point.
    """

    def __init__(
        self,
        tree: ast.Module,
        name: str | None = None,
        field_types: dict[str, dict[str, int]] | None = None,
    ) -> None:
        super().__init__(tree, field_types)
        self.stack = []
        self.known = {}
        self.followed = 0
        module = Frame(tree)
        self.run_block(tree.body, module)
        self.globals.update(module.env)
        self.imported = True
        self._find_entries(name)
        for each in self.entries:
            self._enter(each)
        self.reward = joined(*(each.reward for each in self.paid)) if self.paid else UNKNOWN

    def modelled(self, call: Call, func: Value, frame: Frame, passed: list[Value]) -> Value:
        """Returns what the model of the called thing says that it gives."""
        return models.result_of(self, call, func, frame, passed)

    @property
    def calls(self) -> list[Call]:
        """Calls that can be reached, in the order of the source."""
        return sorted(self.call_facts.values(), key=lambda each: (each.node.lineno, each.node.col_offset))

    @property
    def patterns(self) -> list[Regex]:
        """Regular expressions that are applied to a text, in the order of the source."""
        return sorted(self.regexes.values(), key=lambda each: (each.node.lineno, each.node.col_offset))

    @property
    def is_environment(self) -> bool:
        """Whether the file is an environment."""
        return any(each.owner for each in self.entries)

    def reaches_reward(self, node: ast.AST) -> bool:
        """Whether a marked node (a comparison, a call, a handler) has a say in what is paid."""
        return bool(self.bits.get(id(node), 0) & self.reward.via)

    def _find_entries(self, name: str | None) -> None:
        for wanted in (name,) if name else REWARD_NAMES:
            if wanted is None:
                continue
            for each in self.globals.get(wanted, UNKNOWN).names("function"):
                node = self.nodes.get(each)
                if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                    self.entries.append(Entry(each, node))
                    return
        for owner in self.classes:
            if name is not None and owner != name:
                continue
            step, setup = self._method(owner, "step"), self._method(owner, "setup")
            if step is not None and setup is not None and not owner.startswith("_"):
                for method in ("__init__", "setup", "step"):
                    found = self._method(owner, method)
                    if found is not None:
                        self.entries.append(Entry(found[0], found[1], owner))
                return

    def _method(self, owner: str, method: str) -> tuple[str, ast.FunctionDef | ast.AsyncFunctionDef] | None:
        member = self._member(owner, method, "instance")
        for name in member.names("method") if member is not None else ():
            node = self.nodes.get(name)
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                return name, node
        return None

    def _enter(self, entry: Entry) -> None:
        last = entry is self.entries[-1]
        for turn in range(PASSES if last else 1):
            version = self.version
            inner = self._follow_entry(entry)
            if turn and self.version == version:
                break
        if not last and entry.owner:
            return
        for node, value in inner.returns:
            self.paid.append(Paid(node, entry.node, self._reward_of(value, bool(entry.owner)), value))

    def _follow_entry(self, entry: Entry) -> Frame:
        function = entry.node
        self._reach(function)
        inner = Frame(function, owner=entry.owner, closure=self.closures.get(entry.name))
        inner.env.update(self._parameters(entry, inner))
        self.stack.append(function)
        self.run_block(function.body, inner)
        self.stack.pop()
        self._end(function, inner)
        return inner

    def _parameters(self, entry: Entry, inner: Frame) -> dict[str, Value]:
        arguments = entry.node.args
        positional = [*arguments.posonlyargs, *arguments.args]
        bound: dict[str, Value] = {}
        if entry.owner and positional:
            bound[positional.pop(0).arg] = Value(
                kind=f"class {entry.owner}", refs=frozenset({("instance", entry.owner)})
            )
        every = [*positional, *arguments.kwonlyargs]
        of_setup = bool(entry.owner) and not entry.name.endswith(".step")
        completion = None
        if not of_setup:
            completion = next((each.arg for each in every if each.arg in COMPLETION_NAMES), None)
            if completion is None and positional:
                completion = positional[0].arg
        defaults = defaults_of(arguments)
        for parameter in every:
            name = parameter.arg
            if name == completion:
                batched = name in ("completions", "responses")
                kind = "str" if entry.owner else ""
                raw = Value(taint=frozenset({"C"}), kind=kind)
                bound[name] = Value(taint=raw.taint, kind="list", element=raw) if batched else raw
            elif name in PROMPT_NAMES:
                bound[name] = Value(taint=frozenset({"P"}))
            else:
                default = self.evaluate(defaults[name], inner) if name in defaults else None
                bound[name] = self.read_field(name, parameter, default)
        if arguments.kwarg is not None:
            bound[arguments.kwarg.arg] = Value(taint=frozenset({"G"}), kind="dict", tags=frozenset({"kwargs"}))
        if arguments.vararg is not None:
            bound[arguments.vararg.arg] = Value(kind="tuple")
        for parameter in every:
            self.note(parameter, bound[parameter.arg])
        return bound

    def _reward_of(self, value: Value, environment: bool) -> Value:
        """The reward in what an entry point returns."""
        place = int(environment)
        if environment and value.keys is not None:
            return dict(value.keys).get("reward", UNKNOWN)
        if value.kind == "tuple" and value.items is not None and len(value.items) > place:
            return value.items[place]
        if environment:
            return value.but(kind="") if value.kind in ("dict", "tuple") else value
        inner = elements(value) if value.kind == "list" else None
        return value if inner is None else inner
