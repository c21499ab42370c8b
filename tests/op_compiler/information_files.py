"""Information files of calls, written by tests."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any


def tensor(name: str, shape: tuple[int, ...], dtype: str = "float16", **more: Any) -> dict:
    """A tensor of a call."""
    return {
        "name": name,
        "index": 0,
        "param_type": "required",
        "dtype": dtype,
        "format": "ND",
        "shape": list(shape),
        "origin_format": "ND",
        "origin_shape": list(shape),
        "value_depend": False,
        "is_view": False,
    } | more


def add_custom(shape: tuple[int, ...] = (8, 2048), dtype: str = "float16", **more: Any) -> dict:
    """A call of the sample operator; `more` are other keys of the file."""
    return {
        "op_type": "AddCustom",
        "tune_mode": "all",
        "impl_mode": "",
        "deterministic": "false",
        "inputs": [tensor("x", shape, dtype), tensor("y", shape, dtype, index=1)],
        "outputs": [tensor("z", shape, dtype)],
        "attrs": [],
    } | more


def write(path: Path, content: object) -> Path:
    """Write an information file, with its folder."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content if isinstance(content, str) else json.dumps(content))
    return path


# Contents that no kernel can be made of.
DAMAGED: tuple[object, ...] = (
    "",
    "{",
    "[]",
    "null",
    '{"op_type": "AddCustom"',
    "[" * 100_000,
    add_custom(op_type="../../etc"),
    add_custom(op_type='A"; rm -rf /'),
    add_custom(op_type=""),
    add_custom(inputs="x"),
    add_custom(inputs=[tensor("x", (8, -1))]),
    add_custom(inputs=[tensor("x", (8,), "float17")]),
    add_custom(inputs=[tensor("x", (8,), format="NCHW8")]),
    add_custom(inputs=[tensor("x", (1 << 70,))]),
    add_custom(inputs=[tensor("x", (2,), "int64", value_depend=True)]),
    add_custom(attrs=[{"name": "a", "dtype": "int", "value": None, "index": 0}]),
    add_custom(attrs=[{"name": "a", "dtype": "map", "value": {}, "index": 0}]),
)
