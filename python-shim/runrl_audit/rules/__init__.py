"""All rules, by what they look at. Importing this registers them."""

from runrl_audit.rules import answers, comparison, environment, failures, formats, programs, scores, state

__all__ = ["answers", "comparison", "environment", "failures", "formats", "programs", "scores", "state"]
