"""Everything public has a docstring: it is all that the API reference (`npm run api`) is made of."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Iterator
from types import FunctionType
from typing import Any

import pytest

PACKAGES = ["runrl_sandbox", "runrl_sandbox.aio", "runrl_sandbox.fleet", "runrl_sandbox.exports", "runrl"]
MEMBERS = (property, staticmethod, classmethod, FunctionType)


def public(module: Any) -> Iterator[tuple[str, Any]]:
    """The names of a module and, of its classes, those of the methods and properties that they define."""
    for name in getattr(module, "__all__", None) or [name for name in vars(module) if not name.startswith("_")]:
        value = getattr(module, name)
        if not (inspect.isclass(value) or inspect.isfunction(value)):
            continue
        if not value.__module__.startswith(module.__name__.split(".")[0]):
            continue
        yield name, value
        for inner, member in vars(value).items() if inspect.isclass(value) else ():
            if not inner.startswith("_") and isinstance(member, MEMBERS):
                yield f"{name}.{inner}", getattr(member, "__func__", member)


@pytest.mark.parametrize("name", PACKAGES)
def test_what_is_public_is_explained(name: str) -> None:
    module = importlib.import_module(name)
    names = dict(public(module))
    assert module.__doc__
    assert names
    assert [each for each, value in names.items() if not inspect.getdoc(value)] == []
