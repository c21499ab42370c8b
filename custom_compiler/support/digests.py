"""Hashes of files that others name."""

from __future__ import annotations

import hashlib
import os
import stat
from contextlib import suppress


def plain_file_digest(path: str) -> str:
    """Return the SHA-256 of a file whose path may be anything; "" for what is no plain file."""
    with suppress(OSError, ValueError):
        status = os.stat(path)
        if stat.S_ISREG(status.st_mode):
            with open(path, "rb") as file:
                return hashlib.sha256(file.read(status.st_size)).hexdigest()
    return ""
