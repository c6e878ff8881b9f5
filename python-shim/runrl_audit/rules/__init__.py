"""All rules, by what they look at. Importing this registers them."""

from runrl_audit.rules import answers, comparison, failures, formats, programs, scores, state

__all__ = ["answers", "comparison", "failures", "formats", "programs", "scores", "state"]
