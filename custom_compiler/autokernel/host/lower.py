"""From the tree to Halide's Funcs: what is computed, before a schedule says how.

Sums accumulate in separate Funcs, never in an output: a vector update of an output assumes that
its memory is aligned. Dimensions are Halide's, the last axis first.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import singledispatchmethod
from math import prod
from typing import TYPE_CHECKING, Any

from custom_compiler.autokernel.describe.rules import FLOATS
from custom_compiler.autokernel.describe.sizes import Computed, Symbol, evaluate, symbols_of
from custom_compiler.autokernel.describe.tree import (
    Attribute,
    Axis,
    Binary,
    Cast,
    Constant,
    Extent,
    Index,
    Input,
    Load,
    Node,
    Operator,
    Position,
    Reduce,
    Select,
    Stage,
    Unary,
    accumulator,
    nodes_of,
    operands,
)
from custom_compiler.autokernel.host import formulas
from custom_compiler.autokernel.host.extremes import first_place, shows_nan
from custom_compiler.autokernel.host.halide import halide, halide_errors
from custom_compiler.autokernel.host.partials import Manner, Parts, Row
from custom_compiler.autokernel.host.sharing import shared_nodes
from custom_compiler.errors import MisuseError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from custom_compiler.autokernel.describe.sizes import Size
    from custom_compiler.autokernel.host.targets import HostTarget

_LARGEST = 2**31 - 1  # that Halide's sizes can be
_SMALL = 64  # places of windows that are accumulated one by one


@dataclass(frozen=True)
class Lowered:
    """An operator as Funcs without a schedule; values are Halide's objects.

    Attributes:
        operator: What was lowered.
        described: What callers call: the operator before its class rearranged it.
        sizes: The symbols that have one value in this version; the others are what calls bring.
        inputs: ImageParams by name.
        attributes: Params by name.
        funcs: The Func of each stage, and of each reduction, after which the rest of its stage is.
        arguments: The axes of each of these Funcs, first the one that moves slowest.
        rdoms: The places that each reduction goes over.
        rvars: The variables of these, by axis.
        parts: What reductions are made of that accumulate several partial results; they have
            no `rdoms` and no `rvars`.
        shared: Funcs of costly values that several Funcs use; inlined unless scheduled.
        padded: Funcs of tensors with the values outside of them; the same holds.
        variables: The Var of each axis.
        ordered: Extremes whose Funcs hold `formulas.ordered`, integers that know NaN.
        outputs: The Funcs of the operator's outputs, pure ones.
    """

    operator: Operator
    described: Operator
    sizes: Mapping[str, int]
    inputs: dict[str, Any] = field(default_factory=dict)
    attributes: dict[str, Any] = field(default_factory=dict)
    funcs: dict[Stage | Reduce, Any] = field(default_factory=dict)
    arguments: dict[Stage | Reduce | Node, tuple[Axis, ...]] = field(default_factory=dict)
    rdoms: dict[Reduce, Any] = field(default_factory=dict)
    rvars: dict[Reduce, dict[Axis, Any]] = field(default_factory=dict)
    parts: dict[Reduce, Parts] = field(default_factory=dict)
    shared: dict[Node, Any] = field(default_factory=dict)
    padded: dict[tuple[Input | Stage, Constant], Any] = field(default_factory=dict)
    variables: dict[Axis, Any] = field(default_factory=dict)
    ordered: set[Reduce] = field(default_factory=set)

    @property
    def outputs(self) -> tuple[Any, ...]:
        """The Funcs of the operator's outputs."""
        return tuple(self.funcs[stage] for stage in self.operator.outputs)

    def size(self, size: Size) -> Any:
        """Return a size as int, or as an expression of the inputs' extents."""
        if isinstance(size, Computed) and not set(symbols_of(size)) <= set(self.sizes):
            extent = self._extent(size)
            if extent is not None:
                return extent
        return evaluate(size, {name: self._symbol(name) for name in symbols_of(size)})

    def _symbol(self, name: str) -> Any:
        return self.sizes[name] if name in self.sizes else self._extent(Symbol(name))

    def _extent(self, size: Size) -> Any | None:
        """Return the extent of an input's axis of this size."""
        for tensor in self.operator.inputs:
            for index, axis in enumerate(reversed(tensor.axes)):
                if axis.size == size:
                    return self.inputs[tensor.name].dim(index).extent()
        return None


