"""
Stands in for rLLM, which is not on PyPI: the few classes that docs/trainers/rllm.md meets, with the fields and the
behaviour that they have in 0.3.0.pre.
"""
