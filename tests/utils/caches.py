"""Caches of tests that do not look into them."""

from __future__ import annotations

import os
from pathlib import Path

# Names a folder of this run of the tests for precompiled kernel headers; conftest.py sets it.
KERNEL_HEADERS = "CUSTOM_COMPILER_TEST_KERNEL_HEADERS"


def cache_with_headers(folder: Path) -> str:
    """Return `folder` as a cache whose precompiled kernel headers are those of all such caches.

    Precompiling takes 5 seconds, and a kernel 1.
    """
    folder.mkdir(parents=True, exist_ok=True)
    headers = folder / "pch"
    if not headers.exists():
        headers.symlink_to(os.environ[KERNEL_HEADERS], target_is_directory=True)
    return str(folder)
