"""The older interface."""

from dataclasses import dataclass, field


@dataclass(slots=True, kw_only=True)
class RewardOutput:
    reward: float
    metadata: dict = field(default_factory=dict)
    is_correct: bool | None = None
