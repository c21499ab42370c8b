"""What the shapes of a call make of an operator's sizes."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING

from custom_compiler.autokernel.describe.sizes import evaluate
from custom_compiler.autokernel.describe.tree import Load, Position, Reduce, nodes_of
from custom_compiler.errors import MisuseError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from custom_compiler.autokernel.describe.sizes import Size
    from custom_compiler.autokernel.describe.tree import Axis, Operator

    Shape = tuple[int, ...]

REST = "..."


@dataclass(frozen=True)
class Binding:
    """The sizes of one call.

    Attributes:
        symbols: The number that each symbol stands for.
        rest: The dimensions that the axis `...` stands for.
    """

    symbols: Mapping[str, int]
    rest: tuple[int, ...]

    def size(self, size: Size) -> int:
        """A size as a number."""
        return int(evaluate(size, self.symbols))

    def flat(self, axes: Sequence[Axis]) -> Shape:
        """A dimension per axis."""
        return tuple(self.size(axis.size) for axis in axes)

    def outer(self, axes: Sequence[Axis]) -> Shape:
        """The shape that callers see: all dimensions of `...`."""
        dimensions = (self.rest if axis.name == REST else (self.size(axis.size),) for axis in axes)
        return tuple(size for some in dimensions for size in some)


def bind(operator: Operator, shapes: Mapping[str, Sequence[int]]) -> Binding:
    """What a call with inputs of these shapes makes of the sizes.

    Raises:
        MisuseError: a shape does not fit its input, two inputs disagree, or a computed axis or an
            extreme has no places.
    """
    missing = [one.name for one in operator.inputs if one.name not in shapes]
    unknown = set(shapes) - {one.name for one in operator.inputs}
    if missing or unknown:
        which = f"is not given {missing[0]!r}" if missing else f"has no input {min(unknown)!r}"
        names = ", ".join(one.name for one in operator.inputs)
        raise MisuseError(f"{operator.name} {which}", f"it takes {names}")
    found: dict[str, tuple[Shape, str]] = {}
    for one in operator.inputs:
        for axis, dimensions in _split(operator.name, one.name, one.axes, shapes[one.name]):
            known = axis.size if isinstance(axis.size, int) else None
            here = (dimensions, one.name) if known is None else ((known,), "")
            before, where = found.setdefault(axis.name, here)
            if before != dimensions:
                elsewhere = f"{where!r} has" if where else "the description says"
                raise MisuseError(
                    f"{operator.name}: {one.name!r} has {_text(dimensions)} on axis {axis.name!r}, "
                    f"{elsewhere} {_text(before)}",
                    "give arrays that agree",
                )
    rest = found.get(REST, ((), ""))[0]
    binding = Binding({name: prod(sizes) for name, (sizes, _) in found.items()}, rest)
    _check_places(operator, binding)
    return binding


def output_shapes(operator: Operator, shapes: Mapping[str, Sequence[int]]) -> tuple[Shape, ...]:
    """The shapes of the outputs for inputs of these shapes.

    Raises:
        MisuseError: as `bind`.
    """
    binding = bind(operator, shapes)
    return tuple(binding.outer(output.axes) for output in operator.outputs)


def _split(
    operator: str, name: str, axes: tuple[Axis, ...], shape: Sequence[int]
) -> list[tuple[Axis, Shape]]:
    """The dimensions of each axis."""
    names = [axis.name for axis in axes]
    spare = len(shape) - len(axes)
    if spare < -1 if REST in names else spare:
        fixed = " ".join(names)
        raise MisuseError(
            f"{operator}: {name!r} has {len(shape)} dimensions, not those of {fixed!r}",
            f"give an array with {'at least ' if REST in names else ''}"
            f"{len(axes) - (REST in names)} dimensions",
        )
    dimensions = list(shape)
    result = []
    for axis in axes:
        count = spare + 1 if axis.name == REST else 1
        result.append((axis, tuple(int(size) for size in dimensions[:count])))
        del dimensions[:count]
    return result


def _check_places(operator: Operator, binding: Binding) -> None:
    for stage in operator.stages:
        axes = dict.fromkeys(stage.axes, "")
        for node in nodes_of(stage.body):
            if isinstance(node, Reduce):
                axes |= dict.fromkeys(node.axes, node.operation)
            elif isinstance(node, Load | Position):
                axes |= {axis: axes.get(axis, "") for axis in node.free}
        for axis, operation in axes.items():
            _check_axis(operator, axis, operation, binding)


def _check_axis(operator: Operator, axis: Axis, operation: str, binding: Binding) -> None:
    places = binding.size(axis.size)
    if places < 0:
        raise MisuseError(
            f"{operator.name}: axis {axis.name!r} would have {places} places ({axis.size})",
            "give a larger array, or more padding",
        )
    if not places and operation and operation not in {"sum", "product"}:
        raise MisuseError(
            f"{operator.name}: {operation} over axis {axis.name!r}, which has no places",
            "give an array with elements there",
        )


def _text(dimensions: Shape) -> str:
    return " x ".join(str(size) for size in dimensions) or "nothing"
