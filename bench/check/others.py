"""Other checkers as `--checker` wants them: `others.py TOOL MODULE PROMPTS` prints JSON with a verdict and findings.

TOOL is `falsepass`, `rewardlint` or `rewardprobe`, of PyPI, and on the PATH:

    npm run bench:check -- --track unseen --checker 'python3 bench/check/others.py rewardlint {module} {prompts}'
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

SECONDS = 100


def said(module: Path, *command: str) -> Any:
    """What a command prints as JSON, started beside the module."""
    environment = {**os.environ, "PYTHONPATH": str(module.parent)}
    ended = subprocess.run(
        command, cwd=module.parent, env=environment, capture_output=True, text=True, timeout=SECONDS, check=False
    )
    text = ended.stdout
    # rewardprobe breaks lines within its strings.
    return json.loads(text[min(at for at in (text.find("{"), text.find("[")) if at >= 0) :], strict=False)


def finding(rule: object, severity: str) -> dict[str, str]:
    """One finding."""
    return {"rule": str(rule), "severity": severity}


def findings_of(tool: str, module: Path, prompts: Path) -> list[dict[str, str]]:
    """What a tool finds; `critical` is what it calls an exploit."""
    if tool == "falsepass":
        return [finding("hint", "warning") for _ in said(module, "falsepass", "scan", "--json", str(module))]
    if tool == "rewardlint":
        report = said(module, "rewardlint", "audit", f"{module}:reward_fn", "-f", "json")
        if report["n_exploits_accepted"] > 0:
            return [finding("exploit accepted", "critical")]
        return [] if report["passed"] else [finding("refuses or accepts other cases", "warning")]
    target = f"{module.stem}::reward_fn"
    report = said(module, "rewardprobe", "test", target, "--adapter", "raw", "-d", str(prompts), "--json")
    return [
        finding(each["attack"], each["severity"].lower())
        for family in report["families"]
        for each in family["findings"]
    ]


def main(tool: str, module: str, prompts: str) -> None:
    """Prints one report."""
    findings = findings_of(tool, Path(module).resolve(), Path(prompts).resolve())
    is_hackable = any(each["severity"] == "critical" for each in findings)
    print(json.dumps({"verdict": "HACKABLE" if is_hackable else "NO EXPLOIT FOUND", "findings": findings}))


if __name__ == "__main__":
    main(*sys.argv[1:])
