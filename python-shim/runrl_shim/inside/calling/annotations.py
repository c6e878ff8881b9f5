"""Reads from an annotation whether a completion is a string or a list of messages."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Literal, TypeAlias

    Format: TypeAlias = Literal["str", "messages"]

_SEQUENCES = ("list", "List", "Sequence", "MutableSequence", "Iterable", "Collection")


def format_of_annotation(annotation: Any, scope: dict[str, Any], *, of_elements: bool = False) -> Format | None:
    """Returns what the annotation names, or None where it names neither or both.

    Args:
        annotation: The annotation: a type, its text (where the file postpones annotations), or None.
        scope: The globals of the function, in which its text means something.
        of_elements: Whether it is that of a list of completions, so that `list[str]` means strings.
    """
    if of_elements:
        if isinstance(annotation, str):
            try:
                annotation = eval(annotation, scope)
            except Exception:  # names imported for type checkers only
                return None
        elements: tuple[Any, ...] = getattr(annotation, "__args__", ())
        return format_of_annotation(elements[0], scope) if len(elements) == 1 else None
    if isinstance(annotation, str):
        return _format_of_text(annotation, scope)
    if annotation is str:
        return "str"
    for wrapped in ("__value__", "__supertype__"):  # `type Messages = …` and NewType
        if hasattr(annotation, wrapped):
            return format_of_annotation(getattr(annotation, wrapped), scope)
    origin = getattr(annotation, "__origin__", None)
    if hasattr(annotation, "__metadata__"):  # Annotated[str, …]
        return format_of_annotation(origin, scope)
    if type(annotation).__name__ in ("Union", "UnionType") or getattr(origin, "_name", None) == "Union":
        formats = {format_of_annotation(argument, scope) for argument in annotation.__args__} - {None}
        return formats.pop() if len(formats) == 1 else None
    name = getattr(annotation if origin is None else origin, "__name__", None)
    return "messages" if name in _SEQUENCES else None


def _format_of_text(text: str, scope: dict[str, Any]) -> Format | None:
    try:
        value = eval(text, scope)
        if isinstance(value, str):  # quoted, in a file that postpones annotations anyway
            text = value
            value = eval(text, scope)
    except Exception:  # names imported for type checkers only
        name = text.partition("[")[0].rpartition(".")[2].strip()
        return "str" if name == "str" else "messages" if name in _SEQUENCES else None
    return None if isinstance(value, str) else format_of_annotation(value, scope)
