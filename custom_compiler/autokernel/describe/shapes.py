"""Sizes of an operator for the shapes of a call."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING, NoReturn

from custom_compiler.autokernel.describe.sizes import Computed, Symbol, evaluate
from custom_compiler.autokernel.describe.tree import Load, Position, Reduce, nodes_of
from custom_compiler.errors import MisuseError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from custom_compiler.autokernel.describe.sizes import Size
    from custom_compiler.autokernel.describe.tree import Axis, Index, Operator

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
        """Return a size as a number.

        Raises:
            MisuseError: It is divided by zero.
        """
        try:
            return int(evaluate(size, self.symbols))
        except ZeroDivisionError:
            raise MisuseError(f"size {size} is divided by 0", "give larger arrays") from None

    def flat(self, axes: Sequence[Axis]) -> Shape:
        """Return a shape with a dimension per axis."""
        return tuple(self.size(axis.size) for axis in axes)

    def range(self, index: Index) -> tuple[int, int]:
        """Return the lowest and the highest value of an index whose axes are not empty."""
        low = high = self.size(index.offset)
        for term in index.terms:
            last = (self.size(term.axis.size) - 1) // self.size(term.divide)
            if modulo := self.size(term.modulo):
                last = min(last, modulo - 1)
            far = self.size(term.times) * last
            low, high = low + min(far, 0), high + max(far, 0)
        return low, high

    def outer(self, axes: Sequence[Axis]) -> Shape:
        """Return the shape that callers use, with all dimensions of `...`."""
        dimensions = (self.rest if axis.name == REST else (self.size(axis.size),) for axis in axes)
        return tuple(size for some in dimensions for size in some)


def bind(operator: Operator, shapes: Mapping[str, Sequence[int]]) -> Binding:
    """Determine the sizes for a call with inputs of these shapes.

    Raises:
        MisuseError: A shape does not fit its input, two inputs disagree, or a computed axis or the
            axis of an extreme is empty.
    """
    missing = [port.name for port in operator.inputs if port.name not in shapes]
    unknown = set(shapes) - {port.name for port in operator.inputs}
    if missing or unknown:
        which = f"is not given {missing[0]!r}" if missing else f"has no input {min(unknown)!r}"
        names = ", ".join(port.name for port in operator.inputs)
        raise MisuseError(f"{operator.name} {which}", f"it takes {names}")
    dimensions_of_axes = [
        (port.name, axis, dimensions)
        for port in operator.inputs
        for axis, dimensions in _split(operator.name, port.name, port.axes, shapes[port.name])
    ]
    sizes_and_names: dict[str, tuple[Shape, str]] = {}
    for name, axis, dimensions in dimensions_of_axes:
        if isinstance(axis.size, Symbol):
            before, where = sizes_and_names.setdefault(axis.size.name, (dimensions, name))
            if before != dimensions:
                _disagree(operator, name, axis, dimensions, f"{where!r} has {_text(before)}")
    rest = sizes_and_names.get(REST, ((), ""))[0]
    binding = Binding({name: prod(sizes) for name, (sizes, _) in sizes_and_names.items()}, rest)
    for name, axis, dimensions in dimensions_of_axes:
        if not isinstance(axis.size, Symbol) and (binding.size(axis.size),) != dimensions:
            meant = f"{axis.size} = " if isinstance(axis.size, Computed) else ""
            wanted = f"the description says {meant}{binding.size(axis.size)}"
            _disagree(operator, name, axis, dimensions, wanted)
    _check_places(operator, binding)
    return binding


def output_shapes(operator: Operator, shapes: Mapping[str, Sequence[int]]) -> tuple[Shape, ...]:
    """Return the shapes of the outputs for inputs of these shapes.

    Raises:
        MisuseError: As for `bind`.
    """
    binding = bind(operator, shapes)
    return tuple(binding.outer(output.axes) for output in operator.outputs)


def _split(
    operator: str, name: str, axes: tuple[Axis, ...], shape: Sequence[int]
) -> list[tuple[Axis, Shape]]:
    """Return the dimensions of each axis."""
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


def _disagree(
    operator: Operator, name: str, axis: Axis, dimensions: Shape, wanted: str
) -> NoReturn:
    raise MisuseError(
        f"{operator.name}: {name!r} has {_text(dimensions)} on axis {axis.name!r}, {wanted}",
        "give arrays that agree",
    )


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
        for node in nodes_of(stage.body):
            if isinstance(node, Load) and node.outside is None:
                _check_read(operator, node, binding)


def _check_read(operator: Operator, load: Load, binding: Binding) -> None:
    if 0 in binding.flat(load.free):
        return
    for index, axis in zip(load.index, load.source.axes, strict=True):
        low, high = binding.range(index)
        size = binding.size(axis.size)
        if low < 0 or high >= size:
            raise MisuseError(
                f"{operator.name} reads places {low} to {high} of {load.source.name!r} along "
                f"{axis.name!r}, which has {size}",
                "give arrays that agree",
            )


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
