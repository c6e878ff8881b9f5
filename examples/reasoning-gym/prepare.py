# /// script
# dependencies = ["reasoning-gym==0.1.25"]
# ///
"""Writes prompts.jsonl, always the same rows: `python prepare.py NAME:SIZE …`, such as `chain_sum:500 n_queens:500`."""

import json
import sys
from pathlib import Path

import reasoning_gym
from reasoning_gym.utils import SYSTEM_PROMPTS

with Path("prompts.jsonl").open("w") as file:
    for wanted in sys.argv[1:]:
        name, size = wanted.split(":")
        for number, entry in enumerate(reasoning_gym.create_dataset(name, size=int(size), seed=42)):
            system = {"role": "system", "content": SYSTEM_PROMPTS["default"]}
            prompt = [system, {"role": "user", "content": entry["question"]}]
            file.write(json.dumps({"id": f"{name}-{number}", "prompt": prompt, **entry}) + "\n")