@dataclass(frozen=True)
class Version:
    """One compiled form of an operator.

    Attributes:
        lowered: The scheduled operator; calls must bring the sizes that it was lowered for.
        target: The instruction set.
        ranges: Lowest and highest value of further symbols: the bucket that it was tuned for.
    """

    lowered: Lowered
    target: HostTarget
    ranges: Mapping[str, tuple[int, int]] = field(default_factory=dict)


def lower(
    operator: Operator,
    sizes: Mapping[str, int] | None = None,
    described: Operator | None = None,
    partials: int = 1,
) -> Lowered:
    """Return the Funcs of an operator.

    Args:
        operator: The operator to lower.
        sizes: Values of some symbols; calls pass the others.
        described: The operator that callers call, if it differs.
        partials: Partial results that each reduction accumulates along the last of its axes, a
            power of 2.

    Raises:
        MisuseError: The operator has no size of such a name, one is too large, or Halide is not
            installed.
        BuildError: Halide rejects it.
    """
    attributes = [
        name for port in operator.inputs for axis in port.axes for name in symbols_of(axis.size)
    ]
    for name in sizes or {}:
        if name not in attributes:
            names = ", ".join(dict.fromkeys(attributes))
            raise MisuseError(f"{operator.name} has no size {name!r}", f"it has {names}")
    _check_sizes(operator, sizes or {})
    lowering = _Lowering(Lowered(operator, described or operator, dict(sizes or {})), partials)
    with halide_errors(operator.name):
        return lowering.run()


def _check_sizes(operator: Operator, sizes: Mapping[str, int]) -> None:
    """Raise MisuseError if a size that is known is none of Halide's."""
    tensors: tuple[Input | Stage, ...] = (*operator.inputs, *operator.stages)
    axes = (axis for tensor in tensors for axis in tensor.axes)
    fixed = {axis.name: axis.size for axis in axes if isinstance(axis.size, int)}
    for name, size in {**fixed, **sizes}.items():
        if size > _LARGEST:
            message = f"{operator.name}: size {name}={size} is more than host kernels take"
            raise MisuseError(message, f"the largest is {_LARGEST}")


@dataclass(frozen=True)
class _Scope:
    """Context of an expression: stage, values of axes, and expressions of nodes so far."""

    stage: Stage
    environment: Mapping[Axis, Any]
    expressions: dict[Node, Any]


