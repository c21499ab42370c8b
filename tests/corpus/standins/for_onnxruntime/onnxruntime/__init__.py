"""Runs the models of the onnx next to it: one operator on NumPy."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace

import numpy as np

_OPERATORS = {
    "GlobalAveragePool": lambda x: x.mean(axis=tuple(range(2, x.ndim)), keepdims=True),
}


class InferenceSession:
    """One model."""

    def __init__(self, path: str, **_: object) -> None:
        self._graph = json.loads(Path(path).read_text())

    def get_inputs(self) -> list[SimpleNamespace]:
        """Return the inputs' names and shapes."""
        return [SimpleNamespace(**value) for value in self._graph["inputs"]]

    def get_outputs(self) -> list[SimpleNamespace]:
        """Return the outputs' names and shapes."""
        return [SimpleNamespace(**value) for value in self._graph["outputs"]]

    def run(self, _: object, feeds: dict[str, np.ndarray]) -> list[np.ndarray]:
        """Return the outputs."""
        (node,) = self._graph["nodes"]
        return [_OPERATORS[node["op"]](*(feeds[name] for name in node["inputs"]))]
