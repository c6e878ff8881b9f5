"""Finds the reward function in a loaded module, or says what is there instead."""

from __future__ import annotations

from runrl_shim.inside.calling.definitions import is_environment, line_of_definition, listed, nearest, own_definitions
from runrl_shim.inside.results.describe import describe
from runrl_shim.inside.results.load_error import LoadError, error_at

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType
    from typing import Any

NAMES = ("reward_fn", "reward_func")


def find_function(module: ModuleType, file: str, name: str | None) -> tuple[str, Callable[..., Any]]:
    """Returns the name of the reward function and the function itself.

    Args:
        module: The loaded module.
        file: Its path.
        name: The name that the user chose. Default: whichever of `NAMES` the module has.

    Raises:
        LoadError: there is none, there are two, or it is not a function.
    """
    names = (name,) if name is not None else NAMES
    found = [candidate for candidate in names if candidate in module.__dict__]
    if not found:
        raise _missing(module, file, name)
    first = module.__dict__[found[0]]
    if len(found) == 2 and module.__dict__[found[1]] is not first:
        lines = [line_of_definition(file, module.__dict__[each], each) for each in found]
        raise error_at(
            "TwoFunctions",
            f"the file has both `{found[0]}` (line {lines[0]}) and `{found[1]}` (line {lines[1]})",
            file,
            max(lines),
            marked=found[lines.index(max(lines))],
            help_text=f"say which one is the reward: --function {found[0]} or --function {found[1]}",
        )
    if isinstance(first, type) or not callable(first):
        raise _not_a_function(file, found[0], first)
    return found[0], first


def _not_a_function(file: str, name: str, value: object) -> LoadError:
    line = line_of_definition(file, value, name)
    if isinstance(value, type) and is_environment(value):
        return _environment(file, value)
    what = "a class" if isinstance(value, type) else describe(value)
    return error_at(
        "NotAFunction",
        f"`{name}` is {what}; expected a function",
        file,
        line,
        marked=name,
        help_text="write it as `def reward_fn(completion: str, **kwargs) -> float`",
    )


def _missing(module: ModuleType, file: str, name: str | None) -> LoadError:
    own = own_definitions(module)
    functions = {key: value for key, value in own.items() if not isinstance(value, type)}
    environments = [value for value in own.values() if isinstance(value, type) and is_environment(value)]
    if name is None and environments:
        return _environment(file, environments[0])
    wanted = f"no function `{name}`" if name else "neither `reward_fn` nor `reward_func`"
    if not functions:
        message = f"the file has {wanted}; it defines no function at all"
        return error_at("MissingFunction", message, file, 1, help_text=_write_one(name))
    message = f"the file has {wanted}; its functions: {listed(file, functions)}"
    near = nearest(name or NAMES[0], list(functions), "reward")
    if near is None:
        return error_at("MissingFunction", message, file, 1, help_text="choose one of them with --function NAME")
    line = line_of_definition(file, functions[near], near)
    choose = f"did you mean `{near}`? Choose it with --function {near}"
    return error_at("MissingFunction", message, file, line, marked=near, help_text=choose)


def _write_one(name: str | None) -> str:
    return f"add one: `def {name or NAMES[0]}(completion: str, **kwargs) -> float`"


def _environment(file: str, value: type) -> LoadError:
    return error_at(
        "EnvironmentFile",
        f"this is an environment file, not a reward file: class `{value.__name__}` has `setup` and `step`",
        file,
        line_of_definition(file, value, value.__name__),
        marked=value.__name__,
        help_text="say that it is one: --environment FILE (loadEnvironment)\n"
        "a reward file has a function `def reward_fn(completion: str, **kwargs) -> float`",
    )
