"""A product of matrices on host CPUs: vectors along the output's last axis."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from custom_compiler.autokernel.describe.tree import Binary, Cast, Load

if TYPE_CHECKING:
    from custom_compiler.autokernel.classes.matmul.match import MatmulMatch
    from custom_compiler.autokernel.describe.tree import Axis, Node, Reduce, Stage


@dataclass(frozen=True)
class Roles:
    """Roles of a product's parts: the right factor is the one with the columns.

    Attributes:
        output: The stage of the product.
        product: The sum.
        left: The factor without the output's last axis.
        right: The factor with the output's last axis.
        rows: Axes of the output that only the left factor has.
        columns: Axes that only the right factor has; the last one is the output's last.
        batch: The output's other axes.
        depth: Axis of the sum.
    """

    output: Stage
    product: Reduce
    left: Load
    right: Load
    rows: tuple[Axis, ...]
    columns: tuple[Axis, ...]
    batch: tuple[Axis, ...]
    depth: Axis


def roles(match: MatmulMatch) -> Roles:
    """Return the roles of a product's parts; a matrix times a vector has columns and no rows."""
    last = (match.n or match.m)[-1]
    left, right = sorted(factors(match.product.body), key=lambda load: last in load.free)
    rows, columns = (match.m, match.n) if match.n else (match.n, match.m)
    return Roles(match.output, match.product, left, right, rows, columns, match.batch, match.k)


def factors(body: Node) -> list[Load]:
    """Return the loads that are multiplied, also through a conversion."""
    sides = (body.left, body.right) if isinstance(body, Binary) else ()
    loads = (side.operand if isinstance(side, Cast) else side for side in sides)
    return [load for load in loads if isinstance(load, Load)]
