"""Operators as op_host and op_kernel: the kernel through `asc.export`, with its tiling.

The tiling has what was tuned for sizes in certain ranges, and the formula for all others.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Protocol

import asc
from custom_compiler.asc.codegen.named_tuples import numbers_of
from custom_compiler.asc.codegen.scopes import maximum
from custom_compiler.autokernel.aicore import (
    column_settings,
    flat_settings,
    nest_settings,
    row_settings,
)
from custom_compiler.autokernel.aicore.columns import stack_of
from custom_compiler.autokernel.aicore.flat_settings import prod_of
from custom_compiler.autokernel.aicore.rows import view_of
from custom_compiler.autokernel.describe.rules import FLOATS
from custom_compiler.autokernel.describe.sizes import Symbol, evaluate
from custom_compiler.autokernel.describe.tree import Position, Reduce, nodes_of
from custom_compiler.errors import MisuseError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from custom_compiler.asc.export import Exported
    from custom_compiler.autokernel.aicore.kernels import (
        CoreKernelCall,
        CorePlatform,
        Packaged,
        TunedEntry,
    )
    from custom_compiler.autokernel.describe.tree import Attribute, Axis, Node, Operator
    from custom_compiler.search.space import Space


class Settings(Protocol):
    """A module with what can be set of one kernel; see `flat_settings`."""

    def space(self, operator: Operator, sizes: Mapping[str, int], platform: CorePlatform) -> Space:
        """Return the space of settings."""

    def default(
        self, operator: Operator, sizes: Mapping[str, int], platform: CorePlatform
    ) -> dict[str, int]:
        """Return an allowed setting that is good without a search."""

    def call(
        self,
        operator: Operator,
        sizes: Mapping[str, int],
        setting: Mapping[str, int],
        platform: CorePlatform,
    ) -> CoreKernelCall:
        """Return the launch of the kernel with a setting."""

    def packaged(self, variants: Sequence[Operator], table: Sequence[TunedEntry]) -> Packaged:
        """Return what packages need of the kernel."""


_LEADING = "..."
_TYPES = {"matmul": "MatMul"}  # a namespace of CANN's is called matmul, as the kernel would be
_KINDS = {"bool": bool, "int64": int, "float32": float}


def write(
    variants: Sequence[Operator],
    path: str | Path,
    *,
    table: Sequence[TunedEntry] = (),
    op: str | None = None,
    packaged: Packaged | None = None,
) -> Exported:
    """Write an operator as op_host and op_kernel below `path`.

    Args:
        variants: its trees, one per combination of element types.
        path: a folder; existing files of the operator are replaced.
        table: what was tuned; the first entry whose ranges hold a call's sizes is taken.
        op: its name in packages; by default the description's in CamelCase.
        packaged: how its class is packaged; by default as elementwise, on rows or on columns.

    Raises:
        MisuseError: AI cores cannot compute a part of it.
        ValueError: it cannot be an operator of packages; the message names why.
    """
    first = variants[0]
    kernels = packaged or packaged_of(variants, table)
    _check_names(first, kernels)
    dtypes = {
        **{port.name: [v.inputs[i].dtype for v in variants] for i, port in enumerate(first.inputs)},
        **{p.name: [v.outputs[i].dtype for v in variants] for i, p in enumerate(first.outputs)},
    }
    like = {port.name: _like(first, port.axes) for port in first.outputs}
    alike = all(like.values())

    def tiling(inputs: Any, outputs: Any, platform: Any) -> asc.Tiling:
        sizes = Sizes(first, inputs)
        numbers = kernels.numbers(
            kernels.shape(sizes),
            tuple_of(kernels.symbols, sizes),
            inputs[0].itemsize,
            (platform.core_num, platform.ub_size),
            kernels.facts,
        )
        blocks = blocks_if(agreement(first, inputs, outputs), numbers[0])
        return tiling_of(blocks, numbers)

    def shapes(inputs: Any) -> Any:
        return dimensions(first, inputs)

    return asc.export(
        kernels.kernel,
        op=op or _TYPES.get(first.name) or "".join(map(str.capitalize, first.name.split("_"))),
        inputs={port.name: dtypes[port.name] for port in first.inputs},
        outputs={
            name: (dtypes[name], source) if alike else dtypes[name] for name, source in like.items()
        },
        attrs={attribute.name: _default(attribute) for attribute in first.attributes},
        tiling=tiling,
        shapes=None if alike else shapes,
        constants=kernels.constants,
        path=path,
    )


def packaged_of(variants: Sequence[Operator], table: Sequence[TunedEntry] = ()) -> Packaged:
    """Return what packages need of an operator that is elementwise or reduces rows or columns.

    Raises:
        MisuseError: The operator is of another kind.
    """
    return settings_of(variants[0]).packaged(variants, table)


def settings_of(operator: Operator) -> Settings:
    """Return the settings module of the kernel that computes an operator."""
    settings: Settings = nest_settings
    nodes = (node for stage in operator.stages for node in nodes_of(stage.body))
    if any(isinstance(node, Position) or not _is_usual(node) for node in nodes):
        return settings
    if flat_settings.matches(operator):
        settings = flat_settings
    elif view_of(operator) is not None:
        settings = row_settings
    elif stack_of(operator) is not None:
        settings = column_settings
    return settings


def _is_usual(node: Node) -> bool:
    """Return whether the node is no reduction, or one with an instruction for rows and columns."""
    if not isinstance(node, Reduce):
        return True
    return node.operation in {"sum", "max", "min"} and node.dtype in FLOATS


class Sizes(Mapping[str, Any]):
    """Values of symbols, read from the shapes of a call's inputs at each access."""

    def __init__(self, operator: Operator, inputs: Sequence[Any]) -> None:
        self._inputs = inputs
        self._dimensions: dict[str, tuple[int, int, tuple[Axis, ...]]] = {}
        for number, port in enumerate(operator.inputs):
            for index, axis in enumerate(port.axes):
                if isinstance(axis.size, Symbol):
                    self._dimensions.setdefault(axis.size.name, (number, index, port.axes))

    def __getitem__(self, name: str) -> Any:
        """Return the value of a symbol as a number of the host function."""
        number, dimension, axes = self._dimensions[name]
        tensor = self._inputs[number]
        if axes[0].name != _LEADING:
            return tensor.shape[dimension]
        if dimension:
            return tensor.shape[dimension - len(axes)]
        rest: Any = 1
        for from_end in range(1, len(axes)):
            rest = tensor.shape[-from_end] * rest
        return tensor.size // maximum(rest, 1)

    def __iter__(self) -> Iterator[str]:
        """Iterate over the symbols."""
        return iter(self._dimensions)

    def __len__(self) -> int:
        """Return the number of symbols."""
        return len(self._dimensions)


