"""Another process that uses the memory of a test."""

from __future__ import annotations

import ctypes
import subprocess
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


class Importer:
    """A process that adds up 64 bytes of memory that is shared with it, and sets them to 9.

    `code` gets `libraries` as its argument, prints its process ID, and answers one line with two
    numbers: the status and the sum.
    """

    def __init__(self, code: str, libraries: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", code, str(libraries)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout
        self.pid = (ctypes.c_int32 * 1)(int(self.process.stdout.readline()))

    def read(self, what: str, name: object) -> tuple[int, ...]:
        out, _ = self.process.communicate(f"{what} {name}\n", timeout=60)
        return tuple(map(int, out.split()))
