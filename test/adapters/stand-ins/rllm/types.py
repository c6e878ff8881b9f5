"""What is scored."""

from dataclasses import dataclass, field
from typing import Any


@dataclass
class Task:
    id: str
    instruction: Any
    metadata: dict[str, Any] = field(default_factory=dict)


@dataclass
class Trajectory:
    output: Any = None
    uid: str = "0"
    name: str = "default"
    task: Any = None
    steps: list[Any] = field(default_factory=list)


@dataclass
class Episode:
    trajectories: list[Trajectory] = field(default_factory=list)
