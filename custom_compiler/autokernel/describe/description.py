"""`@op`: a function on tensors with named axes as the description of an operator."""

from __future__ import annotations

import functools
import inspect
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from custom_compiler.autokernel.describe.check import check
from custom_compiler.autokernel.describe.reference import evaluate
from custom_compiler.autokernel.describe.sizes import Symbol, combine
from custom_compiler.autokernel.describe.tensor import Tensor, tensor_of
from custom_compiler.autokernel.describe.trace import checked, fail, followed
from custom_compiler.autokernel.describe.tree import (
    DTYPES,
    Attribute,
    Axis,
    Input,
    Operator,
    Stage,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from custom_compiler.autokernel.describe.sizes import Size

__all__ = [
    "Description",
    "op",
]

_KINDS: Mapping[Any, str] = {
    **dict.fromkeys((bool, "bool"), "bool"),
    **dict.fromkeys((int, "int"), "int64"),
    **dict.fromkeys((float, "float"), "float32"),
}
_AXIS = re.compile(r"(\.\.\.|[A-Za-z_]\w*)(?:=(\w+(?:\*\w+)*))?")


@dataclass(frozen=True)
class _Spec:
    """Description of a tensor: names of axes, sizes of some axes, perhaps its type."""

    axes: tuple[str, ...]
    sizes: Mapping[str, tuple[str, ...]]
    dtype: str


class Description:
    """An operator as a function says it; `operator` gives its trees, a call computes it by NumPy.

    Attributes:
        name: The function's.
        dtypes: Element types that tensors may have whose type is not fixed.
        tensors: Names of the tensors, in order.
        constants: Names of the keyword-only parameters: each value of them makes a separate tree.
    """

    def __init__(
        self,
        function: Callable[..., Tensor | tuple[Tensor, ...]],
        tensors: Mapping[str, str],
        dtypes: tuple[str, ...],
        outputs: tuple[str, ...],
    ) -> None:
        functools.update_wrapper(self, function)
        self.name = function.__name__
        self.dtypes = dtypes
        self.tensors = tuple(tensors)
        self._function = function
        self._outputs = outputs
        self._signature = inspect.signature(function)
        self._specs = {name: _spec(name, text) for name, text in tensors.items()}
        self._sizes = _sizes(self._specs)
        self._attributes: dict[str, Attribute] = {}
        self.constants = self._sort_parameters()
        unknown = [dtype for dtype in dtypes if dtype not in DTYPES]
        if unknown or not dtypes:
            fail(
                f"element type {unknown[0]!r} is not supported" if unknown else "no element type",
                f"use some of {', '.join(DTYPES)}",
            )

    def operator(
        self, *, dtype: str | None = None, dtypes: Mapping[str, str] | None = None, **constants: Any
    ) -> Operator:
        """Return the tree for these element types and constants.

        Args:
            dtype: Type of all tensors whose type the description does not fix; by default the first
                of the description's `dtypes`.
            dtypes: Types of single tensors, by name.
            constants: Values of the keyword-only parameters.

        Raises:
            MisuseError: The description is inconsistent (with its line), or rejects these
                arguments.
        """
        unknown = [name for name in constants if name not in self.constants]
        if unknown:
            names = ", ".join(self.constants) or "none"
            fail(f"{self.name} has no constant {unknown[0]!r}", f"it has {names}")
        wanted_types = dtypes or {}
        sizes = {axis: self._size(factors, constants) for axis, factors in self._sizes.items()}
        inputs = tuple(
            Input(
                name,
                self._dtype(name, wanted_types.get(name) or spec.dtype or dtype or self.dtypes[0]),
                tuple(Axis(axis, sizes[axis]) for axis in spec.axes),
            )
            for name, spec in self._specs.items()
        )
        with followed():
            tensors = [tensor_of(port) for port in inputs]
            tensors += [Tensor((), checked(attribute)) for attribute in self._attributes.values()]
            result = self._function(*self._ordered(tensors), **constants)
            outputs = self._stages(result)
        operator = Operator(self.name, inputs, outputs, tuple(self._attributes.values()))
        check(operator)
        return operator

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        """Compute the operator for these arrays with NumPy, in its own element types.

        Returns:
            An array, or a tuple of arrays.

        Raises:
            MisuseError: Shapes, types or arguments do not fit.
        """
        try:
            bound = self._signature.bind(*arguments, **named)
        except TypeError as error:
            fail(f"{self.name}: {error}", f"it takes {self._signature}")
        bound_arguments = bound.arguments
        arrays = {name: np.asarray(bound_arguments[name]) for name in self.tensors}
        operator = self.operator(
            dtypes={name: array.dtype.name for name, array in arrays.items()},
            **{name: bound_arguments[name] for name in self.constants if name in bound_arguments},
        )
        attributes = {
            name: bound_arguments[name] for name in self._attributes if name in bound_arguments
        }
        results = evaluate(operator, arrays, attributes)
        return results[0] if len(results) == 1 else results

    def _sort_parameters(self) -> tuple[str, ...]:
        """Record attributes and the names of constants; reject other parameters."""
        parameters = self._signature.parameters
        missing = [name for name in self._specs if name not in parameters]
        if missing:
            fail(f"{self.name} has no parameter {missing[0]!r}", "describe its own tensors")
        constants = []
        for name, parameter in parameters.items():
            if parameter.kind is inspect.Parameter.KEYWORD_ONLY:
                constants.append(name)
            elif name not in self._specs:
                kind = _KINDS.get(parameter.annotation)
                if kind is None or parameter.kind is not inspect.Parameter.POSITIONAL_OR_KEYWORD:
                    fail(
                        f"parameter {name!r} of {self.name} is neither tensor nor attribute",
                        f'name its axes, {name}="rows columns", or annotate bool, int or float',
                    )
                default = parameter.default
                self._attributes[name] = Attribute(
                    name, kind, None if default is inspect.Parameter.empty else default
                )
        return tuple(constants)

    def _dtype(self, name: str, dtype: str) -> str:
        fixed = self._specs[name].dtype
        allowed = (fixed,) if fixed else self.dtypes
        if dtype not in allowed:
            fail(f"{self.name} does not take {name!r} of {dtype}", f"it takes {', '.join(allowed)}")
        return dtype

    def _size(self, factors: tuple[str, ...], constants: Mapping[str, Any]) -> Size:
        size: Size = 1
        for factor in factors:
            value: Any = int(factor) if factor.isdigit() else Symbol(factor)
            if factor in self.constants:
                value = constants.get(factor, self._signature.parameters[factor].default)
                if not isinstance(value, int) or value < 1:
                    fail(f"constant {factor!r} of {self.name} is {value}", "give 1 or more")
            size = combine("*", size, value)
        return size

    def _ordered(self, tensors: list[Tensor]) -> list[Tensor]:
        by_name = dict(zip((*self._specs, *self._attributes), tensors, strict=True))
        return [by_name[name] for name in self._signature.parameters if name in by_name]

    def _stages(self, result: Any) -> tuple[Stage, ...]:
        tensors = result if isinstance(result, tuple) else (result,)
        wrong = [tensor for tensor in tensors if not isinstance(tensor, Tensor)]
        if wrong or not tensors:
            what = type(wrong[0]).__name__ if wrong else "nothing"
            fail(f"{self.name} returns {what}", "return a tensor, or a tuple of them")
        names = self._outputs or (
            ("out",)
            if len(tensors) == 1
            else tuple(f"out{number}" for number in range(len(tensors)))
        )
        if len(names) != len(tensors):
            fail(f"{self.name} returns {len(tensors)} tensors and names {len(names)} outputs")
        return tuple(
            Stage(name, tensor.axes, tensor.node)
            for name, tensor in zip(names, tensors, strict=True)
        )


def op(
    *, dtypes: tuple[str, ...] = ("float32",), outputs: tuple[str, ...] = (), **tensors: str
) -> Callable[[Callable[..., Any]], Description]:
    """Turn a function into the description of an operator.

    Args:
        dtypes: Element types that its tensors may have.
        outputs: Names of its results; by default `out`, or `out0`, `out1`...
        tensors: Axes of each tensor by name, separated by blanks. `columns=1024` fixes a size,
            `columns=groups*k` makes it a product of constants and other axes; `...` stands for all
            further dimensions of a call, taken as one axis; `: int32` after the axes fixes the
            element type.

    Raises:
        MisuseError: An axis is bound twice, or the function has other parameters.
    """
    return lambda function: Description(function, tensors, dtypes, outputs)


def _spec(name: str, text: str) -> _Spec:
    axes, _, dtype = (part.strip() for part in text.partition(":"))
    sizes: dict[str, tuple[str, ...]] = {}
    names = []
    for word in axes.split():
        match = _AXIS.fullmatch(word)
        if match is None:
            fail(f"{word!r} of {name!r} is no axis", 'write names, as in "... columns=1024"')
        if match[1] in names:
            fail(f"axis {match[1]!r} of {name!r} is bound twice", "give each axis its own name")
        names.append(match[1])
        if match[2]:
            sizes[match[1]] = tuple(match[2].split("*"))
    if dtype and dtype not in DTYPES:
        fail(
            f"element type {dtype!r} of {name!r} is not supported",
            f"use one of {', '.join(DTYPES)}",
        )
    return _Spec(tuple(names), sizes, dtype)


def _sizes(specs: Mapping[str, _Spec]) -> dict[str, tuple[str, ...]]:
    """Return the factors of each axis; a size given for one tensor applies to all tensors."""
    factors_by_axis: dict[str, tuple[str, ...]] = {}
    for name, spec in specs.items():
        for axis, factors in spec.sizes.items():
            if factors_by_axis.setdefault(axis, factors) != factors:
                here, there = "*".join(factors), "*".join(factors_by_axis[axis])
                fail(
                    f"axis {axis!r} of {name!r} has {here} places, and elsewhere {there}",
                    "give one of them another name",
                )
    axes = dict.fromkeys(axis for spec in specs.values() for axis in spec.axes)
    return {axis: factors_by_axis.get(axis, (axis,)) for axis in axes}