class _Lowering:
    def __init__(self, lowered: Lowered, partials: int) -> None:
        self._hl = halide()
        self._to = lowered
        self._partials = partials

    def run(self) -> Lowered:
        to, hl = self._to, self._hl
        for tensor in to.operator.inputs:
            storage = formulas.storage_type(tensor.dtype)
            to.inputs[tensor.name] = hl.ImageParam(storage, len(tensor.axes), tensor.name)
        for attribute in to.operator.attributes:
            storage = formulas.storage_type(attribute.dtype)
            to.attributes[attribute.name] = hl.Param(storage, attribute.name)
        for tensor in to.operator.inputs:
            self._bind(to.inputs[tensor.name], tensor.axes)
        for stage in to.operator.stages:
            self._stage(stage)
        for stage in to.operator.outputs:
            self._bind(to.funcs[stage].output_buffer(), stage.axes)
        return to

    def _bind(self, buffer: Any, axes: tuple[Axis, ...]) -> None:
        """Promise what the C shim makes: dense buffers from 0, of the sizes that are known."""
        stride: Any = 1
        for index, axis in enumerate(reversed(axes)):
            size = self._to.size(axis.size)
            if isinstance(size, int):
                buffer.dim(index).set_bounds(0, size)
            else:
                buffer.dim(index).set_min(0)
            if isinstance(stride, int):
                buffer.dim(index).set_stride(stride)
            stride = stride * size if isinstance(size, int) and isinstance(stride, int) else None

    def _variable(self, axis: Axis) -> Any:
        if axis not in self._to.variables:
            name = "leading" if axis.name == "..." else axis.name
            self._to.variables[axis] = self._hl.Var(name)
        return self._to.variables[axis]

    def _function(self, key: Any, name: str, axes: tuple[Axis, ...]) -> tuple[Any, Any]:
        """Return a new Func of these axes, and the arguments of its definition."""
        self._to.arguments[key] = axes
        function = self._hl.Func(f"f_{name}")  # no name of the C library
        return function, tuple(self._variable(axis) for axis in reversed(axes))

    def _stage(self, stage: Stage) -> None:
        for node in shared_nodes(stage):
            if node not in self._to.shared:
                axes = tuple(axis for axis in stage.axes if axis in node.free)
                rest = tuple(axis for axis in node.free if axis not in stage.axes)
                function, index = self._function(node, f"{stage.name}_shared", axes + rest)
                environment = {axis: self._variable(axis) for axis in axes + rest}
                function[index] = self._expression(node, environment, stage, root_is_shared=True)
                self._to.shared[node] = function
        function, index = self._function(stage, stage.name, stage.axes)
        environment = {axis: self._variable(axis) for axis in stage.axes}
        value = self._expression(stage.body, environment, stage)
        if stage in self._to.operator.outputs:
            value = formulas.stored(value, stage.dtype)
        function[index] = value
        self._to.funcs[stage] = function

    def _reduction(self, node: Reduce, stage: Stage) -> Any:
        to = self._to
        if node in to.funcs:
            return to.funcs[node]
        outer = tuple(axis for axis in stage.axes if axis in node.free)
        outer += tuple(axis for axis in node.free if axis not in outer)
        name = f"{stage.name}_{node.operation}"
        function, index = self._function(node, name, outer)
        environment = {axis: self._variable(axis) for axis in outer}
        manner, (*others, last) = self._manner(node, stage), node.axes
        size, count = to.size(last.size), self._partials
        if isinstance(size, int):
            count = min(count, 1 << max(size.bit_length() - 1, 0))
        if count > 1:

            def element(column: Any, places: tuple[Any, ...]) -> Any:
                along = dict(zip((last, *reversed(others)), (column, *places), strict=True))
                return self._expression(node.body, environment | along, stage)

            sizes = tuple(to.size(axis.size) for axis in reversed(others))
            row = Row(f"f_{name}", index, size, count, sizes, element, manner)
            function[index], to.parts[node] = row.reduced()
        else:
            domain = self._hl.RDom([(0, to.size(axis.size)) for axis in reversed(node.axes)])
            rvars = {axis: domain[number] for number, axis in enumerate(reversed(node.axes))}
            to.rdoms[node], to.rvars[node] = domain, rvars
            value = manner.element(self._expression(node.body, environment | rvars, stage))
            function[index] = manner.start
            function[index] = manner.combined(function[index], value)
        to.funcs[node] = function
        return function

    def _manner(self, node: Reduce, stage: Stage) -> Manner:
        """Return how values of a reduction are combined."""
        operation, dtype = node.operation, accumulator(node.body.dtype)
        start = formulas.identity(operation, dtype)
        extreme = operation in {"max", "min"} and dtype in FLOATS

        def accumulated(so_far: Any, value: Any) -> Any:
            return formulas.accumulate(operation, so_far, value)

        if not extreme or shows_nan(stage, node):
            return Manner(start, lambda value: value, accumulated)
        if self._is_small_window(node):
            return Manner(
                start,
                lambda value: value,
                lambda so_far, value: formulas.extreme(operation, value, so_far, dtype),
            )
        # Halide accumulates in parallel what it knows to be associative.
        self._to.ordered.add(node)
        return Manner(
            formulas.ordered(operation, start, dtype),
            lambda value: formulas.ordered(operation, value, dtype),
            accumulated,
        )

    def _is_small_window(self, node: Reduce) -> bool:
        sizes = [self._to.size(axis.size) for axis in node.axes]
        if not all(isinstance(size, int) for size in sizes) or prod(sizes) > _SMALL:
            return False
        loads = (load for load in nodes_of(node.body) if isinstance(load, Load))
        places = (index for load in loads for index in load.index if len(index.terms) > 1)
        return any(term.axis in node.axes for index in places for term in index.terms)

    def _expression(
        self,
        root: Node,
        environment: Mapping[Axis, Any],
        stage: Stage,
        *,
        root_is_shared: bool = False,
    ) -> Any:
        """Return the expression of a node for these values of the axes."""
        scope = _Scope(stage, environment, {})
        pending: list[tuple[Node, bool]] = [(root, False)]
        while pending:
            node, ready = pending.pop()
            if node in scope.expressions:
                continue
            inlined = node not in self._to.shared or (root_is_shared and node is root)
            below = operands(node) if inlined and not isinstance(node, Reduce) else ()
            if below and not ready:
                pending.append((node, True))
                pending += [(each, False) for each in below]
            elif inlined:
                scope.expressions[node] = self._value(node, scope)
            else:
                scope.expressions[node] = self._call(node, self._to.shared[node], environment)
        return scope.expressions[root]

    def _call(self, node: Any, function: Any, environment: Mapping[Axis, Any]) -> Any:
        axes = self._to.arguments[node]
        return function[tuple(environment[axis] for axis in reversed(axes))]

    @singledispatchmethod
    def _value(self, node: Node, _scope: _Scope) -> Any:
        raise TypeError(type(node).__name__)

    @_value.register(Constant)
    def _(self, node: Constant, _scope: _Scope) -> Any:
        return formulas.constant(node.value, node.dtype)

    @_value.register(Attribute)
    def _(self, node: Attribute, _scope: _Scope) -> Any:
        return formulas.computed(self._to.attributes[node.name], node.dtype)

    @_value.register(Position)
    def _(self, node: Position, scope: _Scope) -> Any:
        return formulas.cast(scope.environment[node.axis], "int32", node.dtype)

    @_value.register(Extent)
    def _(self, node: Extent, _scope: _Scope) -> Any:
        size = self._hl.cast(self._hl.Int(32), self._to.size(node.size))
        return formulas.cast(size, "int32", node.dtype)

    @_value.register(Unary)
    def _(self, node: Unary, scope: _Scope) -> Any:
        return formulas.unary(node.operation, scope.expressions[node.operand], node.operand.dtype)

    @_value.register(Binary)
    def _(self, node: Binary, scope: _Scope) -> Any:
        left, right = scope.expressions[node.left], scope.expressions[node.right]
        if node.operation == "divide" and _is_result_of_row(node):
            return left * (formulas.constant(1, node.dtype) / right)  # one division per row
        return formulas.binary(node, left, right)

    @_value.register(Select)
    def _(self, node: Select, scope: _Scope) -> Any:
        expressions = scope.expressions
        return self._hl.select(
            expressions[node.condition], expressions[node.chosen], expressions[node.other]
        )

    @_value.register(Cast)
    def _(self, node: Cast, scope: _Scope) -> Any:
        return formulas.cast(scope.expressions[node.operand], node.operand.dtype, node.dtype)

    @_value.register(Reduce)
    def _(self, node: Reduce, scope: _Scope) -> Any:
        if node.operation in {"arg_max", "arg_min"}:
            return self._expression(first_place(node), scope.environment, scope.stage)
        value = self._call(node, self._reduction(node, scope.stage), scope.environment)
        return formulas.unordered(value, node.dtype) if node in self._to.ordered else value

    @_value.register(Load)
    def _(self, node: Load, scope: _Scope) -> Any:
        position = tuple(self._position(index, scope.environment) for index in reversed(node.index))
        source = node.source
        if node.outside is not None:
            value = self._padded(source, node.outside)[position]
        elif isinstance(source, Stage):
            value = self._to.funcs[source][position]
        else:
            value = self._to.inputs[source.name][position]
        if isinstance(source, Stage) and source not in self._to.operator.outputs:
            return value
        return formulas.computed(value, node.dtype)

    def _padded(self, source: Input | Stage, outside: Constant) -> Any:
        key = (source, outside)
        if key not in self._to.padded:
            tensor: Any = (
                self._to.funcs[source]
                if isinstance(source, Stage)
                else self._to.inputs[source.name]
            )
            stored = isinstance(source, Input) or source in self._to.operator.outputs
            value = formulas.constant(outside.value, outside.dtype)
            bounds = [(0, self._to.size(axis.size)) for axis in reversed(source.axes)]
            self._to.padded[key] = self._hl.BoundaryConditions.constant_exterior(
                tensor, formulas.stored(value, outside.dtype) if stored else value, bounds
            )
        return self._to.padded[key]

    def _position(self, index: Index, environment: Mapping[Axis, Any]) -> Any:
        position: Any = self._to.size(index.offset)
        for term in index.terms:
            value = environment[term.axis]
            if term.divide != 1:
                value = value // self._to.size(term.divide)
            if term.modulo != 0:
                value = value % self._to.size(term.modulo)
            if term.times != 1:
                value = value * self._to.size(term.times)
            position = value if isinstance(position, int) and position == 0 else value + position
        return self._hl.Expr(position) if isinstance(position, int) else position


def _is_result_of_row(node: Binary) -> bool:
    """Return whether the divisor is made of a reduction, and the same for several dividends."""
    fewer = set(node.right.free) < set(node.left.free)
    return fewer and any(isinstance(each, Reduce) for each in nodes_of(node.right))
