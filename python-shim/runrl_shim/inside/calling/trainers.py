"""The ways in which trainers call a reward function: with lists, and with names of their own.

TRL, unsloth, ms-swift   (prompts, completions, COLUMN, …, **kwargs): lists; strings or lists of messages
OpenRLHF                 (queries, prompts, labels): lists of texts; a query is a prompt and its completion
verl                     (data_source, solution_str, ground_truth, extra_info): one completion, a string
verl, batched            (data_sources, solution_strs, ground_truths, extra_infos): lists

Each call has one completion, so all lists have one element.
"""

from __future__ import annotations

from runrl_shim.inside.calling import calls
from runrl_shim.inside.calling.columns import decide_columns
from runrl_shim.inside.results.result import WrongBatch

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from runrl_shim.inside.calling.reward_candidate import LoadedReward, RewardCandidate

    #: Takes the row and the completion, gives what a parameter gets.
    Maker = Callable[[dict[str, Any], Any], Any]

# What TRL adds to the columns.
_OF_TRL = ("trainer_state", "log_extra", "log_metric", "environments", "completion_ids")


def load_trainers_shape(candidate: RewardCandidate, columns: str) -> LoadedReward | None:
    """Returns what calls a function that has the parameters of a trainer's, or None.

    Raises:
        LoadError: it needs what there is not, or its source does not tell what its columns are.
    """
    named = candidate.named
    if "solution_str" in named:
        return _verl(candidate)
    if "completions" in named:
        return _completions(candidate, columns)
    if "solution_strs" in named:
        return _verl_batched(candidate, columns)
    if "queries" in named and ("prompts" in named or "labels" in named):
        return _openrlhf(candidate, columns)
    _refuse_token_ids(candidate)
    return None


def _completions(candidate: RewardCandidate, columns: str) -> LoadedReward:
    _refuse_token_ids(candidate)
    kind, why = candidate.format(candidate.named["completions"], batched=True)
    convert, _ = calls.CONVERSIONS[kind]
    makers: dict[str, Maker] = {"completions": lambda _row, completion: [convert(completion)]}
    words = f"a list of one completion ({calls.FORMS[kind]}{why})"
    if "prompts" in candidate.named:
        makers["prompts"] = lambda row, _completion: [calls.prompt_of(row)]
        words = f"lists of one prompt and one completion ({calls.FORMS[kind]}{why})"
    if "trainer_state" in candidate.named:
        makers["trainer_state"] = lambda _row, _completion: None
    for name in ("log_extra", "log_metric"):
        if name in candidate.named and candidate.named[name].required:
            makers[name] = lambda _row, _completion: _not_logged
    return _batched(candidate, columns, makers, words, without=("prompt", *_OF_TRL))


def _refuse_token_ids(candidate: RewardCandidate) -> None:
    parameter = candidate.named.get("completion_ids")
    if parameter is not None and parameter.required:
        raise candidate.error(
            "NoTokenIds",
            f"`{candidate.name}` needs `completion_ids`, and there are no token ids here: completions are text",
            "take `completions` instead, or give it a default: `completion_ids=None`",
        )


def _not_logged(_name: str, _values: object) -> None:
    """Stands for TRL's `log_extra` and `log_metric`."""


def _openrlhf(candidate: RewardCandidate, columns: str) -> LoadedReward:
    makers: dict[str, Maker] = {
        "queries": lambda row, completion: [_text_of_prompt(row) + calls.as_text(completion)],
        "prompts": lambda row, _completion: [_text_of_prompt(row)],
        "labels": lambda row, _completion: [_first(row, "label", "labels")],
    }
    words = "lists of one query (the texts of the prompt and the completion), one prompt and one label"
    required = [("label", "labels")] if "labels" in candidate.named else []
    return _batched(candidate, columns, makers, words, without=("prompt", "label", "labels"), required=required)


def _text_of_prompt(row: dict[str, Any]) -> str:
    """The text of a prompt, of messages their contents by lines: there is no chat template here."""
    prompt = calls.prompt_of(row)
    if isinstance(prompt, str):
        return prompt
    return "".join(f"{calls.text_of_content(message.get('content'))}\n" for message in prompt)


def _verl_batched(candidate: RewardCandidate, columns: str) -> LoadedReward:
    makers: dict[str, Maker] = {
        "solution_strs": lambda _row, completion: [calls.as_text(completion)],
        "data_sources": lambda row, _completion: [_first(row, "data_source")],
        "ground_truths": lambda row, _completion: [_ground_truth(row)],
        "extra_infos": lambda row, _completion: [row.get("extra_info", {})],
    }
    required = [
        fields
        for name, fields in (("data_sources", ("data_source",)), ("ground_truths", _GROUND_TRUTH))
        if name in candidate.named
    ]
    words = "lists of one completion (a string) as `solution_strs` and what verl gives with it"
    return _batched(candidate, columns, makers, words, without=_OF_VERL, required=required)


