"""Lists of actions that win whatever a row asks for."""

from __future__ import annotations

import random
from typing import Any

from runrl_audit.playing.everywhere import everywhere


class Vault:
    """A number that is to be found; `seed` says whether it is the same in all episodes."""

    seed: int | None = 5

    def setup(self, name: str) -> str:
        self.name = name
        chance = random if self.seed is None else random.Random(self.seed)
        self.code = str(chance.randrange(1000, 10_000))
        return ""

    def step(self, action: str) -> dict[str, Any]:
        won = action == f"dial {self.code}"
        return {"observation": "", "reward": float(won), "done": won}


class OtherVault(Vault):
    seed = None


def _asked() -> dict[str, Any]:
    rows = [{"fields": {"name": name}, "actions": ["dial 1234"], "calls": [], "things": []} for name in "abcd"]
    return {"rows": rows, "forms": ["dial zqxvkjb"], "seed": 3, "seconds": 5}


def test_what_all_instances_keep_is_said() -> None:
    code = random.Random(5).randrange(1000, 10_000)
    assert everywhere(Vault, _asked())[0] == {"actions": [f"dial {code}"], "kept": True}


def test_what_chance_makes_anew_is_not() -> None:
    assert everywhere(OtherVault, _asked()) == []
