from __future__ import annotations

import re

TAG = re.compile(r"<count>([^<>]{0,40})</count>")


def _as_int(raw: str) -> int | None:
    raw = raw.strip()
    return int(raw) if re.fullmatch(r"[0-9]{1,6}", raw) else None


def _predicted(completion: str) -> int | None:
    tags = TAG.findall(completion)
    if len(tags) != 1:
        return None
    return _as_int(tags[0])


def reward_fn(completion: str, **kwargs) -> tuple[float, dict]:
    """1 for the exact number of log lines, a little for being one off."""
    expected = kwargs.get("n_lines")
    predicted = _predicted(completion)

    info = {"has_count": float(predicted is not None), "unlabelled": 0.0}
    if not expected:
        info["unlabelled"] = 1.0
        return 0.0, info
    if not predicted:
        return 0.0, info

    off = abs(predicted - int(expected))
    info["off_by"] = float(off)
    if off == 0:
        return 1.0, info
    if off == 1:
        return 0.1, info
    return 0.0, info
