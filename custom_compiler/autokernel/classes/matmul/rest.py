"""Elementwise operations on the elements of a matrix product, for AI core kernels."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from custom_compiler.autokernel.aicore.elementwise import Tiles, tiles_of
from custom_compiler.autokernel.aicore.long_ints import without_long_ints
from custom_compiler.autokernel.classes.matmul.match import match
from custom_compiler.autokernel.describe.replace import replace
from custom_compiler.autokernel.describe.tree import (
    Cast,
    Input,
    Load,
    Operator,
    Position,
    Stage,
    at,
    nodes_of,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from custom_compiler.autokernel.classes.matmul.match import MatmulMatch
    from custom_compiler.autokernel.describe.tree import Axis, Node

PRODUCT = "the product"  # as no input of a description can be called


@dataclass(frozen=True)
class CoreRoles:
    """Roles of a product's parts in AI-core kernels.

    Attributes:
        left: Number of the left matrix among the inputs.
        right: Number of the right one.
        rest: Operations on each element of the product, which is its first input.
        row_positions: Inputs of the rest that are positions along n.
        column_positions: Inputs of the rest that are positions along m.
        is_grouped: Whether left matrices are shares of one, one below the other.
    """

    match: MatmulMatch
    left: int
    right: int
    rest: Tiles
    row_positions: tuple[Input, ...] = ()
    column_positions: tuple[Input, ...] = ()
    is_grouped: bool = False

    @property
    def row(self) -> tuple[Input, ...]:
        """Inputs with one number per column of a product."""
        return self.match.row + self.row_positions

    @property
    def column(self) -> tuple[Input, ...]:
        """Inputs with one number per row of a product."""
        return self.match.column + self.column_positions


@cache
def roles_of(operator: Operator) -> CoreRoles:
    """Return the parts of a product."""
    matched = match(operator)
    if matched is None:
        message = f"{operator.name} is no product of matrices"
        raise ValueError(message)
    return with_rest(matched)


def with_rest(matched: MatmulMatch) -> CoreRoles:
    """Return a match with its elementwise operations.

    Raises:
        MisuseError: AI cores cannot compute a part of the operator.
    """
    output = matched.output
    product = Input(PRODUCT, "float32", output.axes)
    element: Any = Load(product, tuple(at(axis) for axis in output.axes))
    if matched.product.dtype != product.dtype:
        element = Cast(element, matched.product.dtype)
    body = without_long_ints(replace(output.body, {matched.product: element}))
    of_row, of_column = _positions(body, matched.n), _positions(body, matched.m)
    body = replace(body, {**of_row, **of_column})
    rest = Stage(output.name, output.axes, body)
    row, column = _inputs(of_row), _inputs(of_column)
    inputs = (product, *matched.row, *matched.column, *matched.whole, *row, *column)
    operator = matched.operator
    tiles = tiles_of(Operator(operator.name, inputs, (rest,), operator.attributes))
    names = [port.name for port in operator.inputs]
    left, right = names.index(matched.left.source.name), names.index(matched.right.source.name)
    return CoreRoles(matched, left, right, tiles, row, column)


def _positions(body: Node, axes: tuple[Axis, ...]) -> dict[Node, Load]:
    """Replace positions along an axis of the product by loads of inputs that would hold them."""
    positions: dict[Node, Load] = {}
    for node in nodes_of(body):
        if isinstance(node, Position) and (node.axis,) == axes:
            port = Input(f"places on {node.axis.name}", node.dtype, axes)
            positions[node] = Load(port, (at(node.axis),))
    return positions


def _inputs(positions: Mapping[Node, Load]) -> tuple[Input, ...]:
    return tuple(load.source for load in positions.values() if isinstance(load.source, Input))
