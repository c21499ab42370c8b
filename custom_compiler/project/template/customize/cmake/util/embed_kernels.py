"""Writes what a library needs to hold its kernels (ASCEND_PACK_SHARED_LIBRARY).

    embed_kernels.py KERNEL_DIR VENDOR OUTPUT UNIT...

- `<Op>_op_resource.h`: kernel list, descriptions and objects of an operator by compute unit, for
  op_build's aclnn sources (`<Op>_RESOURCES`);
- `ge_table_op_resource.h`: every file of the vendor package's `op_impl`, for op_build's
  custom_op_registry.cpp;
- `embedded_files.cpp`: the bytes of all these files.
"""

from __future__ import annotations

import json
import os
import sys
from dataclasses import dataclass

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from failures import exit_code
from files import write_changed

_INCLUDES = """#include <stdint.h>

#include <map>
#include <tuple>
#include <vector>

#include "graph/ascend_string.h"
"""
_FILES = "std::vector<std::tuple<const uint8_t *, const uint8_t *>>"


@dataclass(frozen=True)
class EmbeddedFile:
    """A file, its symbols `<symbol>_start` and `<symbol>_end`, and its path in the package."""

    path: str
    symbol: str
    name: str

    @property
    def pair(self) -> str:
        """First and one past the last byte, as C++."""
        return f"{{&{self.symbol}_start, &{self.symbol}_end}}"

    @property
    def declaration(self) -> str:
        """C++ that declares the symbols."""
        return f"extern uint8_t {self.symbol}_start;\nextern uint8_t {self.symbol}_end;\n"


class Embedding:
    """The files of a package below `kernel_dir`, each embedded once."""

    def __init__(self, kernel_dir: str, vendor: str) -> None:
        self._kernel_dir = kernel_dir
        self._ai_core = f"{vendor}/op_impl/ai_core/tbe"
        self.files: dict[str, EmbeddedFile] = {}

    def kernel_file(self, name: str) -> EmbeddedFile:
        """Return a file below `kernel/` of the package."""
        return self._add(f"{self._kernel_dir}/binary/{name}", f"{self._ai_core}/kernel/{name}")

    def information(self, unit: str) -> EmbeddedFile:
        """Return the operator information of a compute unit."""
        name = f"{unit}/aic-{unit}-ops-info.json"
        path = f"{self._kernel_dir}/tbe/op_info_cfg/ai_core/{name}"
        return self._add(path, f"{self._ai_core}/config/{name}")

    def _add(self, path: str, name: str) -> EmbeddedFile:
        if name not in self.files:
            self.files[name] = EmbeddedFile(path, f"embedded_file_{len(self.files)}", name)
        return self.files[name]


Resources = dict[str, dict[str, list[EmbeddedFile]]]


def main(kernel_dir: str, vendor: str, output: str, units: list[str]) -> int:
    """Write the files; the exit code."""
    embedding = Embedding(kernel_dir, vendor)
    for op_type, by_unit in collect(embedding, kernel_dir, units).items():
        write_changed(f"{output}/{op_type}_op_resource.h", resource_header(op_type, by_unit))
    files = list(embedding.files.values())
    write_changed(f"{output}/ge_table_op_resource.h", table_header(files))
    write_changed(f"{output}/embedded_files.cpp", source(files))
    os.utime(f"{output}/embedded_files.cpp")  # the files that it includes may be new
    return 0


def collect(embedding: Embedding, kernel_dir: str, units: list[str]) -> Resources:
    """Return files of every operator by compute unit, in the order in which they are read back."""
    resources: Resources = {}
    for unit in units:
        embedding.information(unit)
        embedding.kernel_file(f"config/{unit}/binary_info_config.json")
        folder = f"{kernel_dir}/binary/config/{unit}"
        for name in sorted(os.listdir(folder)):
            if name == "binary_info_config.json" or not name.endswith(".json"):
                continue
            with open(f"{folder}/{name}", encoding="utf-8") as file:
                entries = json.load(file)["binList"]
            kernel_list = embedding.kernel_file(f"config/{unit}/{name}")
            for entry in entries:
                base = entry["binInfo"]["jsonFilePath"].removesuffix(".json")
                op_type = os.path.basename(base).rpartition("_")[0]
                files = resources.setdefault(op_type, {}).setdefault(unit, [kernel_list])
                files += [embedding.kernel_file(base + end) for end in (".json", ".o")]
    return resources


def resource_header(op_type: str, by_unit: dict[str, list[EmbeddedFile]]) -> str:
    """Define `<Op>_RESOURCES`: operator -> (host functions, files by unit, knowledge base)."""
    symbols = {file.symbol: file for files in by_unit.values() for file in files}
    declarations = "".join(file.declaration for file in symbols.values())
    units = ", \\\n".join(
        f'        {{"{unit}", {{{", ".join(file.pair for file in files)}}}}}'
        for unit, files in by_unit.items()
    )
    return (
        f"{_INCLUDES}\n{declarations}\n"
        f"#define {op_type}_OP_RESOURCES \\\n"
        f"    std::make_tuple<std::vector<void *>, std::map<ge::AscendString, {_FILES}>, \\\n"
        f"                    {_FILES}>( \\\n        {{nullptr, nullptr}}, {{ \\\n"
        f"{units}}}, {{}})\n\n"
        f'#define {op_type}_RESOURCES {{{{"{op_type}", {op_type}_OP_RESOURCES}}}}\n'
    )


def table_header(files: list[EmbeddedFile]) -> str:
    """Define `AscendC::__ascendc_op_info`: name, folder and bytes of every file."""
    declarations = "".join(file.declaration for file in files)
    rows = ",\n".join(
        f'    {{"{os.path.basename(file.name)}", "{os.path.dirname(file.name)}",'
        f" &{file.symbol}_start, &{file.symbol}_end}}"
        for file in files
    )
    return (
        f"{_INCLUDES}\n{declarations}\nnamespace AscendC {{\n"
        "std::vector<std::tuple<ge::AscendString, ge::AscendString, const uint8_t *, "
        f"const uint8_t *>> __ascendc_op_info = {{\n{rows}}};\n}}\n"
    )


def source(files: list[EmbeddedFile]) -> str:
    """Hold the bytes, hidden from other libraries."""
    text = ""
    for file in files:
        path = file.path.replace("\\", "\\\\").replace('"', '\\"')
        lines = [
            f".hidden {file.symbol}_start",
            f".globl {file.symbol}_start",
            ".balign 16",
            f"{file.symbol}_start:",
            f'.incbin "{path}"',
            f".hidden {file.symbol}_end",
            f".globl {file.symbol}_end",
            f"{file.symbol}_end:",
            ".byte 0",
        ]
        text += "".join("    " + _c_string(line) + "\n" for line in lines)
    return f'__asm__(\n    ".section .rodata\\n"\n{text}    ".text\\n");\n'


def _c_string(line: str) -> str:
    return '"' + line.replace("\\", "\\\\").replace('"', '\\"') + '\\n"'


if __name__ == "__main__":
    sys.exit(exit_code(lambda: main(sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4:])))
