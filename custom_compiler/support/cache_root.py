"""Folder of cached files."""

from __future__ import annotations

import os

CACHE_VARIABLE = "CUSTOM_COMPILER_CACHE"


def cache_root() -> str:
    """Return the directory of the cache: CUSTOM_COMPILER_CACHE, else the user's cache directory."""
    explicit = os.environ.get(CACHE_VARIABLE)
    if explicit:
        return os.path.abspath(explicit)
    base = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return os.path.join(base, "custom_compiler")
