"""Settings of convolutions on host CPUs: a tile of the output in registers.

There are two methods. With vectors along the filters, a tile is some positions of a row and some
vectors of filters; weights are packed, and each element of the image is broadcast to a vector.
With vectors along the row, filters share nothing (depthwise), or are few.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from custom_compiler.autokernel.describe.sizes import evaluate
from custom_compiler.autokernel.describe.tree import accumulator
from custom_compiler.search.space import Knob, Space

if TYPE_CHECKING:
    from collections.abc import Mapping

    from custom_compiler.autokernel.classes.convolution.match import ConvolutionMatch
    from custom_compiler.autokernel.describe.tree import Axis
    from custom_compiler.autokernel.host.targets import HostTarget
    from custom_compiler.search.space import Value

_PLACES = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 13, 14)
_VECTORS = (1, 2, 3, 4)
_ROWS = (1, 2, 3, 4, 7, 8)
_STRIPS = (0, 1, 2, 4, 8, 16)
WRITTEN_OUT = 25  # products of a sum over a window that are written out in one piece
_STEPS = 11  # steps of a row of a window that are


@dataclass(frozen=True)
class ConvolutionSizes:
    """Static sizes: None where a call decides.

    Attributes:
        filters: Filters of their last axis; 0 if there is none.
        width: Elements in a row of the output.
        rows: Rows of the output; 1 if it has one dimension.
        steps: Positions of a window in a row.
        window: Positions in a window.
        work: Multiplications of a call.
    """

    filters: int | None
    width: int | None
    rows: int | None
    steps: int | None
    window: int | None
    work: int | None


def space(match: ConvolutionMatch, sizes: Mapping[str, int] | None, target: HostTarget) -> Space:
    """Return the space of settings.

    `along_filters` chooses the method. A tile has `vectors` vectors and `places` positions in a
    row, or `rows` rows. `strips` tiles of rows are padded at a time; 0: nothing is copied for
    padding. `unroll` decides whether the steps of a row of the window are unrolled.
    """

    def allowed(setting: Mapping[str, Value]) -> bool:
        return is_legal(match, static_sizes, {name: int(setting[name]) for name in setting}, target)

    static_sizes = static_sizes_of(match, sizes)
    knobs = (
        Knob("along_filters", (0, 1)),
        Knob("vectors", _VECTORS),
        Knob("places", _PLACES),
        Knob("rows", _ROWS),
        Knob("strips", _STRIPS),
        Knob("unroll", (0, 1)),
    )
    return Space(knobs, allowed)


def default(
    match: ConvolutionMatch, sizes: Mapping[str, int] | None, target: HostTarget
) -> dict[str, int]:
    """Return the default: vectors along the filters if there is more than half a vector of them."""
    static_sizes = static_sizes_of(match, sizes)
    lanes = lanes_of(match, target)
    filters = lanes if static_sizes.filters is None else static_sizes.filters
    if match.filters and 2 * filters > lanes:
        settings = [
            _along_filters(vectors, places, unroll)
            for vectors in _VECTORS
            for places in _PLACES
            for unroll in (0, 1)
        ]
        legal = [setting for setting in settings if is_legal(match, static_sizes, setting, target)]
        if legal:
            return max(legal, key=lambda setting: _efficiency(static_sizes, setting, lanes))
    # Rows of strided windows are not read in order, and copies of them cost more than they save.
    in_place = [_along_rows(rows, 0) for rows in (2, 1) if match.windows[-1].stride > 1]
    padded = [_along_rows(rows, strips) for strips in (4, 1) for rows in (4, 3, 2, 1)]
    return next(
        setting
        for setting in (*in_place, *padded)
        if is_legal(match, static_sizes, setting, target)
    )


def _along_filters(vectors: int, places: int, unroll: int) -> dict[str, int]:
    return {
        "along_filters": 1,
        "vectors": vectors,
        "places": places,
        "rows": 1,
        "strips": 1,
        "unroll": unroll,
    }


def _along_rows(rows: int, strips: int) -> dict[str, int]:
    return {
        "along_filters": 0,
        "vectors": 1,
        "places": 1,
        "rows": rows,
        "strips": strips,
        "unroll": 1,
    }


def static_sizes_of(match: ConvolutionMatch, sizes: Mapping[str, int] | None) -> ConvolutionSizes:
    """Return the sizes of the parts, as far as these symbols determine them."""

    def product(*axes: Axis) -> int | None:
        try:
            return math.prod(int(evaluate(axis.size, sizes or {})) for axis in axes)
        except KeyError:
            return None

    steps = [window.step for window in match.windows]
    return ConvolutionSizes(
        product(match.filters[-1]) if match.filters else 0,
        product(match.windows[-1].position),
        product(*(window.position for window in match.windows[-2:-1])),
        product(steps[-1]),
        product(*steps),
        product(*match.output.axes, *match.product.axes),
    )


def lanes_of(match: ConvolutionMatch, target: HostTarget) -> int:
    """Return the number of elements in a vector of sums."""
    return target.lanes(accumulator(match.product.dtype))


def row_lanes(match: ConvolutionMatch, sizes: ConvolutionSizes, target: HostTarget) -> int:
    """Return the elements of a vector along a row: no more than the row has, if that is known."""
    lanes = lanes_of(match, target)
    while sizes.width is not None and 1 < lanes > sizes.width:
        lanes //= 2
    return lanes


def is_legal(
    match: ConvolutionMatch, sizes: ConvolutionSizes, setting: Mapping[str, int], target: HostTarget
) -> bool:
    """Return whether a setting can be made: registers suffice, tiles of known sizes are whole."""
    if setting["along_filters"]:
        return _is_legal_along_filters(match, sizes, setting, target)
    vectors, rows = setting["vectors"], setting["rows"]
    width = vectors * row_lanes(match, sizes, target)
    return (
        setting["places"] == 1
        and setting["unroll"] == 1
        and vectors * rows + vectors + 1 <= target.registers
        and (sizes.width is None or width <= max(sizes.width, 1))
        and (sizes.rows is None or rows <= max(sizes.rows, 1))
        and (len(match.windows) > 1 or (rows == 1 and setting["strips"] <= 1))
        and (setting["strips"] > 0 or (sizes.width is not None and sizes.rows is not None))
    )


def _is_legal_along_filters(
    match: ConvolutionMatch, sizes: ConvolutionSizes, setting: Mapping[str, int], target: HostTarget
) -> bool:
    vectors, places, lanes = setting["vectors"], setting["places"], lanes_of(match, target)
    dimensions = {window.dimension for window in match.windows}
    plain = all(
        index.axis is not None
        for dimension, index in enumerate(match.image.index)
        if dimension not in dimensions
    )
    spread = 1
    if setting["unroll"]:
        if sizes.steps is None or not 1 < sizes.steps <= _STEPS:
            return False
        spread = places + sizes.steps - 1  # elements of the image that several steps read
    return (
        plain
        and bool(match.filters)
        and setting["rows"] == setting["strips"] == 1
        and places * vectors + vectors + spread <= target.registers
        and (sizes.width is None or places <= max(sizes.width, 1))
        and (sizes.filters is None or vectors == 1 or vectors * lanes < sizes.filters + lanes)
    )


def _efficiency(
    sizes: ConvolutionSizes, setting: Mapping[str, int], lanes: int
) -> tuple[float, int]:
    """Return the share of useful multiplications in the cost of a tile, and whether it unrolls."""
    vectors, places = setting["vectors"], setting["places"]
    products = vectors * places
    loads = 2 * vectors + places / (2 if setting["unroll"] else 1)  # vectors come from further away
    share = products / (products + 0.2 * loads) * min(1.0, products / 10)
    for size, step in ((sizes.width, places), (sizes.filters, vectors * lanes)):
        if size:
            share *= size / (-(-size // step) * step)
    return round(share, 3), setting["unroll"]
