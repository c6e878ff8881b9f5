"""Loads an environment file: decides once how its class is made, set up and stepped."""

from __future__ import annotations

import os
from contextlib import contextmanager
from types import FunctionType

from runrl_shim.inside.calling import calls
from runrl_shim.inside.calling.candidate import Candidate
from runrl_shim.inside.calling.definitions import line_of_definition
from runrl_shim.inside.calling.signature import (
    KEYWORD_ONLY,
    POSITIONAL,
    VAR_KEYWORD,
    VAR_POSITIONAL,
    Parameter,
    parameters_of,
)
from runrl_shim.inside.loading.find_environment import METHODS, find_environment
from runrl_shim.inside.loading.load import load_module
from runrl_shim.inside.results.load_error import LoadError
from runrl_shim.inside.source import sources

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

__all__ = ["LoadError", "LoadedEnvironment", "load_environment"]


class LoadedEnvironment:
    """An environment class, ready to be made for each episode.

    Attributes:
        name: The class's name in its file.
        shape: How it is used, in words for people.
        places: Where its methods are written, in words for people, by their names.
        is_async: Whether `setup` or `step` is declared async: what they gave is to be awaited if it has `__await__`.
        parameters: Names of the parameters of its `setup`, in order, without `self`.
        required: Fields that a row must have, each with the names that it may have.
        reserved: Names that no field of a row may have, because `setup` has such a parameter and gets all fields.
        warnings: What the person should know about how it is used.
    """

    __slots__ = (
        "_make",
        "_target",
        "is_async",
        "name",
        "parameters",
        "places",
        "required",
        "reserved",
        "shape",
        "warnings",
    )

    def __init__(self, name: str, make: type, setup: Candidate, step: Candidate, instance_name: str | None) -> None:
        self.name = name
        self.reserved = () if instance_name is None or not setup.takes_all else (instance_name,)
        self._make = make
        self._target = setup.target((), self.reserved)
        # A decorator may fill a parameter itself.
        self.required = [(name,) for name in self._target.required] if len(setup.layers) == 1 else []
        self._target.function = _set_up
        self.is_async = setup.is_async or step.is_async
        self.parameters = tuple(one.name for one in setup.parameters)
        methods = {"setup": setup, "step": step}
        self.places = {name: f"{os.path.basename(one.file)}, line {one.line}" for name, one in methods.items()}
        self.warnings: list[str] = []
        fields = self._target.fields
        names = ", ".join(f"`{field}`" for field in fields or ())
        given = "every field of the row by name" if fields is None else f"{names} by name" if names else "no field"
        action = step.first.name if step.first is not None else "action"
        self.shape = f"{'async, ' if self.is_async else ''}set up with {given}, stepped with the action as `{action}`"

    def start(self, row: dict[str, Any]) -> tuple[Any, Any]:
        """Makes an instance and sets it up with the row's fields, or those that `setup` names if it has no `**kwargs`.

        Returns:
            The instance, and what `setup` returned, to be handed to `normalise_setup` (awaited before, if it is to be).

        Raises:
            TypeError: the row does not fit `setup`.
            BaseException: whatever constructor and `setup` raise.
        """
        instance = self._make()
        names = self._target.fields
        fields = row if names is None else {name: row[name] for name in names if name in row}
        return instance, calls.called(self._target, row, fields, instance)

    @contextmanager
    def replaced(self, make: type) -> Iterator[dict[str, Any]]:
        """Has instances of another class made for a while, with the least of a row that `setup` takes."""
        own, self._make = self._make, make
        try:
            yield {names[0]: None for names in self.required}
        finally:
            self._make = own

    def step(self, instance: Any, action: str) -> Any:
        """Takes one step. Returns what `step` returned, to be handed to `normalise_step` (awaited, if it is to be)."""
        return instance.step(action)


