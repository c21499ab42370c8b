"""Matching of convolutions: the roles of image, weights and window."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from custom_compiler.autokernel.describe.tree import (
    Axis,
    Binary,
    Cast,
    Input,
    Load,
    Reduce,
    Stage,
    nodes_of,
)

if TYPE_CHECKING:
    from custom_compiler.autokernel.describe.tree import Index, Node, Operator


@dataclass(frozen=True)
class WindowAxis:
    """A dimension of the image: `position * stride + step * dilation + offset`.

    Attributes:
        dimension: Index of the dimension in the image, from 0.
        position: Axis of the output: positions of windows.
        step: Axis of the sum: positions in a window.
    """

    dimension: int
    position: Axis
    step: Axis
    stride: int
    dilation: int
    offset: int


@dataclass(frozen=True)
class ConvolutionMatch:
    """A sum of products of what windows see and weights, and the elementwise operations after it.

    Attributes:
        operator: The whole operator.
        output: The only stage.
        product: The sum.
        image: The tensor that windows read; they go along its last dimension.
        weights: Read at their axes.
        windows: In order of the image's dimensions; the last one goes along the output's last axis.
        channels: The other axes of the sum.
        filters: Axes of the output that only the weights have: all of them see the same.
    """

    operator: Operator
    output: Stage
    product: Reduce
    image: Load
    weights: Load
    windows: tuple[WindowAxis, ...]
    channels: tuple[Axis, ...]
    filters: tuple[Axis, ...]


def match(operator: Operator) -> ConvolutionMatch | None:
    """Return the parts of a convolution, or None for other operators."""
    if len(operator.stages) != 1:
        return None
    output = operator.outputs[0]
    sums = [node for node in nodes_of(output.body) if isinstance(node, Reduce)]
    if len(sums) != 1 or sums[0].operation != "sum":
        return None
    for image, weights in _factors(sums[0].body):
        matched = _roles(operator, sums[0], image, weights)
        if matched is not None:
            return matched
    return None


def _factors(body: Node) -> tuple[tuple[Load, Load], ...]:
    if not isinstance(body, Binary) or body.operation != "multiply":
        return ()
    first, second = (
        side.operand if isinstance(side, Cast) else side for side in (body.left, body.right)
    )
    if not (isinstance(first, Load) and isinstance(second, Load)):
        return ()
    if not (isinstance(first.source, Input) and isinstance(second.source, Input)):
        return ()
    return (first, second), (second, first)


def _roles(
    operator: Operator, product: Reduce, image: Load, weights: Load
) -> ConvolutionMatch | None:
    (output,) = operator.outputs
    windows = _windows(output, product, image)
    if not windows or windows[-1].position != output.axes[-1]:
        return None
    if windows[-1].dimension != len(image.index) - 1 or not _is_plain(weights):
        return None
    seen = {axis for window in windows for axis in (window.position, window.step)}
    others = [
        axis
        for dimension, index in enumerate(image.index)
        if dimension not in {window.dimension for window in windows}
        for axis in (term.axis for term in index.terms)
    ]
    if seen & set(others) or len({w.position for w in windows}) < len(windows):
        return None
    channels = tuple(axis for axis in product.axes if axis not in seen)
    if not set(product.axes) <= set(weights.free):
        return None
    filters = tuple(axis for axis in output.axes if axis in weights.free and axis not in image.free)
    return ConvolutionMatch(operator, output, product, image, weights, windows, channels, filters)


def _windows(output: Stage, product: Reduce, image: Load) -> tuple[WindowAxis, ...]:
    windows = (
        _window(dimension, index, output, product) for dimension, index in enumerate(image.index)
    )
    return tuple(window for window in windows if window is not None)


def _window(dimension: int, index: Index, output: Stage, product: Reduce) -> WindowAxis | None:
    if len(index.terms) != 2 or not isinstance(index.offset, int):  # noqa: PLR2004 - position, step
        return None
    position, step = sorted(index.terms, key=lambda term: term.axis in product.axes)
    if position.axis not in output.axes or step.axis not in product.axes:
        return None
    if not isinstance(position.times, int) or not isinstance(step.times, int):
        return None
    if any(term.divide != 1 or term.modulo != 0 or term.times < 1 for term in (position, step)):  # type: ignore[operator]
        return None
    return WindowAxis(dimension, position.axis, step.axis, position.times, step.times, index.offset)


def _is_plain(load: Load) -> bool:
    axes = [index.axis for index in load.index]
    return load.outside is None and None not in axes and len(set(axes)) == len(axes)
