"""The source that launches a kernel: generated, for the user's build script to compile."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from custom_compiler.autokernel.mskl.arguments import Declared, declared_by
from custom_compiler.autokernel.mskl.context import last
from custom_compiler.errors import MisuseError
from custom_compiler.support.files import write_named

_NAME = re.compile(r"[A-Za-z_]\w*")
_SOURCE = """\
// Launches {kernel}, as mskl.Launcher generated it.
#include <cstdint>

#include "{file}"

extern "C" __attribute__((visibility("default"))) void {function}(uint32_t blocks, void* stream,
                                                                  void* const* args) {{
    {kernel}{templates}<<<blocks, nullptr, stream>>>({arguments});
}}
"""


class KernelInvokeConfig:
    """A kernel in a source that the generated one includes."""

    def __init__(self, kernel_src_file: str, kernel_name: str) -> None:
        """Say which; MisuseError if there is no such file or the name is none."""
        if not _NAME.fullmatch(kernel_name):
            message = f"The input kernel_name is invalid, current input : {kernel_name}"
            raise MisuseError(message, "give the name of the function marked __global__")
        self.kernel_src_file = existing_file(kernel_src_file, "kernel_src_file")
        self.kernel_name = kernel_name


class Launcher:
    """Generates the source that launches a kernel.

    The kernel's arguments are those of the function that called the one that calls this class:
    their types decide the C++ types that are passed.
    """

    def __init__(self, config: KernelInvokeConfig) -> None:
        """Raise MisuseError if the arguments cannot be a kernel's."""
        self._config = config
        caller = sys._getframe(1).f_back  # noqa: SLF001 - mskl's interface is made of it
        if caller is None:
            raise MisuseError("Launcher is called at the top of a program", "call it in a function")
        self._declared = declared_by(caller)
        last.kernel_name, last.kernel_file = config.kernel_name, config.kernel_src_file
        last.declared = self._declared

    def code_gen(self, gen_file: str = "_gen_launch.cpp") -> str:
        """Write the source; its path.

        MisuseError if it cannot be written.
        """
        text = launch_source(self._config.kernel_src_file, self._config.kernel_name, self._declared)
        write_named(str(Path(gen_file).absolute()), text.encode())
        return gen_file


def launch_source(file: str, kernel: str, declared: Declared) -> str:
    """Return C++ that launches a kernel of a source file with arguments of these types."""
    arguments = [f"*static_cast<{kind}*>(args[{i}])" for i, kind in enumerate(declared.types)]
    arguments = [
        text.replace("static_cast<uint8_t**>", "static_cast<uint8_t* const*>") for text in arguments
    ]
    escaped = file.replace("\\", "\\\\").replace('"', '\\"')
    return _SOURCE.format(
        file=escaped,
        kernel=kernel,
        function=launch_function(kernel),
        templates=f"<{', '.join(declared.templates)}>" if declared.templates else "",
        arguments=", ".join(arguments),
    )


def launch_function(kernel: str) -> str:
    """Name of the function that launches a kernel, in what was built of `launch_source`."""
    return f"mskl_launch_{kernel}"


def existing_file(path: str, what: str) -> str:
    """Return the absolute path; raise MisuseError unless it is a file."""
    if not Path(path).is_file():
        message = f"{what}: there is no file {path}"
        raise MisuseError(message, "paths are taken from the working folder")
    return str(Path(path).absolute())
