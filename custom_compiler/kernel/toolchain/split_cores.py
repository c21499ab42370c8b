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
_INITIALISATION = ("init_array", "fini_array", "preinit_array", "ctors", "dtors")
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
    name in the half for vector cores. When the program is loaded, it puts its kernels on their
    list; nothing else of its host code runs, such as what initialises variables.
    """
    names = ("vector", "cube", "lists", "own", "both")
    paths = {name: os.path.join(work, f"{name}.o") for name in names}
    for name, data in (("vector", vector), ("cube", cube)):
        with open(paths[name], "wb") as file:
            file.write(data)
    listing = listing_functions(compiler, paths["cube"], "11CubeListing")
    remove_initialisation(compiler, paths["cube"], listing, work)
    _write_calls(compiler, listing, paths["lists"], work)
    link = ["-r", "-nostdlib"]
    joined = ["-Wl,--force-group-allocation", paths["cube"], paths["lists"], "-o", paths["own"]]
    compiler.run([*link, *joined], temporary=work)
    seen = ["--wildcard", f"--keep-global-symbol={_ENTER}*"]
    compiler.run_tool("objcopy", [*seen, paths["own"]], work)
    compiler.run([*link, paths["vector"], paths["own"], "-o", paths["both"]], temporary=work)
    with open(paths["both"], "rb") as file:
        return file.read()


def listing_functions(compiler: ConfiguredCompiler, path: str, kind: str) -> list[str]:
    """Return the symbols of an object that are functions `List` of a template of AscendC::isa.

    `kind` is the template's name as in symbols.
    """
    symbol = re.compile(rf"\S*AscendC3isa{kind}I\S*4ListEv$", re.MULTILINE)
    return symbol.findall(compiler.tool_output("nm", ["--defined-only", path]))


def remove_initialisation(
    compiler: ConfiguredCompiler, path: str, visible: list[str], work: str
) -> None:
    """Remove from an object what runs when it is loaded or unloaded; make symbols visible."""
    words = [f"--remove-section=.{name}*" for name in _INITIALISATION]
    words += [f"--remove-section=.rel*.{name}*" for name in _INITIALISATION]
    words += [f"--globalize-symbol={name}" for name in visible]
    compiler.run_tool("objcopy", [*words, path], work)


def _write_calls(compiler: ConfiguredCompiler, names: list[str], path: str, work: str) -> None:
    """Write an object that calls functions when it is loaded."""
    source = os.path.join(work, "calls.s")
    with open(source, "w", encoding="ascii") as file:
        file.write('.section .init_array,"aw",%init_array\n.balign 8\n')
        file.writelines(f".8byte {name}\n" for name in names)
        file.write('.section .note.GNU-stack,"",%progbits\n')
    compiler.run(["-c", source, "-o", path], temporary=work)
