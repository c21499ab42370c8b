"""Last generated source, compilation and launch of this process, which tuning repeats."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np

    from custom_compiler.autokernel.mskl.arguments import Declared


@dataclass(frozen=True)
class TilingOutput:
    """Result of a tiling function.

    Attributes:
        blockdim: Number of blocks.
        workspace_size: Bytes, with 75 MiB more than the function asks for, as in mskl.
        workspace: As many bytes, all 0.
        tiling_data: The bytes that the kernel reads.
        tiling_key: Selects a kernel of the binary.
    """

    blockdim: int
    workspace_size: int
    workspace: np.ndarray[Any, np.dtype[np.uint8]]
    tiling_data: np.ndarray[Any, np.dtype[np.uint8]]
    tiling_key: int


@dataclass
class Context:
    """The last of each.

    Attributes:
        kernel_name: Of the function that is launched.
        kernel_file: Its source, or an executable's.
        declared: What `Launcher` found the kernel to be called with.
        build_script: Of the last compile.
        blocks: Of the last launch.
        arguments: Of the last launch, or of the last run of an executable.
        tiling: What `tiling_func` returned.
        only_noted: Executables are neither compiled nor run: `autotune_v2` wants to know of what.
    """

    kernel_name: str = ""
    kernel_file: str = ""
    declared: Declared | None = None
    build_script: str = ""
    blocks: int = 0
    arguments: tuple[Any, ...] | None = None
    tiling: TilingOutput | None = None
    only_noted: bool = False


last = Context()


def forget() -> None:
    """Reset to the state before the first call."""
    vars(last).update(vars(Context()))
