"""Contents of information files, to vary."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any


def tensor(name: str = "x", **fields: Any) -> dict[str, Any]:
    """A tensor as a run records it; `fields` are put over it."""
    shape = fields.get("shape", [8, 2048])
    return {
        "name": name,
        "index": 0,
        "param_type": "required",
        "dtype": "float16",
        "format": "ND",
        "shape": shape,
        "origin_format": "ND",
        "origin_shape": shape,
        "value_depend": False,
        "is_view": False,
        **fields,
    }


def attribute(dtype: str, value: Any, index: int = 0) -> dict[str, Any]:
    """An attribute as a run records it."""
    return {"name": f"a{index}", "dtype": dtype, "value": value, "index": index}


def add_custom(**fields: Any) -> dict[str, Any]:
    """A call of AddCustom on (8, 2048) halves; `fields` are put over it."""
    return {
        "op_type": "AddCustom",
        "tune_mode": "all",
        "impl_mode": "",
        "deterministic": "false",
        "platform_info": {"cube_core_cnt": 24, "vector_core_cnt": 48},
        "inputs": [tensor("x"), tensor("y", index=1)],
        "outputs": [tensor("z")],
        "attrs": [],
        **fields,
    }


def write(folder: Path, content: Any, name: str = "call.json") -> str:
    """The path of a file in `folder` that holds the JSON of `content`."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_text(json.dumps(content, indent=2))
    return str(path)
