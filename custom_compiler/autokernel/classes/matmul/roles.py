"""A product of matrices as host processors compute it: vectors along the output's last axis."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from custom_compiler.autokernel.describe.tree import Binary, Cast, Load

if TYPE_CHECKING:
    from custom_compiler.autokernel.classes.matmul.match import Match
    from custom_compiler.autokernel.describe.tree import Axis, Node, Reduce, Stage


@dataclass(frozen=True)
class Roles:
    """Which factor moves with the columns.

    Attributes:
        output: What is computed of the product.
        product: The sum.
        left: The factor without the output's last axis.
        right: The factor with it.
        rows: Axes of the output that only the left factor has.
        columns: Those that only the right factor has; the last one is the output's last.
        batch: The output's other axes.
        depth: What is summed over.
    """

    output: Stage
    product: Reduce
    left: Load
    right: Load
    rows: tuple[Axis, ...]
    columns: tuple[Axis, ...]
    batch: tuple[Axis, ...]
    depth: Axis


def roles(match: Match) -> Roles:
    """The roles of the parts of a product; a matrix times a vector has columns and no rows."""
    last = (match.n or match.m)[-1]
    left, right = sorted(factors(match.product.body), key=lambda one: last in one.free)
    rows, columns = (match.m, match.n) if match.n else (match.n, match.m)
    return Roles(match.output, match.product, left, right, rows, columns, match.batch, match.k)


def factors(body: Node) -> list[Load]:
    """The loads that are multiplied, perhaps as another type."""
    sides = (body.left, body.right) if isinstance(body, Binary) else ()
    loads = (side.operand if isinstance(side, Cast) else side for side in sides)
    return [load for load in loads if isinstance(load, Load)]
