"""Operators on rows on AI cores: the kernel.

Each core has a share of the rows. Short rows come several at a time, those that do not fit into the
unified buffer in pieces. One tile comes in while another is computed and a third goes out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import asc
from custom_compiler.autokernel.aicore.pieces import pieces
from custom_compiler.autokernel.aicore.rows import rows_of
from custom_compiler.autokernel.aicore.whole_rows import whole_rows

if TYPE_CHECKING:
    from custom_compiler.autokernel.aicore import body


class RowNumbers(NamedTuple):
    """Numbers of `rowwise`: `rows` of `columns` elements, `share` on each core, `group` at a time.

    `group` is 0 for rows in pieces of `width` elements; else `width` is the distance of rows in the
    unified buffer. Inputs that have values for some of a row's axes have `period` of them.
    `buffers` is 1 or 2.
    """

    rows: int
    columns: int
    share: int
    group: int
    width: int
    period: int
    buffers: int


@asc.jit
def rowwise(
    inputs: tuple[asc.GlobalAddress, ...],
    outputs: tuple[asc.GlobalAddress, ...],
    attributes: tuple[float, ...],
    numbers: RowNumbers,
    variants: asc.ConstExpr[body.Variants],
) -> None:
    """Compute rows, whole ones or in pieces."""
    plan = rows_of(variants.chosen(inputs))
    begin = asc.get_block_idx() * numbers.share
    end = min(begin + numbers.share, numbers.rows)
    columns, width, period = numbers.columns, numbers.width, numbers.period
    pipe = asc.TPipe()
    if numbers.group > 0:
        shape = begin, end, columns, numbers.group, width, period
        whole_rows(plan, pipe, inputs, outputs, attributes, shape, numbers.buffers)
    else:
        of_piece = begin, end, columns, width, period
        pieces(plan, pipe, inputs, outputs, attributes, of_piece, numbers.buffers)
