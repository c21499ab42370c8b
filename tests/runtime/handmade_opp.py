"""A package of static kernels for the operator AddPairs, made by hand."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

NAME = "AddPairs_static"
# 6 rows of 5 int32, attributes 1 and 0: what the C client calls.
KEY = "AddPairs/d=0,p=0/3,2,(6,5)/3,2,(6,5)/3,2,(6,5)/1/0"
ADDEND = 1000000  # what the static kernel adds to each sum, to distinguish it from the package's
DESCRIPTION: dict[str, Any] = {
    "binFileName": NAME,
    "binFileSuffix": ".o",
    "kernelName": NAME,
    "blockDim": 3,
    "coreType": "VectorCore",
    "core_type": "AIV",
    "kernelList": [{"kernelName": f"{NAME}_0", "tilingKey": 0}],
    "opParaSize": 0,
    "parameters": [None, None, {"dtype": "int32", "init_value": 7}],
    "runInfo": {"clear_atomic": 0, "tiling_key": 0},
    "workspace": {"num": 1, "size": [2048], "type": [0]},
}


@dataclass(frozen=True)
class Opp:
    """A directory of operators, `ASCEND_OPP_PATH`."""

    root: Path
    static_object: bytes

    def add(self, key: str = KEY, *, index: str = "static", **changes: Any) -> Path:
        """Install a kernel for a key as a package `p` would; its object."""
        entry = {"coreType": 2, "simplifiedKey": key, "binDesc": {"kernelName": NAME}}
        return self._write(index, "staticList", entry, {**DESCRIPTION, **changes})

    def read_values(self, *inputs: int) -> None:
        """Say that tiling reads the values of these inputs of all operators."""
        operators = json.loads(self.index().read_text())
        for operator in operators.values():
            operator["valueDependIndex"] = list(inputs)
        self.index().write_text(json.dumps(operators))

    def add_dynamic(self, key: str, obj: bytes, description: dict[str, Any]) -> Path:
        """Install a debug build of a kernel for all shapes."""
        entry = {"coreType": 2, "simplifiedKey": [key]}
        return self._write("debug", "binaryList", entry, description, obj)

    def _write(
        self,
        index: str,
        kind: str,
        entry: dict[str, Any],
        description: dict[str, Any],
        obj: bytes | None = None,
    ) -> Path:
        table = self.index(index)
        operators = json.loads(table.read_text()) if table.exists() else {}
        op_type = str(entry["simplifiedKey"]).lstrip("['").partition("/")[0]
        entries = operators.setdefault(op_type, {"simplifiedKeyMode": 0}).setdefault(kind, [])
        path = f"p/ascend910b/{op_type}/{kind}{len(entries)}.o"
        entries.append({**entry, "binPath": path})
        table.parent.mkdir(parents=True, exist_ok=True)
        table.write_text(json.dumps(operators))
        kernel = table.parents[2] / path
        kernel.parent.mkdir(parents=True, exist_ok=True)
        kernel.write_bytes(self.static_object if obj is None else obj)
        kernel.with_suffix(".json").write_text(json.dumps(description))
        return kernel

    def index(self, which: str = "static") -> Path:
        folder = "static_kernel/ai_core" if which == "static" else "debug_kernel"
        return self.root / folder / "config/ascend910b/binary_info_config.json"

    @property
    def environment(self) -> dict[str, str]:
        return {"ASCEND_OPP_PATH": os.fspath(self.root)}
