"""The runtime's own use of memory, watched by the C library's allocator checks."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.slow
def test_streams_under_the_allocators_checks(cann_home: Path) -> None:
    """Threads end while the fibers that they ran go on elsewhere; nothing may write to them."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:xdist", "-p", "no:faulthandler"]
    done = subprocess.run(
        [*command, str(Path(__file__).with_name("test_streams.py"))],
        env={
            **os.environ,
            "CUSTOM_COMPILER_TEST_CANN": str(cann_home),
            "LD_PRELOAD": "libc_malloc_debug.so.0",
            "MALLOC_CHECK_": "3",
            "PYTHONMALLOC": "malloc",
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert "cannot be preloaded" not in done.stderr  # glibc 2.34 or newer
    assert done.returncode == 0, done.stdout + done.stderr
