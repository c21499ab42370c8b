"""Lines in the form of CANN's msopgen, and failures with its exit codes.

Codes and texts are those of msopgen 8.1 and 26.0, observed and documented; scripts read them.
"""

from __future__ import annotations

import os
import sys
import time
from enum import IntEnum


class Code(IntEnum):
    """Exit codes of msopgen; what a shell sees of codes above 255 is their low byte."""

    FRAMEWORK = 11
    OUTPUT = 12
    INPUT = 13
    UNIT = 14
    MODE = 15
    PARAMETER = 17
    OPERATOR = 18
    PATH = 101
    OPEN = 103
    WRITE = 108
    READ = 109
    DATA = 112
    SCRIPT = 113
    NUMBERS = 114
    LANGUAGE = 1005 & 0xFF


class MsopgenError(Exception):
    """Error that ends the command: an error line for each of `lines`, and the exit code `code`."""

    def __init__(self, code: Code, *lines: str) -> None:
        super().__init__("\n".join(lines))
        self.code = code
        self.lines = lines


def info(text: str) -> None:
    """Print a line of progress."""
    _say("INFO", text)


def warn(text: str) -> None:
    """Print a warning; the exit code stays."""
    _say("WARNING", text)


def error(text: str) -> None:
    """Print an error."""
    _say("ERROR", text)


def _say(level: str, text: str) -> None:
    now = time.strftime("%Y-%m-%d %H:%M:%S")
    line = "".join(char if char.isprintable() else f"\\x{ord(char):02x}" for char in text)
    sys.stdout.write(f"{now} ({os.getpid()}) - [{level}] {line}\n")
    sys.stdout.flush()
