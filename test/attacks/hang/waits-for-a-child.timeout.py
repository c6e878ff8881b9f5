"""Starts a program and waits for it.

stopped_by: the agent's deadline; the child dies with the namespace
plain bwrap: succeeds
"""

import subprocess
import sys


def attack():
    subprocess.run([sys.executable, "-c", "import time; time.sleep(3600)"], check=True)
