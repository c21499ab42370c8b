"""Nodes of a graph that become one operator: what sees several elements, with what follows it.

A node's result that only one node of single elements reads, at the same places, is never written:
that node joins the operator.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from custom_compiler import autokernel as ak
from custom_compiler.autokernel.describe.check import check
from custom_compiler.autokernel.describe.model import Model, ModelStep, ModelTensor
from custom_compiler.autokernel.describe.trace import current, followed
from custom_compiler.autokernel.describe.tree import Input, Load, Operator, Stage, at
from custom_compiler.autokernel.importers.onnx.elementwise import FORMULAS
from custom_compiler.autokernel.importers.onnx.heads import HEADS, Head, reject
from custom_compiler.errors import MisuseError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from custom_compiler.autokernel.describe.tensor import Tensor
    from custom_compiler.autokernel.importers.onnx.graph import Graph, GraphNode

_NORMALIZED = 2  # dimensions in front of which BatchNormalization's numbers are


@dataclass
class _Group:
    """Nodes that become one operator; the last one's output is the operator's."""

    nodes: list[GraphNode] = field(default_factory=list)

    @property
    def output(self) -> str:
        return self.nodes[-1].outputs[0]


def fuse(graph: Graph, name: str) -> Model:
    """Return the model of a graph.

    Raises:
        MisuseError: A node cannot be described.
    """
    for node in graph.nodes:
        if node.kind not in FORMULAS and node.kind not in HEADS and node.kind not in _SCALED:
            names = ", ".join(sorted({*FORMULAS, *HEADS, *_SCALED}))
            raise MisuseError(f"{graph.path}: {node} is not supported", f"supported: {names}")
    steps = [_Tracer(graph, group).step() for group in _groups(graph)]
    weights = dict(graph.constants)
    tensors = {**graph.tensors, **{weight: graph.tensor(weight) for weight in weights}}
    return Model(name, tensors, graph.inputs, graph.outputs, weights, graph.views, tuple(steps))


def _groups(graph: Graph) -> list[_Group]:
    """Return the groups, ordered by their last node, after which all their inputs exist."""
    readers = Counter(name for node in graph.nodes for name in set(node.inputs))
    readers.update(graph.views.values())
    readers.update(graph.outputs)
    open_groups: dict[str, _Group] = {}
    groups: dict[int, _Group] = {}
    for node in graph.nodes:
        group = _Group()
        if node.kind not in HEADS:
            shape = graph.tensors[node.outputs[0]].shape
            joined = [
                open_groups[port]
                for port in node.inputs
                if port in open_groups and readers[port] == 1 and graph.tensors[port].shape == shape
            ]
            group = joined[-1] if joined else group
        groups.pop(id(group), None)
        group.nodes.append(node)
        groups[id(group)] = group
        open_groups[node.outputs[0]] = group
    return list(groups.values())


class _Tracer:
    """Follows the nodes of a group once."""

    def __init__(self, graph: Graph, group: _Group) -> None:
        self._graph = graph
        self._group = group
        self._tensors: dict[str, Tensor] = {}
        self._inputs: list[Input] = []
        self._read: list[str] = []
        self._axes: tuple[str, ...] = ()

    def step(self) -> ModelStep:
        """Return the operator with the names of its inputs and outputs."""
        with followed():
            for node in self._group.nodes:
                self._tensors[node.outputs[0]] = self._node(node)
            result = self._tensors[self._group.output]
        kinds = [node.kind.lower() for node in self._group.nodes]
        name = "_".join(kinds[:4]) + ("_and_more" if len(kinds) > 4 else "")  # noqa: PLR2004
        stage = Stage("out", result.axes, result.node)
        operator = Operator(name, tuple(self._inputs), (stage,))
        check(operator)
        return ModelStep(operator, tuple(self._read), (self._group.output,))

    def _node(self, node: GraphNode) -> Tensor:
        if node.kind in HEADS:
            result = self._head(node, HEADS[node.kind])
        else:
            if not self._axes:
                rank = len(self._graph.tensors[node.outputs[0]].shape)
                self._axes = tuple(f"d{number}" for number in range(rank))
            formula = _SCALED.get(node.kind)
            if formula is None:
                operands = [self._operand(name, node) if name else None for name in node.inputs]
                result = FORMULAS[node.kind](node, *operands)
            else:
                result = formula(self, node)
            result = ak.transpose(result, " ".join(self._axes))
        self._axes = tuple(axis.name for axis in result.axes)
        wanted = self._graph.tensors[node.outputs[0]]
        if tuple(axis.size for axis in result.axes) != wanted.shape or result.dtype != wanted.dtype:
            sizes = [axis.size for axis in result.axes]
            reject(node, f"gives {result.dtype}{sizes}, ONNX infers {wanted.dtype}{wanted.shape}")
        return result

    def _head(self, node: GraphNode, head: Head) -> Tensor:
        inputs = [*node.inputs, *([""] * (head.operands - len(node.inputs)))]
        constants: dict[int, Any] = {}
        for number in head.constant_operands:
            if inputs[number]:
                if inputs[number] not in self._graph.constants:
                    reject(node, f"has an operand {inputs[number]!r} that is not constant")
                constants[number] = self._graph.constants[inputs[number]]
        names = ["" if number in constants else name for number, name in enumerate(inputs)]
        tensors = [self._graph.tensor(name) if name else None for name in names]
        shapes = [None if tensor is None else tensor.shape for tensor in tensors]
        axes = head.axes(node, shapes)
        operands: list[Any] = [
            constants.get(number) if tensor is None else self._load(tensor, axes[number].split())
            for number, tensor in enumerate(tensors)
        ]
        return head.build(node, shapes, *operands)

    def _operand(self, name: str, node: GraphNode) -> Tensor | float:
        """Return an operand of an elementwise operator, at the positions of its result."""
        if name in self._tensors:
            return self._tensors[name]
        tensor = self._graph.tensor(name)
        constant = self._graph.constants.get(name)
        others = [port for port in node.inputs if port and port not in self._graph.constants]
        if constant is not None and constant.size == 1 and others:
            value: float = constant.reshape(-1)[0].item()
            return value
        return self._spread(tensor)

    def _spread(self, tensor: ModelTensor) -> Tensor:
        """Broadcast a tensor to the result, with whose last axes its own are aligned."""
        axes = self._axes[len(self._axes) - len(tensor.shape) :]
        sizes = [self._size(name) for name in axes]
        number = len(self._inputs)
        loaded_axes = [
            name if size == wanted else f"x{number}_{name}"
            for name, size, wanted in zip(axes, tensor.shape, sizes, strict=True)
        ]
        loaded = self._load(tensor, loaded_axes)
        for name, axis in zip(loaded_axes, axes, strict=True):
            if name != axis:
                loaded = ak.take(loaded, name, 0)
        return loaded

    def _size(self, axis: str) -> int:
        """Return the size of an axis of the result."""
        shape = self._graph.tensors[self._group.nodes[-1].outputs[0]].shape
        return shape[self._axes.index(axis)]

    def _load(self, tensor: ModelTensor, names: Sequence[str]) -> Tensor:
        trace = current()
        axes = tuple(trace.axis(name, size) for name, size in zip(names, tensor.shape, strict=True))
        port = Input(f"x{len(self._inputs)}", tensor.dtype, axes)
        self._inputs.append(port)
        self._read.append(tensor.name)
        return ak.Tensor(axes, Load(port, tuple(at(axis) for axis in axes)))

    def normalized(self, node: GraphNode) -> Tensor:
        """Return a BatchNormalization with known statistics: a product and a sum per channel."""
        graph = self._graph
        values = [graph.constants.get(name) for name in node.inputs[1:5]]
        if any(value is None for value in values) or len(node.outputs) > 1:
            reject(node, "has statistics that are not constant; export the model for inference")
        scale, bias, mean, variance = (np.asarray(value, np.float64) for value in values)
        factor = scale / np.sqrt(variance + node.attributes.get("epsilon", 1e-5))
        result = self._operand(node.inputs[0], node)
        output = graph.tensors[node.outputs[0]]
        for what, value in (("scale", factor), ("shift", bias - mean * factor)):
            name = f"{output.name}/{what}"
            shape = (-1, *([1] * (len(output.shape) - _NORMALIZED)))
            graph.constants[name] = value.astype(output.dtype).reshape(shape)
            other = self._spread(graph.tensor(name))
            result = result * other if what == "scale" else result + other
        assert isinstance(result, ak.Tensor)  # noqa: S101 - a constant would have been computed
        return result


_SCALED = {"BatchNormalization": _Tracer.normalized}
