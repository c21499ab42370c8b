"""The text that makes a kernel static: what its tiling decided, before the user's source.

Its form: `tikcfw/detail/core/static_entry.h`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from custom_compiler.kernel.opc.static_tiling import StaticTiling

_ALIGNMENT = 32
# Kernels read whole 32-byte blocks, also of the last value.
_BEHIND = 2 * _ALIGNMENT
_BYTES_PER_LINE = 32


class StaticEntry(NamedTuple):
    """Data of a static kernel's entry."""

    tiling: StaticTiling
    kernel_type: int  # KernelMetaType, as the kernel for all shapes has it with this tiling key


def static_head(entry: StaticEntry, arguments: int, structure: int) -> str:
    """Return the text; launches have `arguments` slots, tiling data at most `structure` bytes."""
    tiling = entry.tiling
    data = tiling.data.ljust(max(len(tiling.data), structure), b"\0")
    data += bytes(-len(data) % _ALIGNMENT + _BEHIND)
    lines = "".join(
        ", ".join(map(str, data[i : i + _BYTES_PER_LINE])) + ",\n"
        for i in range(0, len(data), _BYTES_PER_LINE)
    )
    return f"""\
#undef TILING_KEY_VAR
#define TILING_KEY_VAR {tiling.tiling_key}ul
#undef ASCENDC_TPL_WANTED_
#define ASCENDC_TPL_WANTED_(key) ((key) == TILING_KEY_VAR)
#define ASCENDC_STATIC_BLOCK_NUM {tiling.block_dim}
#define ASCENDC_STATIC_ARGUMENTS {arguments}
alignas({_ALIGNMENT}) static const unsigned char ascendc_static_tiling[] = {{
{lines}}};
#include "detail/core/static_entry.h"
KERNEL_TASK_TYPE({tiling.tiling_key}ul, {entry.kernel_type});
"""
