"""Takes itself out of the line of those that the kernel kills first when memory runs out.

stopped_by: /proc is read-only
plain bwrap: succeeds
"""


def attack():
    try:
        with open("/proc/self/oom_score_adj", "w") as file:
            file.write("0")
        with open("/proc/self/oom_score_adj") as file:
            return float(file.read().strip() == "0")
    except OSError:
        return 0.0
