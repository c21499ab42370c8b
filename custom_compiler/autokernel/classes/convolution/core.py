"""Convolutions on AI cores: what can be set, and how the kernel of `cores.py` is called.

Blocks of the product are set as those of the matmul class; what windows see is written in tiles of
whole rows, as many as there is room for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from custom_compiler.autokernel.aicore.body import Variants
from custom_compiler.autokernel.aicore.grid import PLANES
from custom_compiler.autokernel.aicore.kernels import Call
from custom_compiler.autokernel.aicore.sight import refused
from custom_compiler.autokernel.aicore.steps import SIZES
from custom_compiler.autokernel.classes.convolution.cores import members_of, unfolded
from custom_compiler.autokernel.classes.matmul import core as products
from custom_compiler.autokernel.describe.sizes import evaluate

if TYPE_CHECKING:
    from collections.abc import Mapping

    from custom_compiler.autokernel.aicore.kernels import Platform
    from custom_compiler.autokernel.describe.tree import Operator
    from custom_compiler.search.space import Space

_KERNEL = "custom_compiler.autokernel.classes.convolution.cores:convolve"
_LIBRARY = 16 << 20  # bytes of the workspace that the library has in a launch from Python
_ALIGNED = 512  # bytes
_REPEATS = 255  # of one instruction


def numbers_of(operator: Operator, sizes: Mapping[str, int]) -> dict[str, int]:
    """The sizes of a call by the names of the kernel's parameters."""
    found = unfolded(operator)
    image = found.image.axes

    def of(size: Any) -> int:
        return int(evaluate(size, sizes))

    members = members_of(operator)
    filters = of(found.filters.size)
    return {
        "images": of(image[0].size),
        "groups": 1 if members is None else filters // of(members),
        "channels": of(image[1].size),
        "height": of(image[2].size),
        "width": of(image[3].size),
        "filters": filters,
        "out_height": of(found.rows.windows.size),
        "out_width": of(found.columns.windows.size),
        "kernel_h": of(found.rows.kernel.size),
        "kernel_w": of(found.columns.kernel.size),
    }


def extents(operator: Operator, numbers: Mapping[str, int]) -> products.Extents:
    """The sizes of the product of matrices."""
    taps = numbers["kernel_h"] * numbers["kernel_w"]
    return products.Extents(
        numbers["images"] * numbers["groups"],
        numbers["filters"] // numbers["groups"],
        numbers["out_height"] * numbers["out_width"],
        numbers["channels"] // numbers["groups"] * taps,
        SIZES[unfolded(operator).image.dtype],
    )


def core_space(operator: Operator, sizes: Mapping[str, int], platform: Platform) -> Space:
    """What can be set of the product; half of the unified buffer is for what windows see."""
    of = extents(operator, numbers_of(operator, sizes))
    return products.space_of(unfolded(operator).roles, of, platform.ub_size // 2)


def core_default(
    operator: Operator, sizes: Mapping[str, int], platform: Platform
) -> dict[str, int]:
    """The formula of the matmul class."""
    of = extents(operator, numbers_of(operator, sizes))
    workers = 2 * platform.cube_num
    return products.default_of(unfolded(operator).roles, of, workers, platform.ub_size // 2)


def core_call(
    operator: Operator,
    sizes: Mapping[str, int],
    setting: Mapping[str, int],
    platform: Platform,
) -> Call:
    """What a setting makes of the kernel's arguments."""
    import numpy as np

    numbers = numbers_of(operator, sizes)
    of = extents(operator, numbers)
    rows, columns = _tile(operator, numbers, platform.ub_size // 2, platform.core_num)
    places = numbers["out_height"] * numbers["out_width"]
    matrix = of.batch * of.k * places * of.itemsize
    product_at = _LIBRARY + -(-matrix // _ALIGNED) * _ALIGNED
    arguments = {
        **numbers,
        **setting,
        "rows": rows,
        "columns": columns,
        "matrix_at": _LIBRARY,
        "product_at": product_at,
        "workspace": np.empty(product_at + of.batch * of.m * of.n * 4, np.uint8),
        "variants": Variants((operator,)),
    }
    return Call(_KERNEL, platform.cube_num, arguments)


def _tile(
    operator: Operator, numbers: Mapping[str, int], ub_size: int, cores: int
) -> tuple[int, int]:
    """Rows and columns of a tile of what windows see.

    Raises:
        MisuseError: no tile fits.
    """
    found = unfolded(operator)
    size = SIZES[found.image.dtype]
    groups = numbers["images"] * -(-numbers["channels"] // PLANES)
    wanted = max(1, numbers["out_height"] * groups // cores)
    for columns in (numbers["out_width"], 256, 128, 64, 32, 16):
        for rows in range(min(wanted, numbers["out_height"]), 0, -1):
            seen_rows = (rows - 1) * found.rows.stride
            seen_rows += (numbers["kernel_h"] - 1) * found.rows.dilation + 1
            if columns >= numbers["out_width"]:
                seen = _whole(min(seen_rows, numbers["height"]) * numbers["width"])
                made = _whole(rows * numbers["out_width"])
                longest = seen
            else:
                across = (columns - 1) * found.columns.stride
                across += (numbers["kernel_w"] - 1) * found.columns.dilation + 1
                longest = _whole(min(across, numbers["width"]))
                seen, made = seen_rows * longest, rows * _whole(columns)
            fits = PLANES * size * (2 * seen + 3 * made) <= ub_size
            if fits and longest <= _REPEATS * 32 // size and made <= _REPEATS * 8:
                return rows, columns
    raise refused(f"windows of {numbers['kernel_h']} x {numbers['kernel_w']}, so large,")


def _whole(count: int) -> int:
    return -(-count // PLANES) * PLANES
