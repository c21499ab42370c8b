"""The seven steps of AutoKernel's tutorial on matrix products, and the peak of a processor.

Written from what the tutorial says of each step: a default loop, tiles, vectors, threads, written
out tiles, blocks with a separate small kernel, packed columns.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import halide as hl

if TYPE_CHECKING:
    from collections.abc import Callable

STEPS = (
    "default",
    "tiles of 16 x 8",
    "vectors of 8",
    "threads",
    "written out",
    "blocks of 16 x 32",
    "packed columns",
)


def product(size: int, step: int, target: hl.Target) -> Callable[[Any, Any, Any], None]:
    """Return `c = a @ b` of float32 matrices of this size, after so many of the steps (1 to 7)."""
    a, b = (hl.ImageParam(hl.Float(32), 2, name) for name in "ab")
    x, y, lane, panel = (hl.Var(name) for name in ("x", "y", "lane", "panel"))
    k = hl.RDom([(0, size)], "k")
    total, packed, result = hl.Func("total"), hl.Func("packed"), hl.Func("result")
    packed[lane, y, panel] = b[panel * 16 + lane, y]
    right = packed[x % 16, k, x // 16] if step == len(STEPS) else b[x, k]
    total[x, y] = hl.f32(0)
    total[x, y] += a[k, y] * right
    result[x, y] = total[x, y]
    last = total if step < 6 else result  # noqa: PLR2004 - blocks
    for buffer in (a, b, last.output_buffer()):
        buffer.dim(0).set_bounds(0, size)
        buffer.dim(1).set_bounds(0, size).set_stride(size)
    if last is total:
        _schedule_small(total, k.x, step)
    else:
        _schedule_blocks(total, result, k.x)
        if step == len(STEPS):
            packed.compute_root().bound(lane, 0, 16).vectorize(lane, 8).parallel(panel)
    compiled: Callable[[Any, Any, Any], None] = last.compile_to_callable([a, b], target)
    return compiled


def _schedule_small(total: Any, k: Any, step: int) -> None:
    """Schedule tiles that are computed in the output."""
    x, y = total.args()
    outer_x, outer_y, column, row, lanes = (hl.Var() for _ in range(5))
    update = total.update()
    if step > 1:
        update.tile(x, y, outer_x, outer_y, column, row, 16, 8)
        update.reorder(column, row, k, outer_x, outer_y)
    if step > 2:  # noqa: PLR2004 - vectors
        update.split(column, column, lanes, 8).vectorize(lanes)
        total.vectorize(x, 8)
    if step > 3:  # noqa: PLR2004 - threads
        update.parallel(outer_y)
    if step > 4:  # noqa: PLR2004 - written out
        update.unroll(column).unroll(row)


def _schedule_blocks(total: Any, result: Any, k: Any) -> None:
    """Schedule blocks that are computed next to the output, a few rows at a time."""
    x, y = result.args()
    outer_x, outer_y, column, row, rows, above = (hl.Var() for _ in range(6))
    result.tile(x, y, outer_x, outer_y, column, row, 16, 32).vectorize(column, 8).unroll(column)
    result.parallel(outer_y)
    total.compute_at(result, outer_x).vectorize(x, 8).unroll(x)
    update = total.update()
    update.split(y, above, rows, 8).reorder(x, rows, k, above)
    update.vectorize(x, 8).unroll(x).unroll(rows).unroll(k, 2)


def peak(lanes: int, target: hl.Target) -> tuple[Callable[..., None], int]:
    """Return multiplications and additions without memory: what a CPU does at most.

    Args:
        lanes: Elements of a vector.
        target: The instruction set.

    Returns:
        A function of the number of steps, two factors and an output array; the operations of a
        step, twice the length of the output.
    """
    size = 12 * lanes  # parallel chains, as an operation takes four or five cycles
    steps = hl.Param(hl.Int(32), "steps")
    factor, summand = (hl.Param(hl.Float(32), name) for name in ("factor", "summand"))
    x, group = hl.Var("x"), hl.Var("group")
    step = hl.RDom([(0, steps)], "step")
    total, result = hl.Func("total"), hl.Func("result")
    total[x] = hl.cast(hl.Float(32), x)
    total[x] = total[x] * factor + summand + hl.cast(hl.Float(32), step * 0)
    result[x] = total[x]
    result.output_buffer().dim(0).set_bounds(0, size)
    result.split(x, group, x, size).vectorize(x, lanes).unroll(x)
    total.compute_at(result, group).vectorize(x, lanes).unroll(x)
    total.update().reorder(x, step.x).vectorize(x, lanes).unroll(x)
    compiled: Callable[..., None] = result.compile_to_callable([steps, factor, summand], target)
    return compiled, 2 * size
