"""Options that the project gives single operators or all of them: `add_ops_compile_options`.

    compile_options.py FILE OPERATOR|ALL [UNIT...] [OPTION...]

appends one line of json to FILE. Words that begin with "ascend" are SoC names.
"""

from __future__ import annotations

import json
import sys
from typing import Any

UNIT_OF_SOC = {
    **dict.fromkeys(
        ("ascend910a", "ascend910proa", "ascend910prob", "ascend910premiuma"), "ascend910"
    ),
    **dict.fromkeys(
        (
            "ascend910b1",
            "ascend910b2",
            "ascend910b2c",
            "ascend910b3",
            "ascend910b4",
            "ascend910b4-1",
        ),
        "ascend910b",
    ),
    **dict.fromkeys(
        (f"ascend910_93{number}" for number in (91, 92, 81, 82, 72, 62)), "ascend910_93"
    ),
    **dict.fromkeys(("ascend310p1", "ascend310p3", "ascend310p5", "ascend310p7"), "ascend310p"),
    **dict.fromkeys(
        (f"ascend310p3vir{number}" for number in ("01", "02", "04", "08")), "ascend310p"
    ),
    "ascend310b1": "ascend310b",
    "bs9sx1aa": "bs9sx1a",
}


_DEBUG_CONFIG = "--op_debug_config="
_OPC_OPTIONS = ("--save-temp-files", "--tiling_key", _DEBUG_CONFIG)


class KernelOptions:
    """Options of one operator: for the compiler by unit ("" for all units), and for opc itself."""

    def __init__(self, op_type: str, path: str) -> None:
        self.general: dict[str, list[str]] = {}  # given for ALL operators
        self.own: dict[str, list[str]] = {}
        self._opc: dict[str, list[str]] = {}
        for line in _read(path):
            if line["op"] in {op_type, "ALL"}:
                self._add(line, self.general if line["op"] == "ALL" else self.own)

    def _add(self, line: dict[str, Any], table: dict[str, list[str]]) -> None:
        for unit in line["units"] or [""]:
            for option in line["options"]:
                if option == "--oom" or option.startswith(_OPC_OPTIONS):
                    self._opc.setdefault(unit, []).append(option)
                else:
                    table.setdefault(unit, []).append(option)

    def include_dirs(self) -> list[str]:
        """Return the include folders that these options name, each once."""
        words = [
            word for table in (self.own, self.general) for words in table.values() for word in words
        ]
        return list(dict.fromkeys(word[2:] for word in words if word.startswith("-I") and word[2:]))

    def opc_arguments(self, unit: str) -> list[str]:
        """Return the arguments of opc for one unit."""
        words = self._opc.get("", []) + self._opc.get(unit, [])
        debug = ["oom"] if "--oom" in words else []
        debug += ["dump_cce"] if any(word.startswith("--save-temp-files") for word in words) else []
        debug += [word[len(_DEBUG_CONFIG) :] for word in words if word.startswith(_DEBUG_CONFIG)]
        keys = [word.partition("=")[2] for word in words if word.startswith("--tiling_key")]
        arguments = [f"--op_debug_config={','.join(debug)}"] if debug else []
        return arguments + ([f"--tiling_key={','.join(keys)}"] if keys else [])


def _read(path: str) -> list[dict[str, Any]]:
    try:
        with open(path, encoding="utf-8") as file:
            return [json.loads(line) for line in file]
    except FileNotFoundError:
        return []


def unit_of(name: str) -> str:
    """Compute unit of a SoC name. `Ascend910B` as CANN spells the part is an ascend910."""
    if name == "Ascend910B":
        return "ascend910"
    return UNIT_OF_SOC.get(name.lower(), name.lower())


def main(path: str, operator: str, words: list[str]) -> None:
    """Append one line."""
    units = [unit_of(word) for word in words if word.lower().startswith("ascend")]
    options = [word for word in words if not word.lower().startswith("ascend")]
    line = {"op": operator, "units": units, "options": options}
    with open(path, "a", encoding="utf-8") as file:
        file.write(json.dumps(line) + "\n")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3:])
