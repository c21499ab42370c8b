"""Validation of trees from importers, users and files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from custom_compiler.autokernel.describe.rules import fault
from custom_compiler.autokernel.describe.sizes import Symbol, symbols_of
from custom_compiler.autokernel.describe.tree import (
    DTYPES,
    Attribute,
    Extent,
    Input,
    Load,
    Reduce,
    nodes_of,
)
from custom_compiler.errors import MisuseError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from custom_compiler.autokernel.describe.sizes import Size
    from custom_compiler.autokernel.describe.tree import Axis, Node, Operator, Stage


def check(operator: Operator) -> None:
    """Reject a tree that cannot be computed.

    Raises:
        MisuseError: one line naming the axis, size or type, and one saying what to do.
    """
    if not operator.outputs:
        raise MisuseError(f"{operator.name} has no output", "return at least one tensor")
    _check_names(operator)
    axes: dict[str, Axis] = {}
    bound = {
        axis.size.name
        for port in operator.inputs
        for axis in port.axes
        if isinstance(axis.size, Symbol)
    }
    tensors: tuple[Input | Stage, ...] = (*operator.inputs, *operator.stages)
    for tensor in tensors:
        _check_axes(operator, tensor, axes)
    for stage in operator.stages:
        for node in nodes_of(stage.body):
            _check_node(operator, stage, node, axes)
        for size in _sizes(stage):
            for symbol in symbols_of(size):
                if symbol not in bound:
                    raise MisuseError(
                        f"{operator.name}: size {symbol!r} of {stage.name!r} is unbound",
                        "name it as an axis of an input, or give a number",
                    )


def _check_names(operator: Operator) -> None:
    names = [port.name for port in operator.inputs]
    names += [attribute.name for attribute in operator.attributes]
    names += [stage.name for stage in operator.stages]
    twice = [name for name in names if names.count(name) > 1]
    if twice:
        raise MisuseError(
            f"{operator.name} names two tensors {twice[0]!r}", "name outputs by outputs=(…)"
        )


def _check_axes(operator: Operator, tensor: Input | Stage, axes: dict[str, Axis]) -> None:
    if tensor.dtype not in DTYPES:
        raise MisuseError(
            f"{operator.name}: element type {tensor.dtype!r} of {tensor.name!r} is not supported",
            f"use one of {', '.join(DTYPES)}",
        )
    for axis in tensor.axes:
        if tensor.axes.count(axis) > 1:
            raise MisuseError(
                f"{operator.name}: axis {axis.name!r} of {tensor.name!r} is bound twice",
                "give each axis its own name",
            )
        _check_axis(operator, axis, axes)


def _check_axis(operator: Operator, axis: Axis, axes: dict[str, Axis]) -> None:
    earlier = axes.setdefault(axis.name, axis)
    if earlier != axis:
        raise MisuseError(
            f"{operator.name}: {axis.name!r} has {earlier.size} places, and elsewhere {axis.size}",
            "give one of them another name",
        )
    if isinstance(axis.size, int) and axis.size < 0:
        raise MisuseError(
            f"{operator.name}: axis {axis.name!r} would have {axis.size} places",
            "give a larger size, or more padding",
        )


def _check_node(operator: Operator, stage: Stage, node: Node, axes: dict[str, Axis]) -> None:
    wrong = fault(node)
    if wrong:
        raise MisuseError(f"{operator.name}: {wrong.message}", wrong.hint)
    for axis in (*node.free, *(node.axes if isinstance(node, Reduce) else ())):
        _check_axis(operator, axis, axes)
    if isinstance(node, Load) and isinstance(node.source, Input):
        _check_listed(operator, node.source, operator.inputs)
    if isinstance(node, Attribute):
        _check_listed(operator, node, operator.attributes)
    if node is stage.body:
        for axis in node.free:
            if axis not in stage.axes:
                raise MisuseError(
                    f"{operator.name}: axis {axis.name!r} of {stage.name!r} is unbound",
                    "reduce it, or make it an axis of the output",
                )


def _check_listed(
    operator: Operator, parameter: Input | Attribute, parameters: tuple[Input | Attribute, ...]
) -> None:
    if parameter not in parameters:
        raise MisuseError(
            f"{operator.name} reads {parameter.name!r}, which is not among its parameters",
            "add it to the operator's inputs or attributes",
        )


def _sizes(stage: Stage) -> Iterator[Size]:
    yield from (axis.size for axis in stage.axes)
    for node in nodes_of(stage.body):
        yield from (axis.size for axis in node.free)
        if isinstance(node, Reduce):
            yield from (axis.size for axis in node.axes)
        if isinstance(node, Extent):
            yield node.size
        if isinstance(node, Load):
            for index in node.index:
                yield index.offset
                for term in index.terms:
                    yield from (term.times, term.divide, term.modulo)
