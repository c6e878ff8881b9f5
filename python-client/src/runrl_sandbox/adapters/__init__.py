"""
Reward files in the shape that trainers expect: `trl`, `verl`, `verifiers`, and for all others `scorer`.

None of them imports its trainer. docs/trainers/ has the lines to write for each, and what becomes of calls that fail.
"""
