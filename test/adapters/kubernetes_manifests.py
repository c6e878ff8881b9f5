# requirements: kubernetes.txt
"""The manifests, against the schemas that Kubernetes publishes, and KEDA's ScaledObject against its own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import kubernetes_validate
import yaml
from cloudcoil.models.keda.v1alpha1 import ScaledObject
from kubernetes_validate import ValidationError

FOLDER = Path(__file__).parents[2] / "sandbox/container"
#: The oldest with user namespaces for pods that need no feature gate.
VERSION = "1.33"


def is_refused(document: dict[str, Any]) -> bool:
    try:
        kubernetes_validate.validate(document, VERSION, strict=True)
    except ValidationError:
        return True
    return False


def main() -> None:
    count = 0
    for path in sorted(FOLDER.glob("kubernetes*.yaml")):
        for document in yaml.safe_load_all(path.read_text()):
            if document["kind"] == "ScaledObject":
                scaled = ScaledObject.model_validate(document)
                assert scaled.spec is not None
                assert scaled.spec.triggers[0].type == "prometheus"
                wrong = {**document, "spec": {**document["spec"], "triggers": "none"}}
                try:
                    ScaledObject.model_validate(wrong)
                except ValueError:
                    pass
                else:
                    raise AssertionError("a ScaledObject that is wrong is taken")
            else:
                kubernetes_validate.validate(document, VERSION, strict=True)
                assert is_refused({**document, "speck": {}}), "a field that there is not is taken"
            count += 1
        print(f"  {path.name}: ok")
    assert count >= 9


if __name__ == "__main__":
    main()
