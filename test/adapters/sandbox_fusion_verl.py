# requirements: torch.txt
"""verl's reward for programs with the address of docs/trainers/sandbox-fusion.md."""

import importlib.metadata
import shlex
import threading

from omegaconf import OmegaConf
from trainer_page import served
from verl.utils.reward_score import default_compute_score

TESTS = {"inputs": ["1\n", "20\n", "3\n"], "outputs": ["2\n", "40\n", "6\n"]}
PROGRAMS = {
    "print(int(input()) * 2)": 1.0,
    "print(int(input()) + 2)": 0.0,
    "while True: pass": 0.0,
    "raise SystemExit(3)": 0.0,
}


def main():
    with served("sandbox-fusion") as server:
        [block] = [block for block in server.blocks("sh") if "verl" in block]
        words = [word for word in shlex.split(block.replace("\\\n", " ")) if "=" in word]
        url = OmegaConf.from_dotlist(words).reward.sandbox_fusion.url
        # As verl's reward loop calls it for these data sets.
        given = {"sandbox_fusion_url": url, "concurrent_semaphore": threading.Semaphore(8), "memory_limit_mb": 1024}
        for program, expected in PROGRAMS.items():
            said = f"Here it is:\n```python\n{program}\n```"
            score = default_compute_score("codecontests", said, TESTS, **given)
            assert score == expected, (program, score)
    print(f"verl {importlib.metadata.version('verl')}: scores programs by the address of the page")


if __name__ == "__main__":
    main()
