"""Sources that are compiled once for each kind of core, as CANN's compiler does with all kernels.

Here one function runs on both kinds unless a source names the kind in a constant expression, as
catlass' `g_coreType`, or has code for one kind in place of the other's (`#ifdef __DAV_C220_VEC__`
with `#else`): its object has two of each kernel, and a launch enters that of the core
(`SplitKernel` of tikcfw/detail/core/host_launch.h). Works on preprocessed text.
"""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

    from custom_compiler.kernel.toolchain.compiler import ConfiguredCompiler

_CORE_TYPE = re.compile(rb"(?<![\w:])(?:AscendC\s*::\s*)?g_coreType\b(?!\s*\{)")
_CONSTANT = re.compile(rb"[<,=]\s*(?:AscendC\s*::\s*)?g_coreType\s*[,>]")
_CONDITION = re.compile(rb"^[ \t]*#[ \t]*(if|ifdef|ifndef|elif|else|endif)\b(.*)", re.MULTILINE)
_KIND = re.compile(rb"\b__DAV_(?:\w+_)?(VEC|CUBE)__")
_NAMED_FILE = re.compile(rb'^# \d+ "([^"<\n]+)"', re.MULTILINE)
_TABLE = "ascendc_cube_kernels_"
_ENTER = "ascendc_cube_enter_"


class SourceHalf(NamedTuple):
    """Half of a split source.

    Attributes:
        core: `AIC` or `AIV`.
        unit: Stands for the source, in names that both halves know.
    """

    core: str
    unit: str

    @property
    def is_cube(self) -> bool:
        """Return whether it is the half for cube cores, whose host code never runs."""
        return self.core == "AIC"

    def table(self) -> str:
        """Return the text that says where the list of the cube cores' kernels is."""
        name = f"{_TABLE}{self.unit}"
        begin = "extern " if self.is_cube else ""
        return (
            f'extern "C" {{ {begin}::AscendC::isa::CubeKernel* {name}; }}\n'
            "namespace AscendC::isa { static CubeKernel** CubeKernels() {"
            f" return &::{name}; }} }}\n"
        )

    def enter(self, kernel: str, address: str) -> str:
        """Return the text of the function that enters a kernel of a loaded binary."""
        name = f"{_ENTER}{self.unit}_{kernel}"
        call = f"::AscendC::isa::KernelCall<-1>::Run({address}, args);"
        if self.is_cube:
            return f'extern "C" void {name}(void* const* args) {{ {call} }}\n'
        return (
            f'extern "C" void {name}(void* const* args);\n'
            f"static void ascendc_enter_{kernel}(void* const* args) {{\n"
            f"  if (::AscendC::isa::IsCubeCore()) {{ {name}(args); }} else {{ {call} }}\n}}\n"
        )


def names_core_type(text: bytes) -> bool:
    """Return whether a template's argument is the kind of core."""
    return _CONSTANT.search(text) is not None


def has_code_of_kinds(files: Iterable[str]) -> bool:
    """Return whether one of the files has code for one kind of core that the other must not see.

    Both macros are defined where a function runs on both kinds: of `#if` and `#else`, or of
    `#ifndef`, the code of one kind would be left out.
    """
    return any(_chooses_kind(file) for file in files)


def named_files(text: bytes) -> set[str]:
    """Return the files that a preprocessed text was read from."""
    return {os.fsdecode(name) for name in _NAMED_FILE.findall(text)}


def _chooses_kind(path: str) -> bool:
    try:
        with open(path, "rb") as file:
            text = file.read()
    except OSError:
        return False
    if not _KIND.search(text):
        return False
    open_conditions: list[bool] = []  # of each: whether it names one kind
    for directive, condition in _CONDITION.findall(text):
        code = condition.partition(b"//")[0]
        kinds = set(_KIND.findall(code))
        if kinds and (directive == b"ifndef" or re.search(rb"!\s*defined", code)):
            return True
        if directive.startswith(b"if"):
            open_conditions.append(len(kinds) == 1)
        elif open_conditions and directive == b"endif":
            open_conditions.pop()
        elif open_conditions and open_conditions[-1]:
            return True
        elif open_conditions:
            open_conditions[-1] = len(kinds) == 1
    return False


def for_core(text: bytes, core: str) -> bytes:
    """Return the text for one kind of core: `AIC`, `AIV`, or `MIX` if there is one kind only."""
    return _CORE_TYPE.sub(f"(::AscendC::{core})".encode(), text)


def merged(compiler: ConfiguredCompiler, vector: bytes, cube: bytes, work: str) -> bytes:
    """Link both halves; of that for cube cores, only the names of `SourceHalf` are visible.

    Its weak functions (of templates) are made local first, since they differ from those of the same
    name in the half for vector cores.
    """
    paths = {name: os.path.join(work, f"{name}.o") for name in ("vector", "cube", "own", "both")}
    for name, data in (("vector", vector), ("cube", cube)):
        with open(paths[name], "wb") as file:
            file.write(data)
    link = ["-r", "-nostdlib"]
    joined = ["-Wl,--force-group-allocation", paths["cube"], "-o", paths["own"]]
    compiler.run([*link, *joined], temporary=work)
    seen = ["--wildcard", f"--keep-global-symbol={_ENTER}*"]
    compiler.run_tool("objcopy", [*seen, paths["own"]], work)
    compiler.run([*link, paths["vector"], paths["own"], "-o", paths["both"]], temporary=work)
    with open(paths["both"], "rb") as file:
        return file.read()
