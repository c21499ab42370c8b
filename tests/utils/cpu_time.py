"""CPU time, which unlike the clock does not depend on what else the machine does."""

from __future__ import annotations

import resource


def cpu_seconds() -> float:
    """Return the CPU time of this process and of the processes that it has waited for."""
    usages = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)
