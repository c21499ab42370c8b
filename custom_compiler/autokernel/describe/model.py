"""Several operators in order of execution, and the tensors between them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import TYPE_CHECKING, Any

from custom_compiler.autokernel.describe.reference import evaluate, numpy_dtype

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy as np

    from custom_compiler.autokernel.describe.tree import Operator

    Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class ModelTensor:
    """A dense tensor, in row-major order.

    Attributes:
        name: As in the model's file; any text.
        shape: All sizes are known.
        dtype: One of tree.DTYPES.
    """

    name: str
    shape: tuple[int, ...]
    dtype: str

    @property
    def count(self) -> int:
        """Number of elements."""
        return prod(self.shape)


@dataclass(frozen=True)
class ModelStep:
    """One operator, without symbolic sizes, and the names of the tensors that it has."""

    operator: Operator
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]


@dataclass(frozen=True)
class Model:
    """Operators in order of execution, with the tensors between them.

    Attributes:
        name: An identifier of C.
        tensors: All tensors by name.
        inputs: Names of the inputs of a call.
        outputs: Names of the outputs of a call.
        weights: Values of constant tensors.
        views: Tensors that are other tensors with another shape, by name.
        steps: Each after those whose outputs it reads.
    """

    name: str
    tensors: Mapping[str, ModelTensor]
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    weights: Mapping[str, Array]
    views: Mapping[str, str]
    steps: tuple[ModelStep, ...]

    def root(self, name: str) -> str:
        """Return the tensor that owns the memory of a tensor."""
        while name in self.views:
            name = self.views[name]
        return name

    @cached_property
    def operators(self) -> tuple[Operator, ...]:
        """The different operators, in order of their first step."""
        return tuple(dict.fromkeys(step.operator for step in self.steps))

    @cached_property
    def used_weights(self) -> tuple[str, ...]:
        """Names of the weights that a step or an output reads, in that order."""
        read = [name for step in self.steps for name in step.inputs] + list(self.outputs)
        roots = dict.fromkeys(self.root(name) for name in read)
        return tuple(name for name in roots if name in self.weights)

    def compute(self, inputs: Sequence[Array]) -> tuple[Array, ...]:
        """Compute the outputs by the reference: steps in float64, rounded to the outputs' types."""
        values = {**self.weights, **dict(zip(self.inputs, inputs, strict=True))}

        def value(name: str) -> Array:
            return values[self.root(name)].reshape(self.tensors[name].shape)

        for step in self.steps:
            names = [port.name for port in step.operator.inputs]
            arguments = {
                name: value(tensor) for name, tensor in zip(names, step.inputs, strict=True)
            }
            results = evaluate(step.operator, arguments, wide=True)
            for name, array in zip(step.outputs, results, strict=True):
                values[name] = array.astype(numpy_dtype(self.tensors[name].dtype))
        return tuple(value(name) for name in self.outputs)
