"""What `check` runs inside the sandbox with the user's own interpreter: static analysis of a reward file."""
