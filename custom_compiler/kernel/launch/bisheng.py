"""The command `bisheng`: compiles sources that hold kernels and the host code launching them.

It is a driver as clang is (`command_line`): Ascend C becomes objects here (`unit`), everything else
goes to the host compiler (`host_driver`). It is also a compiler launcher:
`bisheng [--npu-arch=A] --launch c++ ...`.
"""

from __future__ import annotations

import os
import shlex
import shutil
import sys
import tempfile

from custom_compiler.errors import BuildError, MisuseError
from custom_compiler.kernel.launch.command_line import (
    AICPU,
    ARCHIVE,
    ASC,
    LINK,
    CommandLine,
    InputFile,
    expand,
    parse,
)
from custom_compiler.kernel.launch.host_driver import HostDriver
from custom_compiler.kernel.launch.host_launch import (
    AS_ITS_TEXT,
    INFERRED_SECTION,
    GlobalFunction,
    LaunchBuild,
    find_kernels,
    has_kernels_of_macros,
    launch_headers,
    marked_source,
)
from custom_compiler.kernel.launch.record import record
from custom_compiler.kernel.launch.unit import Unit
from custom_compiler.kernel.toolchain.build import environment_options
from custom_compiler.kernel.toolchain.cache import KernelCache
from custom_compiler.kernel.toolchain.command import exit_code
from custom_compiler.kernel.toolchain.compiler import (
    DEVICE_PREFIXES,
    ConfiguredCompiler,
    KernelToolkit,
    open_toolkit,
)
from custom_compiler.kernel.toolchain.soc import find_soc
from custom_compiler.kernel.toolchain.standards import NOTHING, Needs
from custom_compiler.support.files import replacing, write_atomic
from custom_compiler.support.host_compiler import (
    INSIDE_BISHENG,
    HostCompiler,
    find_compiler,
    is_toolkit_command,
)
from custom_compiler.support.processes import run_shown

USAGE = """\
usage: bisheng [options] -c SOURCE... [-o OBJECT]     compile
       bisheng [options] SOURCE|OBJECT... -o PROGRAM  compile and link (-shared: a library)
       bisheng [options] -lib SOURCE... -o ARCHIVE    compile into a static library
       bisheng [options] --launch COMPILER ...        compile with that command line
       bisheng --launch-headers DIR [options] SOURCE...
                                                      write aclrtlaunch_<kernel>.h of the sources
       bisheng --observed UNIT [--debug]              compile kernels again, instrumented

Compiles Ascend C kernels together with the host code that launches them, kernel<<<...>>>(...),
for simulated AI cores; kernels of AI CPUs; and C and C++ as the host compiler does. Options of
g++ and clang are passed on; those of Huawei's compiler that concern its code generation are
ignored.

  -x LANGUAGE            asc or cce, aicpu, c, c++, ...: the language of the sources that follow.
                         Without it, .asc and .cce are Ascend C, .aicpu is for AI CPUs, and .cpp
                         is C++, or Ascend C if the next option or another one for kernels is given
  --npu-arch=ARCH        dav-1001, dav-2002, dav-2201 (default), dav-3002, dav-3510
  --soc-version=SOC      the same by a part's name, for example Ascend910B3
  --sanitizer, -g        kernels that can be observed (-sanitizer, --cce-enable-sanitizer: the same)
  --permissive           warn of what Huawei's compiler rejects in kernels, and go on
  --cann-version=VERSION 8.0 to 9.1 (default): the rules for kernels where CANN changed them
  @FILE                  more words of the command line

ASCENDC_BISHENG_OPTIONS in the environment holds more options, before those of the command line.
The host compiler is the one in CXX, or on PATH. With GCC, bisheng calls itself Clang 15.0.5, as
Huawei's does.
"""


def main(root: str, arguments: list[str]) -> int:
    """Run `bisheng` of the toolkit `root`; the exit code: 0, 1 failed, 2 misuse."""
    level = os.environ.get(INSIDE_BISHENG)
    try:
        return exit_code("bisheng", lambda: _main(root, arguments))
    finally:
        os.environ.pop(INSIDE_BISHENG, None)
        if level is not None:
            os.environ[INSIDE_BISHENG] = level


def _main(root: str, arguments: list[str]) -> int:
    words = expand(arguments)
    if not words or words[0] in {"-h", "--help", "-help"}:
        print(USAGE, end="")
        return 0
    toolkit = open_toolkit(root)
    if words[0] == "--launch-headers":
        return _write_headers(toolkit, words[1:])
    if words[0] == "--observed":
        from custom_compiler.kernel.launch import observed  # compilations start without it

        return observed.main(toolkit, words[1:])
    more = shlex.split(os.environ.get("ASCENDC_BISHENG_OPTIONS", ""))
    line = parse([*environment_options(), *more, *words], toolkit.config)
    host = named_compiler(line.compiler) or find_compiler()
    _note_recursion(host)
    cache = KernelCache()
    driver = HostDriver(toolkit, host, cache)
    answered = driver.answer(words)
    if answered is not None:
        return answered
    if not line.inputs:
        raise MisuseError("no input files", "bisheng --help shows how")
    _reject_overwriting(line)
    if not line.device_sources and line.mode != ARCHIVE:
        return driver.compile(line, _core_libraries(toolkit, host, cache, line))
    with cache.in_use(), tempfile.TemporaryDirectory(prefix="bisheng-") as work:
        return DriverSession(toolkit, host, cache, driver, work).run(line)


