"""The ways of calling a reward function, one closure for each: nothing is decided while calls run."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection
    from typing import Any, TypeAlias

    from runrl_shim.inside.calling.annotations import Format

    #: Takes the prompt row and the completion; gives what the function returned (a coroutine if it is async).
    Call: TypeAlias = Callable[[dict[str, Any], Any], Any]
    #: Gives the arguments that do not come from the row's fields.
    Fill: TypeAlias = Callable[[dict[str, Any], Any], dict[str, Any]]
    #: Takes a field's name and value, gives what the function gets.
    Given: TypeAlias = Callable[[str, Any], Any]
    #: Makes a completion what the function expects.
    Convert: TypeAlias = Callable[[Any], Any]


class Target:
    """The function to call, and what is needed to explain a call that its signature refuses."""

    def __init__(
        self,
        function: Callable[..., Any],
        where: str,
        fields: Collection[str] | None,
        required: Collection[str],
        reserved: Collection[str],
    ) -> None:
        self.function = function
        self.where = where  # `reward_fn (reward.py, line 3)`
        self.fields = fields  # the row's fields that it takes; None: all of them
        self.required = required
        self.reserved = reserved  # parameters that the call fills itself

    def collision(self, name: str) -> TypeError:
        """Returns what is wrong with a row that has a field for a parameter that the call fills."""
        return TypeError(
            f"the row has a field `{name}`, and {self.where} has a parameter of that name, which gets "
            "something else: rename the field"
        )

    def refusal(self, row: dict[str, Any], error: TypeError) -> TypeError | None:
        """Returns a better error where the row is why Python refused the call, or None."""
        taken = [name for name in self.reserved if name in row]
        if taken:
            return self.collision(taken[0])
        missing = [f"`{name}`" for name in self.required if name not in row]
        # A decorator may fill a parameter itself, and the error be another one.
        if not missing or type(error) is not TypeError or " missing " not in str(error):
            return None
        fields = ", ".join(f"`{name}`" for name in list(row)[:20]) or "none"
        return TypeError(
            f"{self.where} requires {', '.join(missing)}, which the row does not have; its fields: {fields}"
        )


def one_completion(target: Target, convert: Convert, expected: type) -> Call:
    """Calls `function(completion, **fields)`."""
    function = target.function
    if target.fields is None:

        def call(row: dict[str, Any], completion: Any) -> Any:
            if type(completion) is not expected:
                completion = convert(completion)
            try:
                return function(completion, **row)
            except TypeError as error:
                refusal = target.refusal(row, error)
                if refusal is None:
                    raise
                raise refusal from None

        return call

    names = tuple(target.fields)

    def call_with_named(row: dict[str, Any], completion: Any) -> Any:
        if type(completion) is not expected:
            completion = convert(completion)
        fields = {}
        for name in names:
            if name in row:
                fields[name] = row[name]
        return called(target, row, fields, completion)

    return call_with_named


def by_name(target: Target, fill: Fill, without: Collection[str] = (), given: Given | None = None) -> Call:
    """Calls `function(**fields, **fill(row, completion))`, leaving the fields in `without` out.

    `given` takes the name of a field and its value, and gives what the function gets.
    """

    def call(row: dict[str, Any], completion: Any) -> Any:
        if target.fields is None:
            fields = {name: value for name, value in row.items() if name not in without}
        else:
            fields = {name: row[name] for name in target.fields if name in row}
        if given is not None:
            fields = {name: given(name, value) for name, value in fields.items()}
        fields.update(fill(row, completion))
        return called(target, row, fields)

    return call


def called(target: Target, row: dict[str, Any], fields: dict[str, Any], *completion: Any) -> Any:
    """Calls the function, except for a row with a field for a parameter that the call fills itself."""
    for name in target.reserved:
        if name in row:
            raise target.collision(name)
    try:
        return target.function(*completion, **fields)
    except TypeError as error:
        refusal = target.refusal(row, error)
        if refusal is None:
            raise
        raise refusal from None


def awaiting(call: Call) -> Call:
    """Makes an async call of one whose result may or may not have to be awaited."""

    async def call_async(row: dict[str, Any], completion: Any) -> Any:
        result = call(row, completion)
        return await result if hasattr(result, "__await__") else result

    return call_async


def taking(take: Callable[[Any], Any], call: Call, *, is_async: bool) -> Call:
    """Makes a call whose result is what `take` makes of the function's."""

    def call_one(row: dict[str, Any], completion: Any) -> Any:
        return take(call(row, completion))

    async def call_one_async(row: dict[str, Any], completion: Any) -> Any:
        return take(await call(row, completion))

    return call_one_async if is_async else call_one


def as_text(completion: Any) -> str:
    """Returns a completion as a string: of an array of messages, the content of the last assistant message.

    Raises:
        TypeError: there is no assistant message, or its content is not text.
    """
    if isinstance(completion, str):
        return completion
    messages: list[Any] = completion if isinstance(completion, list) else []
    for message in reversed(messages):
        if isinstance(message, dict) and message.get("role") == "assistant":
            content: Any = message.get("content")
            if isinstance(content, (str, list)):
                return text_of_content(content)
            break
    raise TypeError(
        "the function takes the completion as a string, and this completion has no assistant message with text"
    )


def text_of_content(content: Any) -> str:
    """Returns the text of a message's content: of parts the texts among them, joined."""
    if isinstance(content, list):
        return "".join(part["text"] for part in content if isinstance(part, dict) and "text" in part)
    return content if isinstance(content, str) else ""


def as_messages(completion: Any) -> Any:
    """Returns a completion as a list of messages: a string becomes one assistant message."""
    if isinstance(completion, str):
        return [{"role": "assistant", "content": completion}]
    return completion


def prompt_of(row: dict[str, Any]) -> Any:
    """Returns the prompt of a row, which older files called `messages`.

    Raises:
        TypeError: the row has neither field.
    """
    for name in ("prompt", "messages"):
        if name in row:
            return row[name]
    raise TypeError("the function takes the prompt, and the row has neither a field `prompt` nor `messages`")


#: For each form of a completion: how it is made, and the type that already is one.
CONVERSIONS: dict[Format, tuple[Convert, type]] = {"str": (as_text, str), "messages": (as_messages, list)}
FORMS: dict[Format, str] = {"str": "a string", "messages": "a list of messages"}
