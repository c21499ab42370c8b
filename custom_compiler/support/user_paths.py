"""Paths as users give them."""

from __future__ import annotations

import os
from pathlib import Path


def user_path(path: str | Path) -> Path:
    """Return `path` absolute, ~ replaced by the home directory, links unresolved.

    Only what stands before a `..` has its links resolved: the parent of a link is that of its
    target, as everywhere else in the system.
    """
    parts = Path.cwd().joinpath(os.path.expanduser(path)).parts  # never raises
    ups = [number for number, part in enumerate(parts) if part == ".."]
    if not ups:
        return Path(*parts)
    split = ups[-1] + 1
    return Path(os.path.realpath(Path(*parts[:split])), *parts[split:])
