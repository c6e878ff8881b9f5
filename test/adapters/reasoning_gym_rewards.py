# requirements: reasoning-gym.txt
"""
The reward file of examples/reasoning-gym with the rows that docs/trainers/reasoning-gym.md makes: right answers to
each, wrong ones, and ones that hang its scorer. It runs in this environment, and not in one of its own.
"""

import importlib.metadata
import json
import subprocess
import sys
import tempfile
from pathlib import Path

from runrl_sandbox import Sandbox
from trainer_page import blocks

EXAMPLE = Path(__file__).parents[2] / "examples/reasoning-gym"
#: What the completions after the right ones come to.
OTHERS = [("ok", 1 / 7), ("ok", 0.0), ("timeout", None), ("timeout", None), ("ok", 0.0)]


def rows(path):
    return [json.loads(line) for line in path.read_text().splitlines()]


def main():
    prompts = rows(EXAMPLE / "prompts.jsonl")
    _, *arguments = blocks("reasoning-gym", "sh")[0].split()
    with tempfile.TemporaryDirectory() as name:
        subprocess.run([sys.executable, EXAMPLE / "prepare.py", *arguments[1:]], cwd=name, check=True)
        assert rows(Path(name, "prompts.jsonl")) == prompts
        # Without the comment that names the requirement.
        reward = Path(name, "reward.py")
        reward.write_text((EXAMPLE / "reward.py").read_text().split("# ///\n")[-1])
        row_of = {row["id"]: row for row in prompts}
        calls = [(said["completion"], row_of[said["id"]]) for said in rows(EXAMPLE / "completions.jsonl")]
        with Sandbox.spawn(reward, python=sys.executable, timeout=3) as sandbox:
            outcomes = sandbox.score_many(calls)
    right, others = outcomes[: len(prompts)], outcomes[len(prompts) :]
    assert [outcome.reward for outcome in right] == [1.0] * len(prompts), right
    assert all(outcome.info["answered"] == 1.0 for outcome in right)
    for outcome, (status, reward) in zip(others, OTHERS, strict=True):
        assert outcome.status == status, outcome
        assert reward is None or outcome.reward == reward, outcome
        assert status == "ok" or [act.kind for act in outcome.evidence] == ["completion_executed"], outcome
    print(f"reasoning-gym {importlib.metadata.version('reasoning-gym')}: {len(outcomes)} answers, two of which hang")


if __name__ == "__main__":
    main()
