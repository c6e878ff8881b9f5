"""
Reward files in the shape that trainers expect: `trl`, `verl`, `verifiers`, each a module of its own.

None of them imports its trainer. docs/adapters.md says what to write for each, and what becomes of calls that fail.
"""
