"""A graph of ONNX with all shapes known, and what is constant in it computed."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np

from custom_compiler.autokernel.describe import tree
from custom_compiler.autokernel.describe.model import ModelTensor
from custom_compiler.errors import MisuseError
from custom_compiler.support.element_types import BY_NUMPY

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    Array = np.ndarray[Any, Any]

_LARGEST_CONSTANT = 1 << 26
"""Elements of a constant that nodes compute; a few of them can ask for any number."""
_VIEWS = ("Reshape", "Flatten", "Squeeze", "Unsqueeze", "Identity", "Dropout")
DTYPES = {row.onnx: row.numpy for row in BY_NUMPY.values() if row.numpy in tree.DTYPES}


@dataclass(frozen=True)
class GraphNode:
    """A node that has to be computed in a run.

    Attributes:
        kind: ONNX's operator.
        name: For messages.
        inputs: Names of tensors; empty for those that are left out.
        outputs: Names of tensors.
        attributes: Those that the file gives.
        opset: The version of ONNX's operators.
    """

    kind: str
    name: str
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    attributes: Mapping[str, Any]
    opset: int

    def __str__(self) -> str:
        return f"{self.kind} {self.name!r}"


@dataclass
class Graph:
    """ONNX graph with known shapes.

    Attributes:
        path: Of the file, for messages.
        opset: Version of ONNX's operators.
        tensors: All tensors that are not constant, by name.
        inputs: Names of the inputs of a call.
        outputs: Names of the outputs of a call.
        constants: Constant tensors, by name.
        views: Tensors that are other tensors with another shape, by name.
        nodes: In an order in which they can be computed.
    """

    path: Path
    opset: int
    inputs: tuple[str, ...] = ()
    outputs: tuple[str, ...] = ()
    tensors: dict[str, ModelTensor] = field(default_factory=dict)
    constants: dict[str, Array] = field(default_factory=dict)
    views: dict[str, str] = field(default_factory=dict)
    nodes: list[GraphNode] = field(default_factory=list)

    def tensor(self, name: str) -> ModelTensor:
        """Return a tensor or constant by name."""
        if name in self.constants:
            array = self.constants[name]
            return ModelTensor(name, array.shape, array.dtype.name)
        return self.tensors[name]


def read_graph(path: Path, shapes: Mapping[str, tuple[int, ...]]) -> Graph:
    """Read a file.

    Raises:
        MisuseError: it is no model, or one that cannot be known before it runs.
    """
    onnx = _onnx()
    model = _load(path, onnx)
    opsets = [opset.version for opset in model.opset_import if opset.domain in {"", "ai.onnx"}]
    graph = Graph(path, max(opsets, default=0))
    for initializer in model.graph.initializer:
        graph.constants[initializer.name] = _array(graph, initializer, onnx)
    inputs = [port for port in model.graph.input if port.name not in graph.constants]
    _fix_shapes(path, inputs, shapes)
    try:
        inferred = onnx.shape_inference.infer_shapes(model, strict_mode=True, data_prop=True)
    except Exception as error:  # noqa: BLE001 - onnx has many classes of them
        _reject(graph, f"shapes cannot be inferred: {_first_line(error)}")
    kinds = [*inputs, *inferred.graph.value_info, *inferred.graph.output]
    types = {port.name: port.type.tensor_type for port in kinds}
    graph.inputs = tuple(port.name for port in inputs)
    graph.outputs = tuple(port.name for port in model.graph.output)
    for name in graph.inputs:
        graph.tensors[name] = _tensor(graph, name, types)
    for number, node in enumerate(model.graph.node):
        _add(graph, node, number, types, onnx)
    for name in graph.outputs:
        if name not in graph.tensors and name not in graph.constants:
            _reject(graph, f"nothing computes output {name!r}")
    return graph


def _onnx() -> Any:
    try:
        import onnx
    except ModuleNotFoundError as error:
        message = "reading models needs onnx, which is not installed"
        raise MisuseError(message, "pip install 'custom_compiler[autokernel]'") from error
    return onnx


def _load(path: Path, onnx: Any) -> Any:
    try:
        model = onnx.load_model(str(path), load_external_data=False)
        _reject_other_files(path, model, onnx)
        onnx.checker.check_model(model)
    except MisuseError:
        raise
    except FileNotFoundError as error:
        raise MisuseError(f"{path}: no such file", "give an .onnx file") from error
    except Exception as error:  # protobuf's and onnx's own, which share no class
        message = f"{path}: no model of ONNX: {_first_line(error)}"
        raise MisuseError(message, "export it again, or see onnx.checker") from error
    if model.functions:
        name = model.functions[0].name
        raise MisuseError(f"{path}: function {name!r} is not supported", "inline it: onnx.inliner")
    return model


def _reject_other_files(path: Path, model: Any, onnx: Any) -> None:
    for tensor in model.graph.initializer:
        if tensor.data_location == onnx.TensorProto.EXTERNAL:
            raise MisuseError(
                f"{path}: weight {tensor.name!r} is in another file",
                "save the model in one file: onnx.save_model(..., save_as_external_data=False)",
            )


def _fix_shapes(path: Path, inputs: list[Any], shapes: Mapping[str, tuple[int, ...]]) -> None:
    names = [port.name for port in inputs]
    for name, shape in shapes.items():
        if name not in names:
            raise MisuseError(f"{path}: has no input {name!r}", f"it has {', '.join(names)}")
        dims = inputs[names.index(name)].type.tensor_type.shape.dim
        if len(dims) != len(shape):
            raise MisuseError(
                f"{path}: input {name!r} has {len(dims)} dimensions, not {len(shape)}",
                "give a size for each",
            )
        for dim, size in zip(dims, shape, strict=True):
            if dim.HasField("dim_value") and dim.dim_value != size:
                raise MisuseError(
                    f"{path}: input {name!r} has {dim.dim_value} places where {size} is given",
                    "only sizes that the file leaves open can be given",
                )
            dim.dim_value = size


def _tensor(graph: Graph, name: str, types: Mapping[str, Any]) -> ModelTensor:
    kind = types.get(name)
    if kind is None or not kind.HasField("shape"):
        _reject(graph, f"the shape of {name!r} is not known before the model runs")
    dtype = DTYPES.get(kind.elem_type)
    if dtype is None:
        _reject(graph, f"{name!r} has elements of an unsupported type ({kind.elem_type})")
    for dim in kind.shape.dim:
        if not dim.HasField("dim_value"):
            _reject(
                graph,
                f"{name!r} has an open size {dim.dim_param or '?'!r}",
                f"give it: --shape {graph.inputs[0] if graph.inputs else name}=1,3,224,224",
            )
    return ModelTensor(name, tuple(dim.dim_value for dim in kind.shape.dim), dtype)


def _array(graph: Graph, tensor: Any, onnx: Any) -> Array:
    if tensor.data_type not in DTYPES:
        _reject(graph, f"weight {tensor.name!r} has an unsupported type ({tensor.data_type})")
    try:
        return np.asarray(onnx.numpy_helper.to_array(tensor), order="C")
    except Exception as error:  # noqa: BLE001 - too little data, sizes below 0
        _reject(graph, f"weight {tensor.name!r} cannot be read: {_first_line(error)}")


def _add(graph: Graph, proto: Any, number: int, types: Mapping[str, Any], onnx: Any) -> None:
    """Add a node: as constants if it can be computed now, as a view if it moves no data."""
    attributes = {
        attribute.name: onnx.helper.get_attribute_value(attribute) for attribute in proto.attribute
    }
    outputs = tuple(name for name in proto.output if name)
    name = proto.name or f"#{number}"
    inputs = tuple(proto.input)
    node = GraphNode(proto.op_type, name, inputs, outputs, attributes, graph.opset)
    if proto.domain not in {"", "ai.onnx"}:
        _reject(graph, f"{node} is of the domain {proto.domain!r}, which is not supported")
    if node.kind in {"If", "Loop", "Scan"}:
        _reject(graph, f"{node} decides at run time what is computed, which is not supported")
    if node.kind == "Shape" and proto.input[0] in graph.tensors:
        shape = np.asarray(graph.tensors[proto.input[0]].shape, np.int64)
        graph.constants[outputs[0]] = shape[attributes.get("start", 0) : attributes.get("end")]
    elif all(name in graph.constants for name in proto.input if name) and "Random" not in node.kind:
        graph.constants.update(_computed(graph, proto, node, types, onnx))
    elif node.kind in _VIEWS:
        graph.tensors[outputs[0]] = _tensor(graph, outputs[0], types)
        graph.views[outputs[0]] = proto.input[0]
        if len(outputs) > 1:
            _reject(graph, f"{node} gives a mask, which is not supported")
    else:
        for name in outputs:
            graph.tensors[name] = _tensor(graph, name, types)
        graph.nodes.append(node)


def _computed(
    graph: Graph, proto: Any, node: GraphNode, types: Mapping[str, Any], onnx: Any
) -> dict[str, Array]:
    """Compute a node of constants with ONNX's reference."""
    for name in node.outputs:
        if _tensor(graph, name, types).count > _LARGEST_CONSTANT:
            _reject(graph, f"{node} makes a constant of more than {_LARGEST_CONSTANT} elements")
    from onnx.reference import ReferenceEvaluator

    constants = {name: graph.constants[name] for name in node.inputs if name}
    described = [
        onnx.helper.make_tensor_value_info(
            name, onnx.helper.np_dtype_to_tensor_dtype(array.dtype), array.shape
        )
        for name, array in constants.items()
    ]
    results = [onnx.helper.make_empty_tensor_value_info(name) for name in node.outputs]
    single = onnx.helper.make_graph([proto], "constant", described, results)
    opset = [onnx.helper.make_opsetid("", graph.opset)]
    try:
        computed = ReferenceEvaluator(onnx.helper.make_model(single, opset_imports=opset)).run(
            None, constants
        )
    except Exception as error:  # noqa: BLE001 - whatever operators raise
        _reject(graph, f"{node} cannot be computed: {_first_line(error)}")
    dense = (np.asarray(array, order="C") for array in computed)
    return dict(zip(node.outputs, dense, strict=True))


def _first_line(error: Exception) -> str:
    return next(iter(str(error).strip().splitlines()), type(error).__name__)


def _reject(graph: Graph, message: str, hint: str = "") -> NoReturn:
    raise MisuseError(f"{graph.path}: {message}", hint)