def _verl(candidate: RewardCandidate) -> LoadedReward:
    makers: dict[str, Maker] = {
        "solution_str": lambda _row, completion: calls.as_text(completion),
        "data_source": lambda row, _completion: _first(row, "data_source"),
        "ground_truth": lambda row, _completion: _ground_truth(row),
        "extra_info": lambda row, _completion: row.get("extra_info", {}),
    }
    makers = {name: make for name, make in makers.items() if name in candidate.named}
    target = candidate.target(makers, ["solution_str"])
    # verl passes no other fields; those that the function names are taken from the row all the same.
    target.fields = [name for name in candidate.named if name not in makers]
    call = calls.by_name(target, lambda row, completion: {name: make(row, completion) for name, make in makers.items()})
    words = "the completion as a string as `solution_str`"
    reward = candidate.loaded(call, target, words, take=_of_verl, fields=_names([*list(makers)[1:], *target.fields]))
    reward.required += [
        fields
        for name, fields in (("data_source", ("data_source",)), ("ground_truth", _GROUND_TRUTH))
        if name in makers and candidate.named[name].required
    ]
    return reward


_GROUND_TRUTH = ("ground_truth", "reward_model")
_OF_VERL = ("data_source", *_GROUND_TRUTH, "extra_info", "prompt", "ability")


def _ground_truth(row: dict[str, Any]) -> Any:
    """Where the rows of verl's data files have it, else a field of its own."""
    reward_model = row.get("reward_model")
    if isinstance(reward_model, dict) and "ground_truth" in reward_model:
        return reward_model["ground_truth"]
    return _first(row, "ground_truth", "reward_model.ground_truth")


def _first(row: dict[str, Any], *names: str) -> Any:
    for name in names:
        if name in row:
            return row[name]
    fields = ", ".join(f"`{name}`" for name in list(row)[:20]) or "none"
    wanted = " nor ".join(f"`{name}`" for name in names)
    raise TypeError(f"the row has no field {wanted}, which the function needs; its fields: {fields}")


def _names(names: list[str]) -> str:
    return f" and, by name, {', '.join(f'`{name}`' for name in names)}" if names else ""


def _batched(
    candidate: RewardCandidate,
    asked: str,
    makers: dict[str, Maker],
    words: str,
    *,
    without: tuple[str, ...],
    required: Sequence[tuple[str, ...]] = (),
) -> LoadedReward:
    """Makes the call of a batched function.

    Args:
        candidate: The function.
        asked: What it gets for a field of the row: `list`, `value` or `auto`.
        makers: What the parameters get that are no columns.
        words: The same, for people.
        without: Fields of the row that are not handed over.
        required: Fields that the makers need, as alternatives.
    """
    makers = {name: make for name, make in makers.items() if name in candidate.named}
    columns, warnings = decide_columns(candidate, {*makers, *_OF_TRL}, asked)
    reserved = [name for name in candidate.named if name in makers and name not in without]
    target = candidate.target(makers, reserved)
    call = calls.by_name(
        target,
        lambda row, completion: {name: make(row, completion) for name, make in makers.items()},
        without=without,
        given=columns.given,
    )
    fields = " and every other field of the row by name" if target.fields is None else _names(list(target.fields))
    fields += columns.words() if fields else ""
    reward = candidate.loaded(call, target, words, take=_only_reward, fields=fields)
    reward.warnings.extend(warnings)
    reward.required += required
    return reward


def _only_reward(returned: Any) -> Any:
    """Takes the one reward out of what a batched function returned: a list, or OpenRLHF's dict of lists."""
    if type(returned) is not dict or "rewards" not in returned:
        return _of_verl(_only_element(returned))
    logs = returned.get("extra_logs")
    info = {name: _element_or_value(values) for name, values in logs.items()} if isinstance(logs, dict) else {}
    return _element_or_value(returned["rewards"]), info


def _of_verl(returned: Any) -> Any:
    """Makes reward and info of verl's dict with a `score`."""
    if type(returned) is not dict or "score" not in returned:
        return returned
    return returned["score"], {name: value for name, value in returned.items() if name != "score"}


def _element_or_value(values: Any) -> Any:
    element = _only_element(values)
    return values if isinstance(element, WrongBatch) else element


def _only_element(rewards: Any) -> Any:
    kind = type(rewards)
    if kind is list and len(rewards) == 1:
        return rewards[0]
    if kind in (str, bytes, dict, set):
        return WrongBatch(rewards)
    try:
        return rewards[0] if len(rewards) == 1 else WrongBatch(rewards)  # a tuple, an array, a tensor
    except Exception:  # it has no length or no elements
        return WrongBatch(rewards)
