"""Plays an environment's class directly, several instances in one process: for what the library never lets happen.

The library gives each episode a process of its own and takes no step after the end. Other trainers do neither, so
`check` looks at both: whether instances share state, and whether steps after the end are paid.
"""

from __future__ import annotations

import asyncio
import copy
import inspect
import json
import random

from runrl_audit.searching.clock import STEPS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any


def play(made: Callable[[], Any], acts: list[list[Any]]) -> list[dict[str, Any]]:
    """What each act came to. Each instance has random numbers of its own, so that only what it shares can differ."""
    instances: dict[str, Any] = {}
    chances: dict[str, Any] = {}
    seen = []
    for kind, name, *arguments in acts:
        try:
            if kind == "setup":
                fields, seed = arguments
                random.seed(seed)
                instances[name] = made()
                result = settled(instances[name].setup(**wanted(instances[name].setup, fields)))
                seen.append({"observation": said(result), "reward": 0.0, "done": False})
            else:
                random.setstate(chances[name])
                seen.append(step_of(settled(instances[name].step(arguments[0]))))
        except Exception as error:
            seen.append({"error": f"{type(error).__name__}: {error}"[:300]})
        chances[name] = random.getstate()
    return seen


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
        first = said(settled(start.setup(**wanted(start.setup, fields))))
        copy.deepcopy(start)
    except Exception:
        return None
    return start, first


def tried(state: Any, action: str) -> tuple[Any, dict[str, Any]] | None:
    """A copy that has taken one step, and the result of that; None where it fails."""
    try:
        other = copy.deepcopy(state)
        return other, step_of(settled(other.step(action)))
    except Exception:
        return None


def paid_for(start: Any, actions: Iterable[str]) -> float:
    """What a copy pays for these actions, up to its end; 0.0 where one of them fails, which is no way to win."""
    instance, total = copy.deepcopy(start), 0.0
    try:
        for action in actions:
            step = step_of(settled(instance.step(action)))
            total += step["reward"]
            if step["done"]:
                break
    except Exception:
        return 0.0
    return total


def said(observation: Any) -> str:
    """An observation as text that can be compared."""
    return observation if isinstance(observation, str) else json.dumps(observation, default=repr)
