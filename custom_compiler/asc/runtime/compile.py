"""From the text of a kernel to its binary, by the kernel engine."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, NamedTuple

from custom_compiler.asc.runtime import acl

if TYPE_CHECKING:
    from collections.abc import Sequence

    from custom_compiler.asc.runtime.options import CompileOptions

DEBUG = "-g"  # the option that makes a build which debuggers and checkers can see into
MANUAL_SYNC = "--cce-auto-sync=off"  # checkers then expect that the kernel waits by itself
# The engine compiles for speed by default; a lower level saves time to compile.
_LEVELS = {1: ("-O1",), 2: (), 3: ()}


class KernelBinary(NamedTuple):
    """A kernel that can be loaded."""

    path: str  # of the object; its description is next to it
    name: str  # of the kernel in it


def compile_source(  # noqa: PLR0913 - what decides the binary
    folder: str,
    name: str,
    text: str,
    *,
    parameters: Sequence[str],
    soc: str,
    options: tuple[str, ...] = (),
) -> KernelBinary:
    """Compile a kernel into `folder`, which keeps its source for instrumented builds.

    Args:
        folder: exists and holds nothing else that the source could include.
        name: of the kernel function, which is `extern "C"`.
        text: Ascend C.
        parameters: their names, as reports call them.
        soc: name of the part.
        options: of the compiler.

    Raises:
        BuildError: the compiler's words, if it does not compile.
        MisuseError: it is not for that part.
    """
    from custom_compiler.kernel.opc.source_kernel import SourceKernel, compile_source

    source = os.path.join(folder, name + ".cpp")
    with open(source, "w", encoding="utf-8") as file:
        file.write(text)
    kernel = SourceKernel(source, name, tuple(parameters), soc, options)
    kernel_binary = compile_source(acl.toolkit_root(), kernel)
    with open(os.path.join(folder, name + ".json"), "w", encoding="utf-8") as file:
        json.dump(kernel_binary.description, file, indent=2)
    path = os.path.join(folder, name + ".o")
    with open(path, "wb") as file:
        file.write(kernel_binary.data)
    return KernelBinary(path, name)


def compiler_options(options: CompileOptions) -> tuple[str, ...]:
    """Return the options of the kernel compiler for a user's options."""
    words = [*_LEVELS.get(options.opt_level, ()), *(options.bisheng_options or ())]
    if options.debug:
        words.append(DEBUG)
    if not options.auto_sync:
        words.append(MANUAL_SYNC)
    return tuple(words)


def output_is_wanted() -> bool:
    """Return whether kernels may print and dump, which ASCENDC_DUMP=false forbids."""
    return os.environ.get("ASCENDC_DUMP", "").lower() not in {"0", "false", "off", "no"}