def tuple_of(symbols: Sequence[str], sizes: Mapping[str, Any]) -> tuple[Any, ...]:
    """Return the values of symbols."""
    return tuple(sizes[symbol] for symbol in symbols)


def agreement(
    operator: Operator, inputs: Sequence[Any], outputs: Sequence[Any]
) -> tuple[tuple[Any, Any], ...]:
    """Return pairs of sizes that are equal if the tensors of a call are compatible."""
    sizes = Sizes(operator, inputs)
    pairs: list[tuple[Any, Any]] = []
    ports = (*operator.inputs, *operator.outputs)
    for port, tensor in zip(ports, (*inputs, *outputs), strict=True):
        axis_sizes = [evaluate(axis.size, sizes) for axis in port.axes]
        pairs.append((tensor.size, prod_of(axis_sizes)))
        if port.axes and port.axes[0].name == _LEADING:
            pairs += (
                (tensor.shape[i - len(axis_sizes)], axis_sizes[i])
                for i in range(1, len(axis_sizes))
            )
        else:
            pairs += ((tensor.shape[i], size) for i, size in enumerate(axis_sizes))
    return tuple((left, right) for left, right in pairs if left is not right)


@asc.jit
def blocks_if(pairs: tuple[tuple[int, int], ...], blocks: int) -> int:
    """Return the number of blocks, or 0 to reject a call whose tensors have incompatible sizes."""
    agree = pairs[0][0] == pairs[0][1]
    for i in asc.static_range(1, len(pairs)):
        agree = agree & (pairs[i][0] == pairs[i][1])
    if not agree:
        blocks = 0
    return blocks


def tiling_of(blocks: Any, results: Sequence[Any]) -> asc.Tiling:
    """Return the tiling with its blocks and the other results of `Packaged.numbers`."""
    return asc.Tiling(blocks, *results[2:], numbers=results[1])


def dimensions(operator: Operator, inputs: Sequence[Any]) -> Any:
    """Return the dimensions of each output."""
    sizes = Sizes(operator, inputs)
    shapes = tuple(_dims(operator, port.axes, inputs, sizes) for port in operator.outputs)
    return shapes[0] if len(shapes) == 1 else shapes


def _dims(
    operator: Operator, axes: Sequence[Axis], inputs: Sequence[Any], sizes: Sizes
) -> tuple[Any, ...]:
    dims: list[Any] = []
    for axis in axes:
        if axis.name == _LEADING:
            number, port = next(
                (i, p) for i, p in enumerate(operator.inputs) if p.axes and p.axes[0] == axis
            )
            trailing = len(port.axes) - 1
            dims.append(inputs[number].shape[: -trailing or None])
        else:
            dims.append(evaluate(axis.size, sizes))
    return tuple(dims)


def _like(operator: Operator, axes: tuple[Axis, ...]) -> str:
    """Return the name of an input with these dimensions, or an empty string."""
    return next((port.name for port in operator.inputs if port.axes == axes), "")


def _default(attribute: Attribute) -> Any:
    return _KINDS[attribute.dtype] if attribute.default is None else attribute.default


def _check_names(operator: Operator, packaged: Packaged) -> None:
    numbers = next(p.named_tuple for p in packaged.kernel.parameters if p.name == "numbers")
    reserved = {*numbers_of(numbers), *packaged.constants}
    for port in (*operator.inputs, *operator.outputs, *operator.attributes):
        if port.name in reserved:
            raise MisuseError(
                f"{operator.name}: {port.name} is what its kernel calls something else",
                f"call it otherwise than {', '.join(sorted(reserved))}",
            )
