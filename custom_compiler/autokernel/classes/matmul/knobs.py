"""Settings of matrix products on host CPUs: a tile of the output in registers.

There are two methods. With vectors along the output's last axis, elements of the left factor are
broadcast to a vector. The right factor is read in place, or packed in panels as wide as a tile, so
that consecutive reads are contiguous. With vectors along the depth, which is the last axis of both
factors as in fully connected layers, each element of a tile is a vector, summed at the end.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from custom_compiler.autokernel.describe.sizes import evaluate
from custom_compiler.autokernel.describe.tree import Input, accumulator
from custom_compiler.search.space import Knob, Space

if TYPE_CHECKING:
    from collections.abc import Mapping

    from custom_compiler.autokernel.classes.matmul.roles import Roles
    from custom_compiler.autokernel.describe.sizes import Size
    from custom_compiler.autokernel.describe.tree import Axis
    from custom_compiler.autokernel.host.targets import HostTarget
    from custom_compiler.search.space import Value

_ROWS = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 13, 14)
_COLUMNS = (1, 2, 3, 4, 5, 6, 8)
_PANELS = (1, 2, 4, 5, 10, 20)
_FEW_PANELS = (1, 2)  # of a factor that is transposed while it is packed
_TILES = (1, 2, 3, 4, 8, 16)
_UNROLL = (1, 2, 4, 8, 10, 16)
_PACKED_BYTES = 1 << 20  # of panels that are packed together: half of a cache of 2 MiB
_COMMON_DEPTH = 1024  # where a call decides it
_TASK_ROWS = 32  # of the left factor that stay in the first cache while panels go by
_FEW_ROWS = 96  # up to which the right factor is better read where it lies


@dataclass(frozen=True)
class MatmulSizes:
    """Static sizes: None where a call decides. `rows` is 1 without rows."""

    rows: int | None
    columns: int | None
    depth: int | None
    work: int | None


def space(parts: Roles, sizes: Mapping[str, int] | None, target: HostTarget) -> Space:
    """Return the space of settings.

    `along_depth` and `packed` choose the method. A tile has `rows` rows and `columns` columns
    (vectors if they are along the columns). `panels` are packed together, `tiles` of rows use each
    before the next one, and `unroll` steps of the depth are unrolled.
    """

    def allowed(setting: Mapping[str, Value]) -> bool:
        return _is_legal(
            parts, static_sizes, {name: int(setting[name]) for name in setting}, target
        )

    static_sizes = static_sizes_of(parts, sizes)
    knobs = (
        Knob("along_depth", (0, 1)),
        Knob("packed", (0, 1)),
        Knob("rows", _ROWS),
        Knob("columns", _COLUMNS),
        Knob("panels", _PANELS),
        Knob("tiles", _TILES),
        Knob("unroll", _UNROLL),
    )
    return Space(knobs, allowed)


def default(parts: Roles, sizes: Mapping[str, int] | None, target: HostTarget) -> dict[str, int]:
    """Return tiles that fill the registers and, where sizes are known, are nearly full at edges."""
    static_sizes = static_sizes_of(parts, sizes)
    few = static_sizes.rows is not None and static_sizes.rows <= _FEW_ROWS
    methods = [{"along_depth": 1, "packed": 0}] if few else []
    if few and accumulator(parts.right.dtype) == parts.right.dtype:  # else converted every time
        methods.append({"along_depth": 0, "packed": 0})
    for method in (*methods, {"along_depth": 0, "packed": 1}):
        most = static_sizes.rows or _TASK_ROWS if method["along_depth"] else _TASK_ROWS
        settings = [
            {
                **method,
                "rows": rows,
                "columns": columns,
                "panels": 1,
                "tiles": count,
                "unroll": unroll,
            }
            for rows in _ROWS
            for columns in _COLUMNS
            for count in (8, 4, 3, 2, 1)
            for unroll in (8, 2, 1)
            if count == 1 or rows * count <= most
        ]
        legal = [setting for setting in settings if _is_legal(parts, static_sizes, setting, target)]
        if legal:
            best = max(legal, key=lambda setting: _efficiency(static_sizes, setting, target, parts))
            is_transposed = parts.right.free[-1] == parts.depth
            return max(
                (
                    {**best, "panels": panels}
                    for panels in (_FEW_PANELS if is_transposed else _PANELS)
                ),
                key=lambda setting: (
                    setting["panels"] * _is_legal(parts, static_sizes, setting, target)
                ),
            )
    raise AssertionError("a packed tile of one row and one vector is always legal")


def static_sizes_of(parts: Roles, sizes: Mapping[str, int] | None) -> MatmulSizes:
    """Return the sizes of the parts, as far as these symbols determine them."""

    def product(*axes: Axis) -> int | None:
        values = [_static_value(axis.size, sizes) for axis in axes]
        return None if None in values else math.prod(value for value in values if value is not None)

    return MatmulSizes(
        product(*parts.rows[-1:]),
        product(parts.columns[-1]),
        product(parts.depth),
        product(*parts.output.axes, parts.depth),
    )


def _static_value(size: Size, sizes: Mapping[str, int] | None) -> int | None:
    try:
        return int(evaluate(size, sizes or {}))
    except KeyError:
        return None


def lanes_of(parts: Roles, target: HostTarget) -> int:
    """Return the number of elements in a vector of sums."""
    return target.lanes(accumulator(parts.product.dtype))


def _is_legal(
    parts: Roles, sizes: MatmulSizes, setting: Mapping[str, int], target: HostTarget
) -> bool:
    if sizes.rows is not None:
        most = max(sizes.rows, 1)
        if setting["rows"] > most or setting["rows"] * setting["tiles"] > most + setting["rows"]:
            return False
    if setting["along_depth"]:
        return _is_legal_along_depth(parts, sizes, setting, target)
    return _fits_columns(sizes, setting, lanes_of(parts, target), target) and (
        _fits_cache(sizes, setting, target)
        if setting["packed"]
        else _is_legal_in_place(parts, sizes, setting["columns"] * lanes_of(parts, target))
    )


def _is_legal_along_depth(
    parts: Roles, sizes: MatmulSizes, setting: Mapping[str, int], target: HostTarget
) -> bool:
    """Return whether both factors can be read in whole vectors along the depth, in whole tiles."""
    rows, columns, lanes = setting["rows"], setting["columns"], lanes_of(parts, target)
    return (
        not setting["packed"]
        and setting["panels"] == 1
        and isinstance(parts.right.source, Input)
        and parts.left.free[-1] == parts.right.free[-1] == parts.depth
        and sizes.rows is not None
        and sizes.depth is not None
        and sizes.depth % lanes == 0
        and sizes.depth >= lanes * setting["unroll"]
        and columns <= (sizes.columns or 0)
        and rows * columns + min(rows, columns) + 1 <= target.registers
    )


def _fits_columns(
    sizes: MatmulSizes, setting: Mapping[str, int], lanes: int, target: HostTarget
) -> bool:
    """Return whether a tile and its operands fit the registers, and the tiles fit the sizes."""
    rows, columns = setting["rows"], setting["columns"]
    width = columns * lanes
    return (
        rows * columns + columns + 1 <= target.registers
        and (sizes.depth is None or setting["unroll"] <= max(sizes.depth, 1))
        and (
            sizes.columns is None
            or width * setting["panels"] < max(sizes.columns, 1) + width
            or setting["columns"] == setting["panels"] == 1
        )
    )


def _fits_cache(sizes: MatmulSizes, setting: Mapping[str, int], target: HostTarget) -> bool:
    vectors = setting["columns"] * setting["panels"] * (sizes.depth or _COMMON_DEPTH)
    return setting["panels"] == 1 or vectors * target.vector_bytes <= _PACKED_BYTES


def _is_legal_in_place(parts: Roles, sizes: MatmulSizes, width: int) -> bool:
    """Return whether the unpacked right factor can be read along the columns in whole tiles."""
    return (
        isinstance(parts.right.source, Input)
        and parts.right.free[-1] == parts.columns[-1]
        and sizes.rows is not None
        and width <= (sizes.columns or 0)
    )


def _efficiency(
    sizes: MatmulSizes, setting: Mapping[str, int], target: HostTarget, parts: Roles
) -> tuple[float, int, int, int]:
    """Return the share of useful multiplications in the cost of a tile.

    Of equal shares, prefer more depth at once and more rows, for which panels are read less often.
    """
    rows, columns = setting["rows"], setting["columns"]
    products = rows * columns
    width = columns if setting["along_depth"] else columns * lanes_of(parts, target)
    loads = rows + 2 * columns  # vectors come from further away than elements
    share = products / (products + 0.1 * loads) * min(1.0, products / 10)
    for size, step in ((sizes.rows, rows), (sizes.columns, width)):
        if size:
            share *= size / (-(-size // step) * step)
    panel_rows = 0 if setting["along_depth"] else rows
    return round(share, 2), setting["tiles"], setting["unroll"], panel_rows
