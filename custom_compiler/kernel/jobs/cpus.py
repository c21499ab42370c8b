"""Number of CPUs that this process may use."""

from __future__ import annotations

import math
import os
from contextlib import suppress


def usable_cpus() -> int:
    """Return the number of CPUs by affinity and by the quota of the control group, at least 1."""
    return max(1, min([len(os.sched_getaffinity(0)), *_quotas("/sys/fs/cgroup")]))


def _quotas(root: str) -> list[int]:
    """Return the number of CPUs in the quotas of this process's control groups, rounded up."""
    quotas = []
    for folder in _own_groups(root):
        with suppress(OSError, ValueError), open(f"{folder}/cpu.max", encoding="ascii") as file:
            quota, period = file.read().split()
            quotas.append(math.ceil(int(quota) / int(period)))  # "max": no quota
    for folder in (f"{root}/cpu", f"{root}/cpu,cpuacct"):
        with suppress(OSError, ValueError):
            quota, period = (_read(f"{folder}/cpu.cfs_{name}_us") for name in ("quota", "period"))
            if int(quota) > 0:
                quotas.append(math.ceil(int(quota) / int(period)))
    return quotas


def _own_groups(root: str) -> list[str]:
    """Return the folder of the own control group (version 2) and of those above it."""
    folders = [root]
    with suppress(OSError), open("/proc/self/cgroup", encoding="utf-8") as file:
        for line in file:
            number, _, path = line.rstrip("\n").split(":", 2)
            if number == "0":
                for name in path.split("/"):
                    if name:
                        folders.append(os.path.join(folders[-1], name))
    return folders


def _read(path: str) -> str:
    with open(path, encoding="ascii") as file:
        return file.read()
