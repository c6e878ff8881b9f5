"""`python -m runrl_sandbox_server`. The client runs it by its path, so that no folder of the user is searched first."""

from runrl_sandbox_server import main

if __name__ == "__main__":
    main()
