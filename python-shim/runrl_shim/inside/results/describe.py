"""Says in a few words what a value is, without running code of the user's and without ever being long."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

ARRAY_LIBRARIES = frozenset(
    ("numpy", "torch", "jax", "jaxlib", "tensorflow", "cupy", "mlx", "paddle", "tinygrad", "pandas")
)

_LONGEST_TEXT = 60
_MOST_ITEMS = 4
_DEEPEST = 2
_WIDEST_INT = 256


def describe(value: Any) -> str:
    """Returns a phrase such as `None`, `the str '0.5'`, `a list of 3: [1.0, 2.0, 3.0]` or `a Judge object`.

    Only values of exact built-in types are shown; of any other only the type's name (and the shape of an
    array), so no `__repr__` of the user's runs.
    """
    kind = type(value)
    if value is None:
        return "None"
    if kind in (float, int, bool, str, bytes, complex):
        return f"the {kind.__name__} {short_repr(value)}"
    if kind in (list, tuple, dict, set, frozenset):
        return f"a {kind.__name__} of {len(value)}: {short_repr(value)}"
    name = type_name(kind)
    if name in ("function", "method", "builtin_function_or_method"):
        return "a function"
    if issubclass(kind, type):
        return f"the class {type_name(value)}"
    article = "an" if name[:1] in "AEIOUaeiou" else "a"
    if name in ("coroutine", "generator", "async_generator"):
        return f"{article} {name.replace('_', ' ')}"
    shape = shape_of(value)
    return f"{article} {name} object" + (f" of shape {short_repr(shape)}" if shape else "")


def type_name(kind: type) -> str:
    """Returns the dotted name of a class (`decimal.Decimal`), without the module for built-in ones."""
    name = type.__dict__["__qualname__"].__get__(kind)
    module = type.__dict__["__module__"].__get__(kind)
    if type(module) is not str or module in ("builtins", "__main__"):
        return shorten(name)
    return shorten(f"{module}.{name}")


def is_array_type(kind: type) -> bool:
    """Returns whether the class, or one of its bases, comes from one of `ARRAY_LIBRARIES`."""
    for base in type.__dict__["__mro__"].__get__(kind):
        module = type.__dict__["__module__"].__get__(base)
        if type(module) is str and module.partition(".")[0] in ARRAY_LIBRARIES:
            return True
    return False


def shorten(text: str, longest: int = _LONGEST_TEXT) -> str:
    """Returns `text`, or its head and its tail with `…` between when it is longer than `longest` characters."""
    if len(text) <= longest:
        return text
    head = longest * 2 // 3
    return f"{text[:head]}…{text[len(text) - (longest - head - 1) :]}"


def short_repr(value: Any, depth: int = 0) -> str:
    """Returns a `repr` that is short, quick, and made without code of the user's."""
    kind = type(value)
    if kind is int:
        bits = value.bit_length()
        return repr(value) if bits <= _WIDEST_INT else f"<int of {bits} bits>"
    if kind in (float, bool, complex) or value is None:
        return repr(value)
    if kind is str:
        return repr(shorten(value))
    if kind is bytes:
        return repr(value[:_LONGEST_TEXT]) + ("…" if len(value) > _LONGEST_TEXT else "")
    if kind not in (list, tuple, dict, set, frozenset):
        return f"<{type_name(kind)}>"
    return _repr_of_items(value, depth)


def _repr_of_items(value: Any, depth: int) -> str:
    kind = type(value)
    opening, closing = "[]" if kind is list else "()" if kind is tuple else "{}"
    if depth >= _DEEPEST:
        return f"{opening}…{closing}" if value else f"{opening}{closing}"
    shown: list[str] = []
    for item in value.items() if kind is dict else value:
        if len(shown) == _MOST_ITEMS:
            shown.append("…")
            break
        if kind is dict:
            shown.append(f"{short_repr(item[0], depth + 1)}: {short_repr(item[1], depth + 1)}")
        else:
            shown.append(short_repr(item, depth + 1))
    comma = "," if kind is tuple and len(shown) == 1 else ""
    return f"{opening}{', '.join(shown)}{comma}{closing}"


def shape_of(value: Any) -> tuple[int, ...]:
    """Returns the shape of an array of a known library; `()` for its scalars and for everything else."""
    if not is_array_type(type(value)):
        return ()
    try:
        return tuple(int(size) for size in value.shape)
    except Exception:  # no such attribute, or one that is not a sequence of numbers
        return ()