class DriverSession:
    """One command line with sources that the host compiler alone cannot compile."""

    def __init__(
        self,
        toolkit: KernelToolkit,
        host: HostCompiler,
        cache: KernelCache,
        driver: HostDriver,
        work: str,
    ) -> None:
        self._toolkit = toolkit
        self._host = host
        self._cache = cache
        self._driver = driver
        self._work = work

    def run(self, line: CommandLine) -> int:
        """Do what the command line says; the exit code."""
        if line.mode == LINK:
            objects = self._objects(line, line.device_sources)
            words = self._driver.words(line._replace(dependencies=[]), objects)
            words += _core_libraries(self._toolkit, self._host, self._cache, line)
            return run_shown([*self._host.command, *words])
        if line.mode == ARCHIVE:
            return self._archive(line)
        sources = [each for each in line.inputs if each.language]
        if line.output and len(sources) > 1:
            message = f"{line.mode} -o {line.output} takes one source, not {len(sources)}"
            raise MisuseError(message, "leave out -o, or compile them one by one")
        for source in sources:
            self._compile(source, line)
        return 0

    def _objects(self, line: CommandLine, sources: list[InputFile]) -> dict[InputFile, str]:
        """Compile sources for a link; their objects."""
        objects = {}
        dependencies = line.dependencies if len(line.inputs) == 1 else []
        for number, source in enumerate(sources):
            path = os.path.join(self._work, f"{number}.o")
            object_line = line._replace(mode="-c", output=path, dependencies=dependencies)
            self._compile(source, object_line)
            objects[source] = path
        return objects

    def _archive(self, line: CommandLine) -> int:
        sources = [each for each in line.inputs if each.language]
        made_objects = self._objects(line, sources)
        objects = [made_objects.get(each, each.path) for each in line.inputs]
        archive = os.path.join(self._work, "archive.a")
        compiler = ConfiguredCompiler(self._toolkit, self._cache, [], self._host)
        compiler.run_tool("ar", ["qc", archive, *map(os.path.abspath, objects)], self._work)
        with replacing(os.path.abspath(line.output or "a.a")) as part:
            shutil.copyfile(archive, part)
        return 0

    def _compile(self, source: InputFile, line: CommandLine) -> None:
        stem = os.path.splitext(os.path.basename(source.path))[0]
        output = line.output or (stem + ".o" if line.mode == "-c" else "")
        if source.language == AICPU:
            self._driver.compile_aicpu(source, output, line)
        elif source.language == ASC:
            self.compile_asc(self._readable(source), output, line)
        elif self._driver.compile(line._replace(words=[*line.options, source], output=output)):
            raise BuildError(f"{source.path} does not compile")

    def _readable(self, source: InputFile) -> str:
        """Return the path of a source; for standard input, that of a copy."""
        if source.path != "-":
            return source.path
        path = os.path.join(self._work, "stdin.asc")
        with open(path, "wb") as file:
            file.write(b'# 1 "<stdin>"\n' + sys.stdin.buffer.read())
        return path

    def compile_asc(
        self,
        source: str,
        output: str,
        line: CommandLine,
        needs: Needs = NOTHING,
        build: LaunchBuild = AS_ITS_TEXT,
    ) -> None:
        """Compile kernels and host code; BuildError with the compiler's message if it fails.

        `needs` and `build` are those of the unit.
        """
        unit = self.unit(line, needs)
        if line.mode in {"-E", "-M", "-MM"}:
            unit.preprocess(source, line.mode, output, line.dependencies)
            return
        if line.mode == "-S":
            raise MisuseError("-S: Ascend C has no assembler text here", "compile it with -c")
        if line.mode == "-fsyntax-only":
            output = os.path.join(self._work, "checked.o")
        try:
            unit.compile(source, output, line.dependencies, needs, build)
        except BuildError as error:
            more = needs.more(error.details)
            if more is None:
                raise
            self.compile_asc(source, output, line, more, unit.build)
            return
        if unit.has_kernels and not unit.build.is_listed:
            record(self._cache, unit.build.unit, source, line)

    def unit(self, line: CommandLine, needs: Needs = NOTHING) -> Unit:
        """Return what compiles a source with the options of the command line."""
        options = ["-fvisibility=default", "-fno-semantic-interposition"]
        # What kernels are built for is said by options that no host compiler has.
        options += [word for word in line.options if word.startswith(DEVICE_PREFIXES)]
        options += self._driver.translated(line.options)
        compiler = ConfiguredCompiler(
            self._toolkit, self._cache, [*options, *needs.options], self._host
        )
        soc = find_soc(line.soc, self._toolkit.config)
        return Unit(self._toolkit, compiler, soc, self._cache, self._work)


