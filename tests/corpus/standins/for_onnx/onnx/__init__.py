"""As much of onnx as the corpus needs to write down a model of one operator."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from types import SimpleNamespace

TensorProto = SimpleNamespace(FLOAT=1, FLOAT16=10)


def _value(name: str, elem_type: int, shape: Iterable[int]) -> dict[str, object]:
    return {"name": name, "type": elem_type, "shape": [int(n) for n in shape]}


def _node(
    op_type: str, inputs: Iterable[str], outputs: Iterable[str], **_: object
) -> dict[str, object]:
    return {"op": op_type, "inputs": list(inputs), "outputs": list(outputs)}


def _graph(
    nodes: object, name: str, inputs: Iterable[str], outputs: Iterable[str], **_: object
) -> dict[str, object]:
    return {"nodes": nodes, "name": name, "inputs": inputs, "outputs": outputs}


def _model(graph: dict[str, object], **_: object) -> SimpleNamespace:
    return SimpleNamespace(graph=graph, opset_import=[SimpleNamespace(version=0)], ir_version=0)


def save(model: SimpleNamespace, path: str) -> None:
    """Write the graph down as json."""
    Path(path).write_text(json.dumps(model.graph))


helper = SimpleNamespace(
    make_tensor_value_info=_value, make_node=_node, make_graph=_graph, make_model=_model
)
