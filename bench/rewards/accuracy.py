"""What open-r1 and TRL call `accuracy_reward`, for one completion: by math-verify, which must be installed."""

from latex2sympy2_extended import NormalizationConfig
from math_verify import LatexExtractionConfig, parse, verify

BOXED = LatexExtractionConfig(
    normalization_config=NormalizationConfig(
        nits=False, malformed_operators=False, basic_latex=True, boxed="all", units=True
    ),
    boxed_match_priority=0,
    try_extract_without_anchor=False,
)


def reward_fn(completion, solution, **kwargs):
    gold = parse(solution, extraction_mode="first_match")
    answer = parse(completion, extraction_config=[BOXED], extraction_mode="first_match")
    return float(verify(gold, answer))
