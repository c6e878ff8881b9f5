"""Takes steps of an environment's class directly: a search over its states copies an instance as often as it likes."""

from __future__ import annotations

import asyncio
import copy
import inspect
import json
import random

from runrl_audit.searching.clock import STEPS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def wanted(method: Callable[..., Any], fields: dict[str, Any]) -> dict[str, Any]:
    """Of the fields those that the method names, or all when it takes all."""
    parameters = inspect.signature(method).parameters
    if any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters.values()):
        return fields
    return {name: value for name, value in fields.items() if name in parameters}


def settled(result: Any) -> Any:
    """The result of a method that may be a coroutine."""

    async def wait() -> Any:
        return await result

    return asyncio.run(wait()) if inspect.isawaitable(result) else result


def step_of(result: Any) -> dict[str, Any]:
    """A step's result in any of its shapes."""
    STEPS.tick()
    if isinstance(result, dict):
        over = result.get("done", result.get("terminated", False)) or result.get("truncated", False)
        return {"observation": said(result.get("observation")), "reward": float(result["reward"]), "done": bool(over)}
    observation, reward, *ends = result
    return {"observation": said(observation), "reward": float(reward), "done": any(bool(end) for end in ends[:-1])}


def begun(made: Callable[[], Any], fields: dict[str, Any], seed: int) -> tuple[Any, str] | None:
    """An instance that was set up and can be copied, with what it says; None where it fails."""
    random.seed(seed)
    try:
        start = made()
        _own_parts(start)
        first = said(settled(start.setup(**wanted(start.setup, fields))))
        return (start if _is_copied(start) else Played(made, fields, seed, ())), first
    except Exception:
        return None


def _is_copied(instance: Any) -> bool:
    try:
        copy.deepcopy(instance)
    except Exception:
        return False
    return True


class Played:
    """An instance that cannot be copied: a copy of it is another one that has done the same."""

    def __init__(self, made: Callable[[], Any], fields: dict[str, Any], seed: int, actions: tuple[str, ...]) -> None:
        random.seed(seed)
        # All that is known of its state for sure.
        self.actions = actions
        self.made, self.fields, self.seed = made, fields, seed
        self.instance = made()
        _own_parts(self.instance)
        settled(self.instance.setup(**wanted(self.instance.setup, fields)))
        for action in actions:
            STEPS.tick()
            settled(self.instance.step(action))

    def __deepcopy__(self, memo: dict[int, Any]) -> Played:
        return Played(self.made, self.fields, self.seed, self.actions)

    def step(self, action: str) -> Any:
        """Takes a step."""
        self.actions = (*self.actions, action)
        return self.instance.step(action)


def _own_parts(instance: Any) -> None:
    """Gives an instance copies of the containers of its class: what one copy does to them must not reach another."""
    for name in {name for each in type(instance).__mro__ for name in vars(each)}:
        value = inspect.getattr_static(type(instance), name)
        if type(value) in (list, dict, set) and not name.startswith("__"):
            vars(instance)[name] = copy.deepcopy(value)


def tried(state: Any, action: str) -> tuple[Any, dict[str, Any]] | None:
    """A copy that has taken one step, and the result of that; None where it fails."""
    try:
        other = copy.deepcopy(state)
        return other, step_of(settled(other.step(action)))
    except Exception:
        return None


def said(observation: Any) -> str:
    """An observation as text that can be compared."""
    return observation if isinstance(observation, str) else json.dumps(observation, default=repr)
