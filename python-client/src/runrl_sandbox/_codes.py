# Generated from src/errors/refusals.ts and src/outcome.ts by scripts/generate-errors.ts. Do not edit.
"""The words that servers use: statuses of outcomes, and kinds of refusals."""

from __future__ import annotations

from typing import Final, Literal

Status = Literal["ok", "raised", "invalid", "crashed", "timeout", "memory", "tampered", "cancelled", "lost"]
Family = Literal["ok", "module", "limit", "evidence", "caller", "ours"]
Level = Literal["namespaces", "landlock", "none"]

#: Who a status speaks of: the module's code, a limit, evidence of tampering, the caller, or the sandbox itself.
FAMILY_OF: Final[dict[Status, Family]] = {
    "ok": "ok",
    "raised": "module",
    "invalid": "module",
    "crashed": "module",
    "timeout": "limit",
    "memory": "limit",
    "tampered": "evidence",
    "cancelled": "caller",
    "lost": "ours",
}

#: The exception that a refusal of this kind is raised as, where it is not `Refused` itself.
CLASS_OF_KIND: Final = {
    "malformed": "Invalid",
    "unauthorized": "Unauthorized",
    "forbidden": "Unauthorized",
    "unknown-module": "UnknownModule",
    "unknown-episode": "UnknownEpisode",
    "episode-ended": "EpisodeEnded",
    "cannot-branch": "CannotBranch",
    "too-large": "TooLarge",
    "invalid": "Invalid",
    "busy": "Busy",
    "module-failed": "ModuleFailed",
}
