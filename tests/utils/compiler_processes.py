"""Compilers at work below a process."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path


def is_compiling(process: int) -> bool:
    """Tell whether a descendant of the process is the compiler itself, of g++ or of clang++."""
    parents: dict[int, int] = {}
    compilers = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # it has ended
            pid = int(stat.parent.name)
            name, _, fields = stat.read_text().partition(" (")[2].rpartition(") ")
            parents[pid] = int(fields.split()[1])
            compilers += [pid] if name in {"cc1plus", "clang++"} else []
    for compiler in compilers:
        pid = compiler
        while pid := parents.get(pid, 0):
            if pid == process:
                return True
    return False