def load_environment(file: str, class_name: str | None = None) -> LoadedEnvironment:
    """Executes an environment file and decides how its class is used.

    Args:
        file: The Python file.
        class_name: Name of the class. Default: the one that has both `setup` and `step`.

    Raises:
        LoadError: for everything that is wrong with the file.
    """
    module = load_module(file)
    path = os.path.abspath(file)
    name, found = find_environment(module, path, class_name)
    _check_constructor(found, name, path)
    setup, instance_name = _method(found, name, path, "setup")
    step, _ = _method(found, name, path, "step")
    setup.refuse_generator("the observation")
    step.refuse_generator("the result")
    _check_step(step)
    return LoadedEnvironment(name, found, setup, step, instance_name)


def _set_up(instance: Any, /, **fields: Any) -> Any:
    return instance.setup(**fields)


def _method(owner: type, class_name: str, file: str, name: str) -> tuple[Candidate, str | None]:
    """Returns a method with the parameters that its caller fills, and the name of the one before them (`self`).

    No name where no field of a row can collide with it.
    """
    candidate = _place(Candidate(getattr(owner, name), name, file), owner, class_name, file)
    raw = next((vars(base)[name] for base in owner.__mro__ if name in vars(base)), None)
    if isinstance(raw, (staticmethod, classmethod)) or not hasattr(type(raw), "__get__"):
        return candidate, None
    if not candidate.parameters or candidate.parameters[0].kind in (KEYWORD_ONLY, VAR_KEYWORD):
        raise candidate.error(
            "NoSelf", f"`{candidate.shown}` has no parameter for the instance", f"write it as `{METHODS[name]}`"
        )
    first = candidate.parameters[0]
    if first.kind != VAR_POSITIONAL:
        candidate.take(candidate.parameters[1:])
    return candidate, first.name if first.kind == POSITIONAL else None


def _place(candidate: Candidate, owner: type, class_name: str, file: str) -> Candidate:
    """Points a method at its line in the file that has it (a base's, perhaps), or else at the line of the class."""
    candidate.shown = f"{class_name}.{candidate.name}"
    written_in = [layer.__code__.co_filename for layer in candidate.layers[-1:]]
    if written_in and sources.is_known(written_in[0]):
        candidate.file = written_in[0]
        candidate.line = line_of_definition(candidate.file, candidate.function, candidate.name)
    else:  # made by a decorator, or written in C
        candidate.name = class_name
        candidate.line = line_of_definition(file, owner, class_name)
    return candidate


def _check_step(step: Candidate) -> None:
    if step.first is None:
        message = f"`{step.shown}` has no parameter for the action"
        raise step.error("NoAction", message, f"write it as `{METHODS['step']}`")
    more = [f"`{one.name}`" for one in step.named.values() if one.required and one is not step.first]
    if more:
        message = f"`{step.shown}` requires {', '.join(more)} too, and it is called with the action alone"
        raise step.error("StepParameters", message, f"give {', '.join(more)} a default, or take the value in `setup`")


def _check_constructor(owner: type, name: str, file: str) -> None:
    required = [f"`{one.name}`" for one in _constructor_parameters(owner) if one.required]
    if not required:
        return
    constructor = _place(Candidate(owner.__init__, "__init__", file), owner, name, file)  # type: ignore[misc]
    message = f"the constructor of `{name}` requires {', '.join(required)}; an environment is made without arguments"
    help_text = f"give {', '.join(required)} a default, or take the value from the prompt row, in `setup`"
    raise constructor.error("ConstructorParameters", message, help_text)


def _constructor_parameters(owner: type) -> list[Parameter]:
    init: Any = owner.__init__  # type: ignore[misc]
    new: Any = owner.__new__
    kind: Any = type(owner)
    if kind.__call__ is type.__call__ and new is object.__new__:
        if init is object.__init__:
            return []
        if type(init) is FunctionType:  # without `inspect`
            return (parameters_of(init) or [])[1:]
    return parameters_of(owner) or []
