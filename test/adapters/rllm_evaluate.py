# requirements: rllm.txt
"""
rLLM's evaluator of a data set with the lines of docs/trainers/rllm.md. rLLM is not on PyPI: a stand-in for it, or the
checkout that $RLLM_SOURCE names.
"""

import os
import sys
from pathlib import Path

from runrl_sandbox.adapters import servers
from trainer_page import REPLIES, copied

SOURCE = os.environ.get("RLLM_SOURCE")
sys.path.insert(0, SOURCE or str(Path(__file__).parent / "stand-ins"))

from rllm.eval.module_evaluator import PythonModuleEvaluator  # noqa: E402
from rllm.types import Episode, Task, Trajectory  # noqa: E402


def main():
    expected = {reply: (float(reply == "4") if status == "ok" else -1.0, status) for reply, status in REPLIES.items()}
    with copied("rllm") as folder:
        (folder / "tests").mkdir()
        for name in ("evaluate.py", "reward.py"):
            (folder / "tests" / name).write_text((folder / name).read_text())
        evaluator = PythonModuleEvaluator.from_module(folder)
        task = Task(id="0", instruction="2 + 2 = ?", metadata={"answer": "4"})
        for reply, (reward, status) in expected.items():
            output = evaluator.evaluate(task, Episode(trajectories=[Trajectory(output=reply)]))
            assert (output.reward, output.metadata["sandbox_status"]) == (reward, status), (reply, output)
            assert output.is_correct is (reply == "4"), output
            signals = {signal.name: signal.value for signal in output.signals}
            assert signals["sandbox_failed"] == float(status != "ok"), output

        from my_reward import reward as older

        for reply, (reward, status) in expected.items():
            output = older({"answer": "4"}, reply)
            assert (output.reward, output.metadata["sandbox_status"]) == (reward, status), (reply, output)
        servers.close_all()

        # No server can be started: that is no reward of 0 either.
        os.environ["RUNRL_SANDBOX_COMMAND"] = "/nowhere"
        output = evaluator.evaluate(task, Episode(trajectories=[Trajectory(output="4")]))
        assert (output.reward, output.metadata.get("sandbox_status")) == (-1.0, "lost"), output
        output = older({"answer": "4"}, "4")
        assert (output.reward, output.metadata["sandbox_status"]) == (-1.0, "lost"), output
    print(f"rLLM, {'its source' if SOURCE else 'a stand-in for it'}: evaluates with the lines of the page")


if __name__ == "__main__":
    main()
