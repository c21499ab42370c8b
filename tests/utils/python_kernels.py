"""Kernels in Python, and tests that take the device away from everybody in their process."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from custom_compiler.asc.runtime import acl


@contextmanager
def device_given_back(cann_home: Path) -> Iterator[None]:
    """For tests that reset devices by force, and want the part that nobody has chosen.

    Libraries of one name are one library in a process: what tests before had kernels in Python for
    is given back, and their part is chosen again afterwards.
    """
    acl.finish()
    runtime = ctypes.CDLL(str(cann_home / "lib64/libruntime.so"))
    part = ctypes.create_string_buffer(64)
    assert runtime.rtGetSocVersion(part, len(part)) == 0
    default = os.environ.get("ASCENDC_SOC_VERSION", "Ascend910B3")
    assert runtime.rtSetSocVersion(default.encode()) == 0
    yield
    assert runtime.rtSetSocVersion(part) == 0
