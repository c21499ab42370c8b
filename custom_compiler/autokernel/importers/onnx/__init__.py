"""Models of ONNX as operators from trees, what belongs together fused."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from custom_compiler.autokernel.describe.model import Model


def import_model(path: Path, name: str, shapes: Mapping[str, tuple[int, ...]]) -> Model:
    """Import the model of a file.

    Args:
        path: An .onnx file.
        name: Of the model, an identifier of C.
        shapes: Of inputs, where the file leaves sizes open.

    Raises:
        MisuseError: The file is no model, or has an operation without description, by name.
    """
    from custom_compiler.autokernel.importers.onnx.fuse import fuse
    from custom_compiler.autokernel.importers.onnx.graph import read_graph

    return fuse(read_graph(path, shapes), name)
