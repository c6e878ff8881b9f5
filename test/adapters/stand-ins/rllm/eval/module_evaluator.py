"""How a file `tests/evaluate.py` is found and called. What it raises is a reward of 0, as in rLLM."""

import importlib.util
from dataclasses import dataclass, field


@dataclass
class Signal:
    name: str
    value: float


@dataclass
class EvalOutput:
    reward: float
    is_correct: bool
    signals: list[Signal] = field(default_factory=list)
    metadata: dict = field(default_factory=dict)


class PythonModuleEvaluator:
    def __init__(self, function):
        self.function = function

    @classmethod
    def from_module(cls, dataset_dir, module_path="tests.evaluate", function="evaluate"):
        file = dataset_dir / (module_path.replace(".", "/") + ".py")
        spec = importlib.util.spec_from_file_location(f"_rllm_verifier_{dataset_dir.name}", file)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return cls(getattr(module, function))

    def evaluate(self, task, episode):
        last = episode.trajectories[-1]
        trajectory = {"uid": last.uid, "name": last.name, "task": last.task, "output": last.output or "", "steps": []}
        try:
            result = self.function(metadata=task.metadata, trajectory=trajectory)
        except Exception as error:
            return EvalOutput(0.0, False, metadata={"error": f"verifier exception: {error}"})
        reward = float(result["reward"])
        signals = [Signal(name, float(value)) for name, value in result.get("signals", {}).items()]
        return EvalOutput(reward, result.get("is_correct", reward >= 1.0), signals, result.get("metadata", {}))
