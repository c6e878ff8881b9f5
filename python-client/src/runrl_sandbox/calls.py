"""What is asked for: calls in the forms that people have them in, as requests of the session."""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from ._layouts import CALL_TEXT
from .errors import NotSendable
from .request import Io, Kind, Request, Sink
from .to_json import row_to_json, to_json
from .wire import LARGEST, call_frame

#: What the model wrote: text, or messages.
Completion: TypeAlias = str | Sequence[Mapping[str, Any]]
Row: TypeAlias = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Call:
    """One call for `map`, `score_many`. `kwargs` are the fields of the prompt row."""

    #: What the model wrote.
    completion: Completion
    #: Fields of the prompt row; None for none.
    kwargs: Row | None = None
    #: Name of the module; None for that of `map`.
    module: str | None = None
    #: Training step that it belongs to, from 0; None for that of `map`.
    step: int | None = None
    #: From 0; same seed and same row give the same random numbers. None for the module's.
    seed: int | None = None


#: A `Call`, a dict with its fields, or a pair of completion and kwargs.
CallLike: TypeAlias = Call | Mapping[str, Any] | tuple[Completion, Row | None] | tuple[Completion]

_FIELDS = ("completion", "kwargs", "module", "step", "seed")
#: The fields of a `Call` in their order: to make one takes a tenth of what a call costs.
Parts: TypeAlias = tuple[Completion, Row | None, str | None, int | None, int | None]


def parts_of(value: CallLike) -> Parts:
    """
    :raises NotSendable: it is none of the three
    """
    if isinstance(value, tuple) and len(value) in (1, 2):
        return value[0], value[1] if len(value) == 2 else None, None, None, None
    if isinstance(value, Call):
        return value.completion, value.kwargs, value.module, value.step, value.seed
    if isinstance(value, Mapping):
        for name in value:
            if name not in _FIELDS:
                near = difflib.get_close_matches(str(name), _FIELDS, 1)
                hint = f"did you mean `{near[0]}`?" if near else "fields of the row belong in `kwargs`"
                raise NotSendable(f"a call has no field `{name}`; {hint}")
        if "completion" not in value:
            raise NotSendable("a call has no `completion`")
        get = value.get
        return value["completion"], get("kwargs"), get("module"), get("step"), get("seed")
    raise NotSendable(
        f"expected a Call, a dict with `completion` and `kwargs`, or (completion, kwargs); got {type(value).__name__}"
    )


def whole_number(value: Any, name: str) -> int | None:
    """
    :raises NotSendable: neither None nor a whole number that the wire can hold
    """
    if value is None:
        return None
    if not isinstance(value, bool) and hasattr(value, "__index__"):
        number = int(value.__index__())
        if 0 <= number <= LARGEST:
            return number
    raise NotSendable(f"expected `{name}` to be a whole number from 0 to 2**53 - 1, got {value!r}")


def module_name(value: Any) -> str | None:
    """
    :raises NotSendable: neither None nor text
    """
    if value is None or isinstance(value, str):
        return value
    raise NotSendable(f"expected `module` to be a name, got {value!r}")


def score_request(
    io: Io, parts: Parts, fields: Mapping[str, Any], sink: Sink, tag: Any, module: str | None, step: int | None
) -> Request:
    """
    A call as a request.

    :param fields: keyword arguments beside those of the call
    :param module: for a call that names none; likewise `step`
    :raises NotSendable: something in it cannot be sent
    """
    completion, kwargs, own_module, own_step, seed = parts
    said, flags = b"", 0
    if isinstance(completion, str):
        try:
            said, flags = str.encode(completion), CALL_TEXT
        except UnicodeEncodeError:  # half of a character: JSON has an escape for it
            said = to_json(completion, "completion")
    else:
        if not isinstance(completion, Sequence) or isinstance(completion, (bytes, bytearray)):
            raise NotSendable(f"the completion must be text or a list of messages, not a {type(completion).__name__}")
        said = to_json([*completion], "completion")
    row = row_to_json(kwargs, fields)
    number = io.number()
    frame = call_frame(number, row, said, whole_number(seed, "seed"), flags)
    return Request(
        number,
        "score",
        frame,
        sink,
        tag,
        module_name(module if own_module is None else own_module),
        whole_number(step if own_step is None else own_step, "step"),
    )


def episode_request(
    io: Io, kind: Kind, sink: Sink, tag: Any, body: bytes = b"", module: str | None = None, **fields: Any
) -> Request:
    """A request of an episode. Fields that are None are left out."""
    number = io.number()
    given = {name: value for name, value in fields.items() if value is not None}
    return Request(number, kind, body, sink, tag, module, None, given)


def start_request(
    io: Io,
    sink: Sink,
    tag: Any,
    row: Row | None,
    fields: Mapping[str, Any],
    module: str | None,
    step: int | None,
    seed: int | None,
) -> Request:
    """
    The start of an episode.

    :raises NotSendable: something in the row cannot be sent
    """
    body = row_to_json(row, fields)
    numbers = {"step": whole_number(step, "step"), "seed": whole_number(seed, "seed")}
    return episode_request(io, "start", sink, tag, body, module_name(module), **numbers)
