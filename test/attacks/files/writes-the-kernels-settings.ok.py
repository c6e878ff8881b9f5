"""Writes where the kernel reads what it does: the program for core dumps, magic keys, settings.

stopped_by: not root, in a user namespace of its own
plain bwrap: stopped
"""


def attack():
    paths = ["sys/kernel/core_pattern", "sysrq-trigger", "sys/vm/drop_caches", "sys/vm/overcommit_memory"]
    paths += ["sys/fs/binfmt_misc/register", "sys/kernel/modprobe", "sys/kernel/hostname", "sys/net/ipv4/ip_forward"]
    paths += ["sys/user/max_user_namespaces", "irq/default_smp_affinity", "acpi/wakeup"]
    for path in paths:
        try:
            with open(f"/proc/{path}", "r+") as file:
                file.write(file.read() or "1")
                file.flush()
            return 1.0
        except OSError:
            continue
    return 0.0
