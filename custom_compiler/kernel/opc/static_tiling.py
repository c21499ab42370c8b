"""Decisions of a tiling function for one call, which become constants of its static kernel."""

from __future__ import annotations

from typing import NamedTuple


class StaticTiling(NamedTuple):
    """The decisions of one tiling.

    `tiling_cond` and `local_memory_size` (bytes) are for the runtime's launch.
    """

    tiling_key: int
    block_dim: int
    workspaces: tuple[int, ...]  # bytes of each, the system's part included
    schedule_mode: int
    local_memory_size: int
    clear_atomic: bool  # the workspace is to be cleared before the launch
    tiling_cond: int
    data: bytes  # what the kernel reads through its tiling argument
    call: str = ""  # stands for all that the tiling function saw, in knowledge banks; "": not known
