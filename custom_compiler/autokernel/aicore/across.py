"""Instructions that know of rows: a value per row or column with a tile, reductions along rows.

Functions of kernels. Rows of a tile lie `width` elements apart, of which the first `columns` count;
there are at most MOST_ROWS of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import asc

LANES = 64  # elements of an instruction's repeat, of 4 bytes
BLOCK = 8  # elements of 32 bytes
MOST_ROWS = 248  # repeats of an instruction, whole blocks of them
MOST_WIDTH = 2040  # elements between rows that an instruction can skip
LONGEST = 16320  # elements of a row
NEUTRAL = {"row_sum": 0.0, "row_max": float("-inf"), "row_min": float("inf")}

if TYPE_CHECKING:
    Tensor = asc.LocalTensor


def binary(name: str, target: Any, left: Any, right: Any, *repeats: Any) -> None:
    """Call a binary instruction: mask, repeats, strides."""
    mask, times, params = repeats
    getattr(asc, name)(target, left, right, mask, times, params)


@asc.jit
def across(
    name: asc.ConstExpr[str],
    kinds: asc.ConstExpr[tuple[str, ...]],
    tensors: tuple[asc.LocalTensor, ...],
    shape: tuple[int, int, int],
) -> None:
    """Issue a binary vector instruction on a tile.

    Args:
        name: Of the instruction.
        kinds: For each source: `full`, `row` (a block per row) or `column`.
        tensors: Target, left source, right source.
        shape: Rows, columns, and the width of a row in memory.
    """
    left_kind, right_kind = kinds
    target, left, right = tensors
    rows, columns, width = shape
    chunks = (columns + LANES - 1) // LANES
    if width <= MOST_WIDTH and (rows >= chunks or width % LANES != 0):
        for chunk in range(chunks):
            column = chunk * LANES
            params = asc.BinaryRepeatParams(
                1,
                0 if left_kind == "row" else 1,
                0 if right_kind == "row" else 1,
                width // BLOCK,
                stride(left_kind, width),
                stride(right_kind, width),
            )
            first = left if left_kind == "row" else left[column:]
            second = right if right_kind == "row" else right[column:]
            mask = min(columns - column, LANES)
            binary(name, target[column:], first, second, mask, rows, params)
    else:
        for row in range(rows):
            params = asc.BinaryRepeatParams(
                1,
                0 if left_kind == "row" else 1,
                0 if right_kind == "row" else 1,
                8,
                0 if left_kind == "row" else 8,
                0 if right_kind == "row" else 8,
            )
            first = at_row(left_kind, left, row, width)
            second = at_row(right_kind, right, row, width)
            binary(name, target[row * width :], first, second, LANES, chunks, params)


def stride(kind: str, width: Any) -> Any:
    """Return the blocks between rows of an operand."""
    return {"full": width // BLOCK, "row": 1, "column": 0}[kind]


def at_row(kind: str, tensor: Any, row: Any, width: Any) -> Any:
    """Return the part of an operand that begins at a row; operands per column have one for all."""
    if kind == "column":
        return tensor
    return tensor[row * (width if kind == "full" else BLOCK) :]


@asc.jit
def spread(
    kinds: asc.ConstExpr[tuple[str, ...]],
    tensors: tuple[asc.LocalTensor, ...],
    shape: tuple[int, int, int],
) -> None:
    """Broadcast a value per row (in blocks) or per column over a tile; see `across`."""
    kind = kinds[0]
    target, source = tensors
    rows, columns, width = shape
    if width <= MOST_WIDTH:
        for chunk in range((columns + LANES - 1) // LANES):
            column = chunk * LANES
            mask = min(columns - column, LANES)
            if kind == "row":
                params = asc.CopyRepeatParams(1, 0, width // BLOCK, 1)
                asc.copy(target[column:], source, mask, rows, params)
            else:
                params = asc.CopyRepeatParams(1, 1, width // BLOCK, 0)
                asc.copy(target[column:], source[column:], mask, rows, params)
    else:
        for row in range(rows):
            chunks = (columns + LANES - 1) // LANES
            if kind == "row":
                params = asc.CopyRepeatParams(1, 0, 8, 0)
                asc.copy(target[row * width :], source[row * BLOCK :], LANES, chunks, params)
            else:
                params = asc.CopyRepeatParams(1, 1, 8, 8)
                asc.copy(target[row * width :], source, LANES, chunks, params)


def whole_reduce(name: str, target: Any, source: Any, mask: Any, rows: Any, *strides: Any) -> None:
    """Reduce each repeat to one value; strides are elements of the target, blocks of the source."""
    to, by = strides
    if name == "row_sum":
        asc.whole_reduce_sum(target, source, mask, rows, to, 1, by)
        return
    function = {"row_max": asc.whole_reduce_max, "row_min": asc.whole_reduce_min}[name]
    function(target, source, mask, rows, to, 1, by, asc.ReduceOrder.ORDER_ONLY_VALUE)


def block_reduce(name: str, target: Any, source: Any, repeats: Any) -> None:
    """Reduce each block to one value."""
    function = {
        "row_sum": asc.block_reduce_sum,
        "row_max": asc.block_reduce_max,
        "row_min": asc.block_reduce_min,
    }[name]
    function(target, source, repeats, LANES, 1, 1, 8)


@asc.jit
def reduce(
    name: asc.ConstExpr[str],
    tensors: tuple[asc.LocalTensor, ...],
    scratch: asc.LocalTensor,
    shape: tuple[int, int, int],
) -> None:
    """Reduce each row to one value; the source after the end of a row is overwritten.

    `scratch` has `rows * (width / 8 + 32)` elements; else as for `across`.
    """
    target, source = tensors
    rows, columns, width = shape
    if columns <= LANES:
        whole_reduce(name, target, source, columns, rows, 1, width // BLOCK)
    else:
        if columns % LANES != 0:
            fill_row_tails(NEUTRAL[name], source, rows, columns, width)
        # Values per block; the same number for each row, as rows are whole repeats.
        repeats = rows * width // LANES
        for first in range(0, repeats, MOST_ROWS):
            block_reduce(
                name,
                scratch[first * BLOCK :],
                source[first * LANES :],
                min(MOST_ROWS, repeats - first),
            )
        left = (columns + LANES - 1) // LANES * BLOCK
        if left <= LANES:
            whole_reduce(name, target, scratch, left, rows, 1, width // LANES)
        else:
            values = scratch[rows * width // BLOCK :]
            chunks = (left + LANES - 1) // LANES
            step = (chunks + BLOCK - 1) // BLOCK * BLOCK
            for chunk in range(chunks):
                offset = chunk * LANES
                mask = min(left - offset, LANES)
                whole_reduce(
                    name, values[chunk:], scratch[offset:], mask, rows, step, width // LANES
                )
            whole_reduce(name, target, values, chunks, rows, 1, step // BLOCK)


@asc.jit
def fill_row_tails(
    neutral: asc.ConstExpr[float], source: asc.LocalTensor, rows: int, columns: int, width: int
) -> None:
    """Fill the rest of each row's last repeat with the neutral element."""
    tail = columns // LANES * LANES
    lanes = -1 << (columns % LANES).cast(asc.int64)
    if width <= MOST_WIDTH:
        asc.duplicate(source[tail:], neutral, [lanes, 0], rows, 1, width // BLOCK)
    else:
        for row in range(rows):
            asc.duplicate(source[row * width + tail :], neutral, [lanes, 0], 1, 1, 8)
