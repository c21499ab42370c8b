"""Records of compiled sources: what an instrumented build of one is made with.

A program's launches have the name of their source's record (`LaunchBuild.unit`). Records lie in
the cache, so that programs contain no paths and no options.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from custom_compiler.errors import MisuseError
from custom_compiler.kernel.launch.command_line import CommandLine
from custom_compiler.support.files import write_changed

if TYPE_CHECKING:
    from custom_compiler.kernel.toolchain.cache import KernelCache

COMPILE_AGAIN = "compile the program again, or compile its kernels with --sanitizer"


class CompiledSource(NamedTuple):
    """A source, and how it was compiled.

    Attributes:
        directory: Folder in which the compiler ran.
        source: Absolute path.
        compiler: Host compiler after `--launch`; empty: the default one.
        soc: Name of the SoC that its kernels are for.
        options: Options of the compilation.
    """

    directory: str
    source: str
    compiler: list[str]
    soc: str
    options: list[str]

    def line(self, *options: str) -> CommandLine:
        """Return the command line that compiles it, with more options."""
        return CommandLine(self.compiler, self.soc, "-c", "", [], [*options, *self.options], [])


def record(cache: KernelCache, unit: str, source: str, line: CommandLine) -> None:
    """Keep how a source was compiled; a cache that cannot be written costs observations only."""
    fields = CompiledSource(
        os.getcwd(), os.path.abspath(source), line.compiler, line.soc, line.options
    )
    with suppress(OSError):
        path = _path(cache, unit)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        write_changed(path, json.dumps(fields._asdict()).encode())


def read_record(cache: KernelCache, unit: str) -> CompiledSource:
    """Return how the source of a unit was compiled; MisuseError if that is not known."""
    try:
        path = _path(cache, unit)
        with open(path, encoding="utf-8") as file:
            compiled = CompiledSource(**json.load(file))
        os.utime(path)  # the least recently used records go first
    except (OSError, ValueError, TypeError):
        message = "the cache does not know its source, or was cleared"
        raise MisuseError(message, COMPILE_AGAIN) from None
    return compiled


def _path(cache: KernelCache, unit: str) -> str:
    return cache.path("units", unit)
