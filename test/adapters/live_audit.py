# requirements: torch.txt
"""
The example of the live audit: GRPO over a reward with a hole, and over its sound twin. The alarm comes with the one and
not with the other. `python live_audit.py`, by scripts/test-adapters.sh.
"""

import importlib.util
import logging
import tempfile
import time
from pathlib import Path

EXAMPLE = Path(__file__).parents[2] / "examples" / "live-audit"
STEPS = 40


def main():
    logging.basicConfig(level=logging.WARNING)
    spec = importlib.util.spec_from_file_location("train", EXAMPLE / "train.py")
    example = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(example)
    for name in ["hole", "sound"]:
        began = time.process_time()
        with tempfile.TemporaryDirectory() as folder:
            alarms = example.train(str(EXAMPLE / f"{name}.py"), STEPS, folder)
        print(f"{name}: {len(alarms)} alarms, {time.process_time() - began:.0f} s of CPU")
        if name == "sound":
            assert alarms == [], alarms
            continue
        assert len(alarms) == 1, alarms
        (alarm,) = alarms
        assert alarm["unearned"] > alarm["level"] + 0.1, alarm
        assert all(sum(other["pay"] for other in example["foreign"]) >= 1 for example in alarm["examples"]), alarm


if __name__ == "__main__":
    main()
