"""
`compute_score` for verl, to be loaded by path or as a package:

    reward.custom_reward_function.path=pkg://runrl_sandbox.adapters.verl
    reward.custom_reward_function.name=compute_score_async
    +reward.custom_reward_function.reward_kwargs.server=ipc:///tmp/rewards/socket
    +reward.custom_reward_function.reward_kwargs.on_failure=0.0

verl executes a file that it loads by path without `sys.modules`, and Ray sends its functions by value: so there is
nothing in this one but them. Settings: `ScoreSettings` in verl_score.py.
"""

from typing import Any

from runrl_sandbox.adapters.verl_score import score, score_async


def compute_score(
    data_source: Any, solution_str: str, ground_truth: Any, extra_info: Any = None, **settings: Any
) -> dict[str, Any]:
    """Scores one sample, in whichever thread verl calls from. The only form that the manager `remote` takes."""
    return score(data_source, solution_str, ground_truth, extra_info, settings)


async def compute_score_async(
    data_source: Any, solution_str: str, ground_truth: Any, extra_info: Any = None, **settings: Any
) -> dict[str, Any]:
    """Scores one sample, awaited: as many at the same time as there are samples, and no threads."""
    return await score_async(data_source, solution_str, ground_truth, extra_info, settings)
