"""
Scores completions with reward functions and environments that run confined, outside of the trainer.

    from runrl_sandbox import Sandbox

    with Sandbox.spawn("reward.py") as sandbox:
        outcome = sandbox.score("The answer is 18", expected_result=18.0)
        print(outcome.status, outcome.reward)
"""

from .aio import AsyncEpisode, AsyncSandbox
from .audit import Audit
from .calls import Call
from .errors import (
    Busy,
    CannotBranch,
    Closed,
    EpisodeEnded,
    Invalid,
    ModuleFailed,
    NotSendable,
    NotStarted,
    Refused,
    SandboxError,
    TooLarge,
    Unauthorized,
    Unavailable,
    UnknownEpisode,
    UnknownModule,
    WaitTimeout,
)
from .outcome import Evidence, Outcome, OutcomeError, StepOutcome
from .sandbox import Episode, Sandbox
from .waiting import CallFuture

__all__ = [
    "AsyncEpisode",
    "AsyncSandbox",
    "Audit",
    "Busy",
    "Call",
    "CallFuture",
    "CannotBranch",
    "Closed",
    "Episode",
    "EpisodeEnded",
    "Evidence",
    "Invalid",
    "ModuleFailed",
    "NotSendable",
    "NotStarted",
    "Outcome",
    "OutcomeError",
    "Refused",
    "Sandbox",
    "SandboxError",
    "StepOutcome",
    "TooLarge",
    "Unauthorized",
    "Unavailable",
    "UnknownEpisode",
    "UnknownModule",
    "WaitTimeout",
]
