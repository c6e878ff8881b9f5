"""Serves what `check` asks of an environment's class: to search it with one of the programs.

A module of a few lines that `check` writes (src/check/policies/play/direct.ts) imports this one and names the user's
file.
"""

from __future__ import annotations

import importlib.util
import json
import os
import sys

from runrl_audit.listening import source
from runrl_audit.listening.rewriting import Own
from runrl_audit.playing.rounds import rounds
from runrl_audit.playing.seek import seek
from runrl_audit.playing.together import together

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_PROGRAMS = {"": seek, "rounds": rounds, "together": together}


def player_of(path: str, class_name: str) -> Callable[..., float]:
    """Imports the file, once, and gives a reward function that prints what the search of its completion found."""
    sys.path.insert(0, os.path.dirname(path))
    # What it compares can then be listened to; what it does stays the same.
    source.install(Own(path))
    spec = importlib.util.spec_from_file_location("runrl_checked_environment", path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{path} is no Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    made = getattr(module, class_name)

    def reward_fn(completion: str, **kwargs: Any) -> float:
        print(json.dumps(search(made, json.loads(completion))))
        return 0.0

    return reward_fn


def search(made: Callable[[], Any], request: dict[str, Any]) -> list[dict[str, Any]]:
    """Runs the program that the request names; without a name, the search over states.

    Raises:
        KeyError: there is no such program.
    """
    return _PROGRAMS[request.get("kind", "")](made, request)
