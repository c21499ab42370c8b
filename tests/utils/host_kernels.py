"""Operators' kernels on this machine, by the schedules of their classes, and arrays for them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from custom_compiler.autokernel.classes import scheduled
from custom_compiler.autokernel.host.call import HostKernel
from custom_compiler.autokernel.host.library import build
from custom_compiler.autokernel.host.lower import Version
from custom_compiler.autokernel.host.targets import find_target

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from custom_compiler.autokernel.describe.tree import Operator


def kernel(
    described: Operator,
    folder: Path,
    *sizes: Mapping[str, int] | None,
    target: str = "host",
    setting: Mapping[str, Any] | None = None,
) -> HostKernel:
    """The kernel of a class's schedule, with a version for each of the sizes; none: for any."""
    chosen = find_target(target)
    versions = [
        Version(scheduled(described, each, chosen, setting), chosen) for each in sizes or (None,)
    ]
    return HostKernel(build(versions, described.name, folder))


def shifted(array: np.ndarray, offset: int) -> np.ndarray:
    """A copy that begins `offset` bytes after a multiple of 64."""
    memory = np.zeros(array.nbytes + 128, np.uint8)
    start = -memory.ctypes.data % 64 + offset
    copy = memory[start : start + array.nbytes].view(array.dtype).reshape(array.shape)
    copy[...] = array
    return copy
