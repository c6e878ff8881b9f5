"""What a fork of the zygote will look up for the first time is looked up before, so that it changes no memory by it."""

from __future__ import annotations

import sys
from types import CodeType, FunctionType, ModuleType

_EMPTY = ModuleType("empty")


def warm_names(package: str) -> None:
    """Has Python note where the names are that code of a package asks its modules for: it keeps that for each type.

    No attribute of any module is fetched, so that no code runs.
    """
    for name, module in list(sys.modules.items()):
        if name.startswith(package):
            for value in list(vars(module).values()):
                for function in (value, *(vars(value).values() if type(value) is type else ())):
                    if type(function) is FunctionType:
                        _warm(function.__code__)


def _warm(code: CodeType) -> None:
    for name in code.co_names:
        getattr(_EMPTY, name, None)