def _core_libraries(
    toolkit: KernelToolkit, host: HostCompiler, cache: KernelCache, line: CommandLine
) -> list[str]:
    """Return what a link needs besides: the libraries of kernels, or AscendCL if it is used.

    Projects of CMake's language ASC link programs of the host without naming AscendCL.
    """
    if line.mode != LINK or _WITHOUT_LIBRARIES & set(line.words):
        return []
    if not _has_kernels(line):
        is_static = "-static" in line.words
        # By its path: CMake takes folders of -L as those of every linker, and leaves them out of
        # the links of other compilers.
        library = os.path.join(toolkit.lib, "libascendcl.so")
        options = ["-Wl,--push-state,--as-needed", library, "-Wl,--pop-state"]
        return [] if is_static else options
    libraries = ConfiguredCompiler(toolkit, cache, [], host).libraries
    # Huawei's compiler links with lld, which takes libraries before what uses them.
    again = [word for word in line.words if isinstance(word, str) and word.startswith("-l")]
    return [
        *(f"-L{libraries}", f"-Wl,-rpath,{libraries}", *again),
        *("-Wl,--no-as-needed", "-lascendcl", "-lascendc_aicore"),
        *("-Wl,--as-needed", "-lgraph_base", "-lc_sec"),  # used without being named
    ]


_WITHOUT_LIBRARIES: set[str | InputFile] = {"-r", "-nostdlib", "-nodefaultlibs"}


def _has_kernels(line: CommandLine) -> bool:
    """Return whether sources, objects or archives of a link hold kernels or launch them."""
    if line.device_sources:
        return True
    strings = [word for word in line.words if isinstance(word, str)]
    folders = [word[2:] for word in strings if word.startswith("-L")]
    names = [f"lib{word[2:]}.a" for word in strings if word.startswith("-l")]
    archives = [os.path.join(folder, name) for folder in folders for name in names]
    return any(_holds_kernels(path) for path in (*(each.path for each in line.inputs), *archives))


def _holds_kernels(path: str) -> bool:
    if not path.endswith((".o", ".a")):
        return False
    try:
        with open(path, "rb") as file:
            data = file.read()
    except OSError:
        return False
    # A thin archive has the names of its objects only.
    return INFERRED_SECTION in data or data.startswith(b"!<thin>")


def _reject_overwriting(line: CommandLine) -> None:
    """Reject an output path that is an input; the host compiler only sees temporary files."""
    for each in line.inputs:
        if (
            os.path.isfile(line.output)
            and os.path.exists(each.path)
            and os.path.samefile(each.path, line.output)
        ):
            raise MisuseError(f"{each.path} is the output file, too", "name another with -o")


def _note_recursion(host: HostCompiler) -> None:
    """Tell `bisheng` that is called as a host compiler so; MisuseError if this is such a one again.

    A script may lead back to it. The first time, the compiler on PATH is the way out.
    """
    level = os.environ.get(INSIDE_BISHENG, "")
    if level == "2":
        message = f"{host.origin}: this host compiler is bisheng itself"
        raise MisuseError(message, "set CXX to g++ or clang++, or put one on PATH first")
    os.environ[INSIDE_BISHENG] = "2" if level else "1"


def named_compiler(words: list[str]) -> HostCompiler | None:
    """Return the host compiler after `--launch`; None if it is the default one."""
    if not words or is_toolkit_command(words[0]):
        return None
    hint = "name a C++17 compiler after --launch"
    return HostCompiler(words, f"--launch {words[0]}", hint)


def _write_headers(toolkit: KernelToolkit, arguments: list[str]) -> int:
    """Write the headers of the kernels in sources that are not preprocessed yet."""
    if len(arguments) < 1:
        raise MisuseError("--launch-headers: name a folder and the sources")
    line = parse(arguments[1:], toolkit.config)
    for source in [each.path for each in line.inputs if each.language]:
        with open(source, "rb") as file:
            text = file.read()
        kernels = find_kernels(marked_source(text))
        if not kernels or has_kernels_of_macros(text):
            kernels = _kernels_of_unit(toolkit, line, source) or kernels
        for name, header in launch_headers(kernels).items():
            write_atomic(os.path.join(arguments[0], name), header.encode(errors="surrogateescape"))
    return 0


def _kernels_of_unit(
    toolkit: KernelToolkit, line: CommandLine, source: str
) -> dict[str, GlobalFunction]:
    """Return the kernels of a source with its includes; none if it cannot be read."""
    cache = KernelCache()
    compiler = ConfiguredCompiler(toolkit, cache, line.options, named_compiler(line.compiler))
    soc = find_soc(line.soc, toolkit.config)
    with cache.in_use(), tempfile.TemporaryDirectory(prefix="bisheng-") as work:
        try:
            return Unit(toolkit, compiler, soc, cache, work).kernels(source)
        except BuildError:
            return {}  # compiling it tells why
