"""`bisheng --observed UNIT [--debug]`: the instrumented build of kernels that a program holds.

The source of the unit is compiled once more, with all of its launches listed (`ListedLaunch` of
tikcfw/detail/core/host_launch.h), into a library without its host code: of this, nothing runs when
the library is loaded, also not what initialises its variables. The path of the library is printed.
Next to it, PATH.launches has the names of the functions that list the launches, those for cube
cores first.
"""

from __future__ import annotations

import hashlib
import os
import re
import tempfile
from typing import TYPE_CHECKING

from custom_compiler.errors import BuildError, MisuseError
from custom_compiler.kernel.launch.bisheng import DriverSession, named_compiler
from custom_compiler.kernel.launch.host_driver import HostDriver
from custom_compiler.kernel.launch.host_launch import LaunchBuild
from custom_compiler.kernel.launch.record import COMPILE_AGAIN, CompiledSource, read_record
from custom_compiler.kernel.toolchain.build import SANITIZER, UNJUDGED
from custom_compiler.kernel.toolchain.cache import KernelCache
from custom_compiler.kernel.toolchain.compiler import ConfiguredCompiler
from custom_compiler.kernel.toolchain.split_cores import listing_functions, remove_initialisation
from custom_compiler.support.files import write_changed
from custom_compiler.support.host_compiler import find_compiler

if TYPE_CHECKING:
    from custom_compiler.kernel.toolchain.compiler import KernelToolkit
    from custom_compiler.support.host_compiler import HostCompiler

_UNIT = re.compile(r"[0-9a-f]{32}")
_OPTIONS = ("-ffunction-sections", "-fdata-sections", UNJUDGED)


def main(toolkit: KernelToolkit, arguments: list[str]) -> int:
    """Print the path of the library; MisuseError or BuildError if it cannot be made."""
    unit, *debug = arguments or [""]
    if not _UNIT.fullmatch(unit) or debug not in ([], ["--debug"]):
        message = "--observed takes the name of a unit, and --debug"
        raise MisuseError(message, "the runtime calls it with the name from a program")
    cache = KernelCache()
    compiled = read_record(cache, unit)
    host = named_compiler(compiled.compiler) or find_compiler()
    with cache.in_use(), tempfile.TemporaryDirectory(prefix="bisheng-") as work:
        build = ObservedBuild(toolkit, host, cache, work)
        print(build.library(unit, compiled, ["-g", "-O0"] if debug else [SANITIZER]))
    return 0


class ObservedBuild:
    """Makes instrumented libraries."""

    def __init__(
        self, toolkit: KernelToolkit, host: HostCompiler, cache: KernelCache, work: str
    ) -> None:
        driver = HostDriver(toolkit, host, cache)
        self._session = DriverSession(toolkit, host, cache, driver, work)
        self._toolkit = toolkit
        self._host = host
        self._cache = cache
        self._work = work

    def library(self, unit: str, compiled: CompiledSource, options: list[str]) -> str:
        """Return the path of the library in the cache; make it if it is missing."""
        os.chdir(compiled.directory)
        self._reject_changed(unit, compiled)
        compiler = ConfiguredCompiler(
            self._toolkit, self._cache, [*options, *compiled.options], self._host
        )
        key = hashlib.sha256("\0".join([unit, compiler.identity, *options]).encode()).hexdigest()
        path = os.path.join(self._cache.observed_folder(key), f"{unit}.o")
        names = path + ".launches"
        if not (os.path.isfile(path) and os.path.isfile(names)):
            data, listed = self._make(unit, compiled, options, compiler)
            write_changed(names, "".join(f"{name}\n" for name in listed).encode())
            write_changed(path, data)  # last: who finds it finds the names
        os.utime(os.path.dirname(path))
        return path

    def _reject_changed(self, unit: str, compiled: CompiledSource) -> None:
        message = ""
        try:
            if self._session.unit(compiled.line()).name(compiled.source) != unit:
                message = f"{compiled.source} or the toolkit has changed since it was compiled"
        except BuildError:
            message = f"{compiled.source}, or a file that it includes, is no longer there"
        if message:
            raise BuildError(message, COMPILE_AGAIN)

    def _make(
        self,
        unit: str,
        compiled: CompiledSource,
        options: list[str],
        compiler: ConfiguredCompiler,
    ) -> tuple[bytes, list[str]]:
        """Return a library and the names of its listing functions."""
        unit_object, library = (os.path.join(self._work, name) for name in ("unit.o", "unit.so"))
        line = compiled.line(*options, *_OPTIONS)
        build = LaunchBuild(unit, is_listed=True)
        self._session.compile_asc(compiled.source, unit_object, line, build=build)
        kinds = ("11CubeListing", "12ListedLaunch")
        names = [name for kind in kinds for name in listing_functions(compiler, unit_object, kind)]
        remove_initialisation(compiler, unit_object, names, self._work)
        script = os.path.join(self._work, "visible")
        with open(script, "w", encoding="ascii") as file:
            file.write("{ global: " + "".join(f"{name}; " for name in names) + "local: *; };\n")
        arguments = [
            *("-shared", "-Wl,--gc-sections", f"-Wl,--version-script={script}", "-Wl,-z,lazy"),
            *(unit_object, "-o", library, f"-L{compiler.libraries}"),
            *("-Wl,--as-needed", "-lascendc_aicore", "-lascendcl"),
        ]
        try:
            compiler.run(arguments, temporary=self._work)
        except BuildError as error:
            message = "its instrumented kernels cannot be linked without the program"
            raise BuildError(message, COMPILE_AGAIN, details=error.details) from error
        with open(library, "rb") as file:
            return file.read(), names
