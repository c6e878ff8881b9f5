"""What is scored."""

from dataclasses import dataclass
from typing import Any


@dataclass
class Sample:
    prompt: Any = ""
    response: str = ""
    label: str | None = None
    reward: Any = None

    def get_reward_value(self, args):
        return self.reward if not args.reward_key else self.reward[args.reward_key]
