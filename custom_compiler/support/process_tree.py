"""Descendants of a process: find them, read their memory use, end them."""

from __future__ import annotations

import os
import signal
import time
from contextlib import suppress

_PAGE = os.sysconf("SC_PAGE_SIZE")


def children(pid: int) -> list[int]:
    """Return the child processes of `pid`."""
    children_found: list[int] = []
    with suppress(OSError):
        for thread in os.listdir(f"/proc/{pid}/task"):
            with suppress(OSError), open(f"/proc/{pid}/task/{thread}/children", "rb") as file:
                children_found += map(int, file.read().split())
    return children_found


def below(pid: int) -> list[int]:
    """Return all descendants of `pid`."""
    descendants: list[int] = []
    waiting = children(pid)
    while waiting:
        child = waiting.pop()
        descendants.append(child)
        waiting += children(child)
    return descendants


def resident(pids: list[int]) -> int:
    """Return the physical memory of the processes in bytes, with shared pages counted for each."""
    pages = 0
    for pid in pids:
        with suppress(OSError), open(f"/proc/{pid}/statm", "rb") as file:
            pages += int(file.read().split()[1])
    return pages * _PAGE


def end_below(pid: int, spared: frozenset[int] = frozenset()) -> None:
    """Kill what is below `pid` but the children in `spared` and what is below these.

    `pid` must be this process, or one that is gone soon: orphans come to whoever adopts them.
    """
    while True:
        victims = [child for child in children(pid) if child not in spared]
        if not victims:
            return
        for victim in [*(each for child in victims for each in below(child)), *victims]:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(victim, signal.SIGKILL)
        for victim in victims:
            with suppress(ChildProcessError):
                os.waitpid(victim, 0)
        time.sleep(0)
