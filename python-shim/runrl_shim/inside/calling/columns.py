"""Decides, once per file, whether a batched function gets the fields of a row as lists of one or as their values."""

from __future__ import annotations

from runrl_shim.inside.calling.column_scan import REST, uses_of_columns
from runrl_shim.inside.calling.column_uses import BOTH, LIST, NOTHING, UNCLEAR, VALUE
from runrl_shim.inside.calling.signature import VAR_KEYWORD
from runrl_shim.inside.results.describe import shorten
from runrl_shim.inside.results.load_error import LoadError, error_at

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection
    from typing import Any

    from runrl_shim.inside.calling.column_scan import Uses
    from runrl_shim.inside.calling.reward_candidate import RewardCandidate

_SCALARS = ("str", "int", "float", "bool")
_SEQUENCES = ("list", "List", "Sequence", "Iterable", "tuple", "Tuple")


class Columns:
    """How the fields of a row are handed over.

    Args:
        as_lists: Whether a field goes over as a list of one.
        apart: Fields with which it is the other way.
    """

    def __init__(self, as_lists: bool, apart: Collection[str] = ()) -> None:
        self.as_lists = as_lists
        self.apart = frozenset(apart)

    def given(self, name: str, value: Any) -> Any:
        """Returns what the function gets for a field."""
        return [value] if self.as_lists != (name in self.apart) else value

    def words(self) -> str:
        """Says it to people."""
        forms = ("its value", "a list of one") if self.as_lists else ("a list of one", "its value")
        apart = ", ".join(f"`{name}`" for name in sorted(self.apart))
        return f", as {forms[1]}" + (f" ({apart}: as {forms[0]})" if apart else "")


def decide_columns(candidate: RewardCandidate, filled: Collection[str], asked: str) -> tuple[Columns, list[str]]:
    """Returns how the fields go over, and warnings.

    Args:
        candidate: The batched function.
        filled: Its parameters, and keys of its `**kwargs`, that get something else.
        asked: `list`, `value`, or `auto`: as the source reads them.

    Raises:
        LoadError: the source shows both, or nothing.
    """
    if asked != "auto":
        return Columns(asked == "list"), []
    columns = [name for name in candidate.named if name not in filled]
    rest = next((one.name for one in candidate.parameters if one.kind == VAR_KEYWORD), None)
    if not candidate.layers or not (columns or rest):
        return Columns(True), []
    layer = candidate.layers[-1]
    uses = uses_of_columns(layer, columns, rest, filled)
    shown = {name: uses.of(name) for name in uses.places}
    for name, use in shown.items():
        if use == BOTH:
            raise _refusal(candidate, uses, name)
        if use == UNCLEAR:
            shown[name] = _hint(layer, name)
    clear = {use for use in shown.values() if use in (LIST, VALUE)}
    if len(clear) != 1:
        unclear = next((name for name, use in shown.items() if use == UNCLEAR), None)
        if unclear is not None:
            raise _refusal(candidate, uses, unclear)
    as_lists = clear != {VALUE}
    apart = [name for name, use in shown.items() if use == (VALUE if as_lists else LIST)]
    values = [name for name in columns if shown.get(name, NOTHING) == VALUE and _is_required(candidate, name)]
    return Columns(as_lists, apart), [_warning(candidate, uses, name) for name in values]


def _is_required(candidate: RewardCandidate, name: str) -> bool:
    return candidate.named[name].required


def _hint(layer: Any, name: str) -> str:
    """What the annotation or the default of a parameter shows where its use does not."""
    annotation = layer.__annotations__.get(name)
    text = annotation if isinstance(annotation, str) else getattr(annotation, "__name__", "")
    kind = text.partition("[")[0].rpartition(".")[2]
    if kind in _SEQUENCES:
        return LIST
    code = layer.__code__
    defaults = dict(
        zip(reversed(code.co_varnames[: code.co_argcount]), reversed(layer.__defaults__ or ()), strict=False)
    )
    defaults.update(layer.__kwdefaults__ or {})
    is_scalar = kind in _SCALARS or type(defaults.get(name)) in (str, int, float, bool)
    return VALUE if is_scalar else UNCLEAR


def _warning(candidate: RewardCandidate, uses: Uses, name: str) -> str:
    line, text = uses.places[name].get(VALUE, (candidate.line, candidate.name))
    return (
        f"`{candidate.name}` is batched, and gets the value of the row's `{name}` because line {line} reads it as one "
        f"(`{shorten(text)}`); trainers pass a list: --columns list does that"
    )


def _refusal(candidate: RewardCandidate, uses: Uses, name: str) -> LoadError:
    found = uses.places[name]
    what = "what its `**kwargs` holds" if name == REST else f"`{name}`"
    if LIST in found and VALUE in found:
        (as_list, list_text), (as_value, value_text) = found[LIST], found[VALUE]
        reads = (
            f"line {as_list} reads {what} as a list (`{shorten(list_text)}`), line {as_value} as the value of one row "
            f"(`{shorten(value_text)}`)"
        )
        line, text = found[VALUE]
    else:
        line, text = found.get(UNCLEAR, (candidate.line, candidate.name))
        reads = f"line {line} (`{shorten(text)}`) does not tell whether {what} is a list or the value of one row"
    return error_at(
        "UnclearColumns",
        f"`{candidate.name}` is batched, and {reads}",
        candidate.layers[-1].__code__.co_filename,
        line,
        marked=text,
        help_text="say what it gets for a field of the row:\n"
        "--columns list   a list with one element per completion, as TRL, verl, ms-swift and unsloth pass it\n"
        "--columns value  the field's own value",
    )
