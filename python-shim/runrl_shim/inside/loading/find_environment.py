"""Finds the environment class in a loaded module, or says what is there instead."""

from __future__ import annotations

from runrl_shim.inside.calling.definitions import is_environment, line_of_definition, listed, nearest, own_definitions
from runrl_shim.inside.loading.find_function import NAMES
from runrl_shim.inside.results.describe import describe
from runrl_shim.inside.results.load_error import LoadError, error_at

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType

METHODS = {"setup": "def setup(self, **kwargs)", "step": "def step(self, action: str) -> dict"}


def find_environment(module: ModuleType, file: str, name: str | None) -> tuple[str, type]:
    """Returns the name of the environment class and the class itself.

    Args:
        module: The loaded module.
        file: Its path.
        name: The name that the user chose. Default: the one class with `setup` and `step` that the file defines
            (its bases may come from elsewhere), else the one that it imports. Names with a leading underscore and
            abstract classes do not count.

    Raises:
        LoadError: there is none, there are several, or it is not a class with both methods.
    """
    if name is not None:
        return name, _named(module, file, name)
    own = {key: value for key, value in own_definitions(module).items() if isinstance(value, type)}
    found = _usable(own)
    halves = [key for key, value in own.items() if _has(value)]
    if not found and not halves:
        found = _usable(_imported(module))
    if len(found) > 1:
        raise _several(file, found)
    for key, value in found.items():
        return key, value
    for key in halves:
        raise refusal(own[key], file, key) or _missing(module, file, name, own)
    raise _missing(module, file, name, own)


def refusal(value: type, file: str, name: str) -> LoadError | None:
    """Returns what keeps a class from being an environment, or None."""
    line = line_of_definition(file, value, name)
    abstract = sorted(getattr(value, "__abstractmethods__", ()))
    if is_environment(value):
        if not abstract:
            return None
        names = ", ".join(f"`{each}`" for each in abstract)
        message = f"class `{name}` is abstract: nothing implements {names}"
        help_text = f"implement {names} in a class that derives from `{name}`"
        return error_at("AbstractClass", message, file, line, marked=name, help_text=help_text)
    has = _has(value)
    wrong = [each for each in METHODS if each not in has]
    what = f"class `{name}` has " + (f"`{has[0]}` but " if has else "")
    attribute = getattr(value, wrong[0], None)
    if attribute is not None:
        what += f"a `{wrong[0]}` that is {describe(attribute)}, not a method"
    else:
        what += "neither `setup` nor `step`" if len(wrong) == 2 else f"no `{wrong[0]}`"
    help_text = f"an environment needs both; add `{'` and `'.join(METHODS[each] for each in wrong)}`"
    for wanted, other in (("setup", "reset"), ("step", "async_step")):
        if wanted in wrong and hasattr(value, other):
            help_text += f" (its `{other}` is not called: rename it)"
            break
    else:
        for each in wrong:
            near = _misspelt(value, each)
            if near is not None:
                help_text += f" (did you mean your `{near}`? Rename it to `{each}`)"
    return error_at("MissingMethod", message=what, file=file, line=line, marked=name, help_text=help_text)


def _misspelt(owner: type, wanted: str) -> str | None:
    """Returns the method whose name is almost the wanted one: `set_up`, `Setup`, `stpe`."""
    from difflib import get_close_matches

    names = {key.lower(): key for key, value in vars(owner).items() if callable(value) and key not in METHODS}
    return next((names[near] for near in get_close_matches(wanted, list(names), n=1, cutoff=0.75)), None)


def _named(module: ModuleType, file: str, name: str) -> type:
    if name not in module.__dict__:
        own = {key: value for key, value in own_definitions(module).items() if isinstance(value, type)}
        raise _missing(module, file, name, own or _imported(module))
    value = module.__dict__[name]
    if not isinstance(value, type):
        line = line_of_definition(file, value, name)
        message = f"`{name}` is {describe(value)}; expected a class"
        help_text = "name the class itself: --class NAME"
        raise error_at("NotAClass", message, file, line, marked=name, help_text=help_text)
    problem = refusal(value, file, name)
    if problem is not None:
        raise problem
    return value


def _has(value: type) -> list[str]:
    return [each for each in METHODS if callable(getattr(value, each, None))]


def _usable(classes: dict[str, type]) -> dict[str, type]:
    """Those that are environments, each under its first name."""
    found: dict[int, tuple[str, type]] = {}
    for key, value in classes.items():
        if is_environment(value) and not getattr(value, "__abstractmethods__", ()):
            found.setdefault(id(value), (key, value))
    return dict(found.values())


def _imported(module: ModuleType) -> dict[str, type]:
    """The environments that the module has from elsewhere."""
    return {
        key: value
        for key, value in module.__dict__.items()
        if isinstance(value, type) and not key.startswith("_") and is_environment(value)
    }


def _several(file: str, found: dict[str, type]) -> LoadError:
    last = max(found, key=lambda name: line_of_definition(file, found[name], name))
    return error_at(
        "TwoClasses" if len(found) == 2 else "SeveralClasses",
        f"{len(found)} classes of the file have `setup` and `step`: {listed(file, found)}",
        file,
        line_of_definition(file, found[last], last),
        marked=last,
        help_text=f"say which one is the environment: --class {' or --class '.join(list(found)[:4])}\n"
        "a base class does not count if it is abstract or its name begins with an underscore",
    )


def _missing(module: ModuleType, file: str, name: str | None, classes: dict[str, type]) -> LoadError:
    reward = next((each for each in NAMES if callable(module.__dict__.get(each))), None)
    if name is None and reward is not None:
        return error_at(
            "RewardFile",
            f"this is a reward file, not an environment file: it has the function `{reward}`, and no class with "
            "`setup` and `step`",
            file,
            line_of_definition(file, module.__dict__[reward], reward),
            marked=reward,
            help_text="load it as a reward: --reward FILE instead of --environment FILE (loadReward)",
        )
    wanted = f"no class `{name}`" if name else "no class with `setup` and `step`"
    if not classes:
        message = f"the file has {wanted}; it defines no class at all"
        write = f"add one: `class {name or 'MyEnvironment'}:` with `{METHODS['setup']}` and `{METHODS['step']}`"
        return error_at("MissingClass", message, file, 1, help_text=write)
    message = f"the file has {wanted}; its classes: {listed(file, classes)}"
    near = nearest(name, list(classes), "env") if name else None
    if near is None:
        choose = f"an environment has `{METHODS['setup']}` and `{METHODS['step']}`"
        return error_at("MissingClass", message, file, 1, help_text=choose)
    line = line_of_definition(file, classes[near], near)
    choose = f"did you mean `{near}`? Choose it with --class {near}"
    return error_at("MissingClass", message, file, line, marked=near, help_text=choose)
