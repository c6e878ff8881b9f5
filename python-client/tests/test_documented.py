"""Everything public has a docstring: it is all that the API reference (`npm run api`) is made of."""

from __future__ import annotations

import importlib
import inspect
import re
from collections.abc import Iterator
from dataclasses import is_dataclass
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


#: Nothing is left to say of these.
PLAIN = {"self", "cls", "answer", "addresses", "folder", "path", "service", "since", "stop"}
#: Packages whose `__all__` says what is public.
NAMED = ["runrl_sandbox", "runrl_sandbox.fleet", "runrl_sandbox.exports", "runrl"]


def undescribed(name: str, value: Any) -> list[str]:
    """Parameters of a function that its docstring does not name, unless it is said to be as another one."""
    text = inspect.getdoc(value) or ""
    if not isinstance(value, FunctionType) or re.search(r"(^|\s)[Aa]s `|^`\w+` for coroutines", text):
        return []
    asked = [each for each in inspect.signature(value).parameters if each not in PLAIN]
    return [f"{name}({each})" for each in asked if not re.search(rf":param {each}:|`{each}[`=]|\b{each}: ", text)]


@pytest.mark.parametrize("name", NAMED)
def test_parameters_of_what_is_public_are_explained(name: str) -> None:
    names = dict(public(importlib.import_module(name)))
    assert [each for key, value in names.items() for each in undescribed(key, value)] == []


def unexplained(cls: type) -> list[str]:
    """Fields of a dataclass without a `#:` comment above them, or a line in the docstring of the class."""
    lines, text = inspect.getsource(cls).splitlines(), inspect.getdoc(cls) or ""
    fields = [(at, match[1]) for at, line in enumerate(lines) if (match := re.match(r"    (\w+): ", line))]
    missing = [name for at, name in fields if not lines[at - 1].startswith("    #:") and f"{name}: " not in text]
    return [f"{cls.__name__}.{name}" for name in missing]


@pytest.mark.parametrize("name", NAMED)
def test_fields_of_what_is_public_are_explained(name: str) -> None:
    classes = [value for _, value in public(importlib.import_module(name)) if is_dataclass(value)]
    assert [each for cls in classes if isinstance(cls, type) for each in unexplained(cls)] == []
