# requirements: inspect.txt
"""`inspect eval` on the task of docs/trainers/inspect.md, with a scripted model."""

import importlib.metadata
import json

from runrl_sandbox.adapters import servers
from trainer_page import REPLIES, copied


def evaluated(log):
    """The scores of a finished evaluation, by what the model said."""
    assert log.status == "success", log.error.message
    return {sample.output.completion: sample.scores["sandboxed"] for sample in log.samples}


def main():
    with copied("inspect") as folder:
        samples = [{"input": "2 + 2 = ?", "target": "4", "metadata": {"level": 3}} for _ in REPLIES]
        (folder / "sums.jsonl").write_text("\n".join(map(json.dumps, samples)))
        from inspect_ai import eval as evaluate
        from inspect_ai.model import ModelOutput, ModelUsage, get_model

        def run():
            outputs = [ModelOutput.from_content("mockllm", reply) for reply in REPLIES]
            for output in outputs:
                output.usage = ModelUsage()  # else it counts tokens, with a file from the network
            model = get_model("mockllm/model", custom_outputs=outputs)
            [log] = evaluate("sums.py", model=model, log_dir=str(folder / "logs"), display="none", max_samples=1)
            return log

        log = run()
        scores = evaluated(log)
        for reply, status in REPLIES.items():
            score = scores[reply]
            assert score.metadata["sandbox_status"] == status, (reply, score)
            if status == "ok":
                assert score.value == float(reply == "4"), score
            else:
                # A failure is no reward 0: the sample is unscored, with the reason.
                assert score.value != score.value, score
                assert score.reason == "scoring_failed", score
                assert "reward.py" in score.explanation or status == "crashed", score
        assert log.results.scores[0].metrics["mean"].value == 0.5, log.results
        print("unscored:", [reply for reply, score in scores.items() if score.value != score.value])

        text = (folder / "sums.py").read_text().replace("timeout=5)", "timeout=5, on_failure=-1.0)")
        (folder / "sums.py").write_text(text)
        scores = evaluated(run())
        assert [scores[reply].value for reply in REPLIES] == [1.0, 0.0, -1.0, -1.0, -1.0], scores
        servers.close_all()
    print(f"inspect-ai {importlib.metadata.version('inspect-ai')}: evaluates the task of the page")


if __name__ == "__main__":
    main()
