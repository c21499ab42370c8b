"""Convolutions rearranged for host CPUs: padded images and packed weights as stages."""

from __future__ import annotations

from dataclasses import replace as with_values
from typing import TYPE_CHECKING

from custom_compiler.autokernel.describe.replace import replace
from custom_compiler.autokernel.describe.sizes import combine
from custom_compiler.autokernel.describe.tree import (
    Axis,
    Constant,
    Index,
    Load,
    Operator,
    Stage,
    Term,
    at,
)

if TYPE_CHECKING:
    from custom_compiler.autokernel.classes.convolution.match import ConvolutionMatch, WindowAxis
    from custom_compiler.autokernel.describe.sizes import Size
    from custom_compiler.autokernel.describe.tree import Node


def rearranged(
    match: ConvolutionMatch, operator: Operator, *, padded: bool, width: int, whole_panels: bool
) -> Operator:
    """Return the operator with a padded image and with weights in panels of `width` filters.

    Args:
        match: Parts of the operator.
        operator: The operator to rearrange.
        padded: Whether the image is copied first, with zeros around it.
        width: Filters of a panel; 0 leaves the weights unmodified.
        whole_panels: Whether the filters fill all panels; otherwise zeros fill the last one.
    """
    new: dict[Node, Node] = {}
    if padded:
        new[match.image] = _padded(match)
    if width:
        new[match.weights] = _packed(match, width, whole=whole_panels)
    output = with_values(match.output, body=replace(match.output.body, new))
    return with_values(operator, outputs=(output,))


def _padded(match: ConvolutionMatch) -> Load:
    """Return the image as a stage with zeros around it, which begins at the first window."""
    image = match.image
    by_dimension = {window.dimension: window for window in match.windows}
    axes: list[Axis] = []
    copied, read = [], []
    for dimension, index in enumerate(image.index):
        window = by_dimension.get(dimension)
        if window is None:
            whole = image.source.axes[dimension]
            axis = Axis(f"{whole.name}_padded", whole.size)
            copied.append(at(axis))
            read.append(index)
        else:
            axis = Axis(f"{window.position.name}_padded", _seen(window))
            copied.append(Index((Term(axis),), window.offset))
            read.append(with_values(index, offset=0))
        axes.append(axis)
    outside = image.outside or _zero(image)
    source = Load(image.source, tuple(copied), outside)
    return Load(Stage(f"{image.source.name}_padded", tuple(axes), source), tuple(read))


def _seen(window: WindowAxis) -> Size:
    """Return the extent from the first element of the first window to the last of the last one."""
    steps = combine("*", combine("-", window.step.size, 1), window.dilation)
    moved = combine("*", combine("-", window.position.size, 1), window.stride)
    return combine("+", combine("+", steps, moved), 1)


def _packed(match: ConvolutionMatch, width: int, *, whole: bool) -> Load:
    """Return the weights with the filters of a panel adjacent."""
    weights, filters = match.weights, match.filters[-1]
    count = combine("//", combine("+", filters.size, width - 1), width)
    panel, lane = Axis(f"{filters.name}_panel", count), Axis(f"{filters.name}_lane", width)
    moved = Index((Term(panel, times=width), Term(lane)))
    copied = tuple(moved if index.axis == filters else index for index in weights.index)
    source = Load(weights.source, copied, None if whole else _zero(weights))
    summed = tuple(axis for axis in weights.free if axis in match.product.axes)
    outer = tuple(axis for axis in weights.free if axis != filters and axis not in summed)
    stage = Stage(f"{weights.source.name}_packed", (*outer, panel, *summed, lane), source)
    panel_index = (
        *map(at, outer),
        Index((Term(filters, divide=width),)),
        *map(at, summed),
        Index((Term(filters, modulo=width),)),
    )
    return Load(stage, panel_index)


def _zero(load: Load) -> Constant:
    return Constant(0.0 if "float" in load.dtype else 0, load.dtype)
