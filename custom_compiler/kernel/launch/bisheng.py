"""The command `bisheng`: compiles sources that hold kernels and the host code launching them.

Takes the options of a host compiler and those of Huawei's compiler that say what the kernels run
on. It is also a compiler launcher: `bisheng [--npu-arch=A] --launch c++ ...`.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import shlex
import struct
import subprocess
import tempfile
from typing import NamedTuple

from custom_compiler.errors import BuildError, MisuseError
from custom_compiler.kernel.launch.host_launch import (
    INFERRED_SECTION,
    Kernel,
    find_kernels,
    has_kernels_of_macros,
    launch_functions,
    launch_headers,
    marked_source,
    preamble,
    rewritten,
    silent_kernels,
    with_workspaces,
)
from custom_compiler.kernel.launch.judged import UnitJudge
from custom_compiler.kernel.toolchain import elf
from custom_compiler.kernel.toolchain.build import permission
from custom_compiler.kernel.toolchain.cache import KernelCache
from custom_compiler.kernel.toolchain.class_specializations import as_overloads
from custom_compiler.kernel.toolchain.command import exit_code
from custom_compiler.kernel.toolchain.compiler import Compiler, Toolkit, host_options, open_toolkit
from custom_compiler.kernel.toolchain.kernel_types import BOTH_UNITS, inferred_type
from custom_compiler.kernel.toolchain.missing_apis import reject_missing
from custom_compiler.kernel.toolchain.soc import (
    Soc,
    arch_defines,
    find_soc,
    soc_of_architectures,
)
from custom_compiler.kernel.toolchain.split_cores import (
    Part,
    for_core,
    has_code_of_kinds,
    merged,
    named_files,
    names_core_type,
)
from custom_compiler.kernel.toolchain.standards import NOTHING, Needs
from custom_compiler.kernel.toolchain.targets import without_targets
from custom_compiler.support.cache_root import cache_root
from custom_compiler.support.files import write_atomic, write_named
from custom_compiler.support.host_compiler import HostCompiler

USAGE = """\
usage: bisheng [options] -c SOURCE -o OBJECT          compile
       bisheng [options] SOURCE|OBJECT... -o PROGRAM  compile and link
       bisheng [options] --launch COMPILER ...        compile with that command line
       bisheng --launch-headers DIR [options] SOURCE...
                                                      write aclrtlaunch_<kernel>.h of the sources

Compiles Ascend C kernels together with the host code that launches them, kernel<<<...>>>(...),
for simulated AI cores. Options of g++ are passed on; those of Huawei's compiler that concern its
code generation are ignored.

  --npu-arch=ARCH        dav-1001, dav-2002, dav-2201 (default), dav-3002, dav-3510
  --soc-version=SOC      the same by a part's name, for example Ascend910B3
  --sanitizer, -g        kernels that can be observed (-sanitizer, --cce-enable-sanitizer: the same)
  --permissive           warn of what Huawei's compiler refuses in kernels, and go on
  -x asc                 accepted: all sources are Ascend C

ASCENDC_BISHENG_OPTIONS in the environment holds more options, before those of the command line.
"""

_DEFAULT_ARCH = "dav-2201"
_SOURCES = (".asc", ".cce", ".cpp", ".cc", ".cxx", ".C", ".c++")
_WITH_WORD = {
    *("-o", "-MF", "-MT", "-MQ", "-x", "-mllvm", "-Xclang"),
    *("-isystem", "-include", "-I", "-D", "-U"),
}
_DEPENDENCY_FLAGS = {"-MD", "-MMD", "-MP"}
# What g++ says of templates of a class that are specialised in it, which clang takes.
_ONLY_CLANG = "explicit specialization in non-namespace scope"
_BY_CLANG = "Huawei's compiler is a clang, which takes this: install clang and set CXX=clang++"
_PCH_LINE = re.compile(rb'^#pragma GCC pch_preprocess "[^"\n]*"\n', re.MULTILINE)


class CommandLine(NamedTuple):
    """A command line taken apart."""

    compiler: list[str]  # host compiler; empty: the one on PATH
    soc: str
    sources: list[str]
    output: str
    compile_only: bool
    dependencies: list[str]  # -MD, -MF ...
    options: list[str]  # for the compiler
    link_words: list[str]  # everything, in order, for linking; sources too


def main(root: str, arguments: list[str]) -> int:
    """Run `bisheng` of the toolkit `root`; the exit code: 0, 1 failed, 2 misuse."""
    return exit_code("bisheng", lambda: _main(root, arguments))


def _main(root: str, arguments: list[str]) -> int:
    if not arguments or arguments[0] in {"-h", "--help"}:
        print(USAGE, end="")
        return 0
    toolkit = open_toolkit(root)
    if arguments[0] == "--launch-headers":
        return _write_headers(toolkit, arguments[1:])
    more = shlex.split(os.environ.get("ASCENDC_BISHENG_OPTIONS", ""))
    return _run(toolkit, parse([*permission(), *more, *arguments], toolkit.config))


def parse(arguments: list[str], config_dir: str) -> CommandLine:
    """Take a command line apart; MisuseError names an architecture that is unknown.

    `config_dir` is the toolkit's directory of SoC descriptions.
    """
    soc, compiler, words = f"--npu-arch={_DEFAULT_ARCH}", [], list(arguments)
    sources: list[str] = []
    output, compile_only = "", False
    dependencies: list[str] = []
    options: list[str] = []
    link_words: list[str] = []
    position = 0
    while position < len(words):
        word = words[position]
        value = words[position + 1] if word in _WITH_WORD and position + 1 < len(words) else None
        step = 1 if value is None else 2
        if word == "--launch":
            compiler = words[position + 1 : position + 2]
            step = 2
        elif word.startswith(("--npu-arch", "--cce-aicore-arch", "--soc-version", "--cce-soc")):
            soc = word
        elif word == "-o":
            output = value or ""
        elif word == "-c":
            compile_only = True
        elif word in _DEPENDENCY_FLAGS or word in {"-MF", "-MT", "-MQ"}:
            dependencies += words[position : position + step]
        elif not word.startswith("-") and word.endswith(_SOURCES):
            sources.append(word)
            link_words.append(word)
        elif word != "-x":
            link_words += words[position : position + step]
            if word.startswith("-") and not word.startswith(("-l", "-L", "-Wl,", "-shared")):
                options += words[position : position + step]
        position += step
    return CommandLine(
        compiler,
        _soc_name(soc, config_dir),
        sources,
        output,
        compile_only,
        dependencies,
        options,
        link_words,
    )


def _soc_name(word: str, config_dir: str) -> str:
    value = word.partition("=")[2]
    if word.startswith(("--soc-version", "--cce-soc")):
        return value
    socs = soc_of_architectures(config_dir)
    match = re.match(r"dav-([cm]?\d+)", value)
    if match is None or match[1] not in socs:
        known = ", ".join(f"dav-{name}" for name in sorted(socs) if name.isdigit())
        message = f"{word}: unknown architecture"
        raise MisuseError(message, f"known ones: {known}")
    return socs[match[1]]


def _run(toolkit: Toolkit, line: CommandLine) -> int:
    cache = KernelCache(cache_root())
    soc = find_soc(line.soc, toolkit.config)
    options = ["-fvisibility=default", "-fno-semantic-interposition", *line.options]
    host = _named_compiler(line.compiler)
    compiler = Compiler(toolkit, cache, options, host)
    _refuse_to_overwrite(line)
    with cache.in_use(), tempfile.TemporaryDirectory(prefix="bisheng-") as work:

        def compile_source(
            source: str, output: str, dependencies: list[str], needs: Needs = NOTHING
        ) -> None:
            used = Compiler(toolkit, cache, [*options, *needs.options], host)
            try:
                unit = Unit(toolkit, used, soc, cache, work)
                unit.compile(source, output, dependencies, needs)
            except BuildError as error:
                more = needs.more(error.details)
                if more is None:
                    raise
                compile_source(source, output, dependencies, more)

        if line.compile_only:
            if len(line.sources) != 1:
                message = f"-c takes one source, not {len(line.sources)}"
                raise MisuseError(message, "bisheng --help shows how")
            source = line.sources[0]
            stem = os.path.splitext(os.path.basename(source))[0]
            compile_source(source, line.output or stem + ".o", line.dependencies)
            return 0
        objects: dict[str, str] = {}
        for number, source in enumerate(line.sources):
            objects[source] = os.path.join(work, f"{number}.o")
            compile_source(source, objects[source], [])
        words = [objects.get(word, word) for word in host_options(line.link_words)]
        libraries = [f"-L{compiler.libraries}", f"-Wl,-rpath,{compiler.libraries}"]
        # Huawei's compiler links with lld, which takes libraries before what uses them.
        again = [word for word in words if word.startswith("-l")]
        command = [*compiler.command, *words, "-o", line.output or "a.out", *libraries, *again]
        command += ["-Wl,--no-as-needed", "-lascendcl", "-lascendc_aicore"]
        command += ["-Wl,--as-needed", "-lgraph_base", "-lc_sec"]  # used without being named
        return subprocess.run(command, check=False).returncode


def _refuse_to_overwrite(line: CommandLine) -> None:
    """The host compiler, which refuses this too, sees other files."""
    for word in (*line.sources, *line.link_words):
        if (
            os.path.exists(line.output)
            and os.path.exists(word)
            and os.path.samefile(word, line.output)
        ):
            raise MisuseError(f"{word} is the output file, too", "name another with -o")


def _named_compiler(words: list[str]) -> HostCompiler | None:
    if not words:
        return None
    hint = "name a C++17 compiler behind --launch"
    return HostCompiler(words, f"--launch {words[0]}", hint)


class Unit:
    """Compiles translation units for one part."""

    def __init__(
        self, toolkit: Toolkit, compiler: Compiler, soc: Soc, cache: KernelCache, work: str
    ) -> None:
        self._compiler = compiler
        self._cache = cache
        self._work = work
        self._soc = soc
        self._needs = NOTHING
        self._prefix = self._write_prefix(soc)
        self._judge = UnitJudge(compiler, toolkit, cache, soc, self._prefix)

    def compile(
        self, source: str, output: str, dependencies: list[str], needs: Needs = NOTHING
    ) -> None:
        """Compile one source; BuildError with the compiler's message if it does not compile."""
        self._needs = needs
        preprocessed = self._preprocess(source, output, dependencies)
        text = _readable(preprocessed)
        kernels = find_kernels(text)
        with self._judge.judging(source, preprocessed if kernels else b""):
            texts, made = self._made(source, text, kernels)
        reject_missing(made, self._soc, source, linked=lambda: self._linked(made, source))
        types = self._inferred_types(made, texts, kernels, source)
        write_named(os.path.abspath(output), _with_types(made, types))

    def kernels(self, source: str) -> dict[str, Kernel]:
        """The kernels of a source; BuildError if it cannot be preprocessed."""
        return find_kernels(_readable(self._preprocess(source, "", [], is_brief=True)))

    def _made(
        self, source: str, text: bytes, kernels: dict[str, Kernel]
    ) -> tuple[dict[str, bytes], bytes]:
        """The texts that a source is compiled as, by the kind of core, and its object."""
        if self._needs.cores or names_core_type(text):
            texts = self._texts_of_cores(source, text)
            return texts, self._object(texts, kernels, source)
        if kernels and self._soc.split_cores and has_code_of_kinds(named_files(text)):
            texts = self._texts_of_cores(source, text)
            with contextlib.suppress(BuildError):  # it may be for one kind only
                return texts, self._object(texts, kernels, source)
        return {"": text}, self._object({"": text}, kernels, source)

    def _texts_of_cores(self, source: str, text: bytes) -> dict[str, bytes]:
        """The text of each kind of core; `MIX` where there is one kind only."""
        if not self._soc.split_cores:
            return {"MIX": for_core(text, "MIX")}
        return {
            core: for_core(_readable(self._preprocess(source, "", [], core)), core)
            for core in ("AIV", "AIC")
        }

    def _object(
        self, texts: dict[str, bytes], kernels: dict[str, Kernel], source: str, only: str = ""
    ) -> bytes:
        """The object of a source's texts, of one kernel if `only` names it."""
        if len(texts) == 1:
            (text,) = texts.values()
            return self._assemble(_complete(text, kernels, only), source)
        unit = hashlib.sha256(b"".join(texts.values())).hexdigest()[:16]
        vector, cube = (
            self._assemble(_complete(text, kernels, only, Part(core, unit)), source)
            for core, text in texts.items()
        )
        return merged(self._compiler, vector, cube, self._work)

    def _write_prefix(self, soc: Soc, core: str = "") -> str:
        """What follows kernel_operator.h: a file with a lasting name, dependencies list it."""
        text = arch_defines(soc, core) + '#include "detail/core/host_launch.h"\n'
        name = f"{soc.name}-{hashlib.sha256(text.encode()).hexdigest()[:16]}.hpp"
        path = os.path.join(self._cache.root, "launch", name)
        if not os.path.exists(path):
            write_atomic(path, text.encode())
            # Its contents never change, and build tools compare its time with the command's start.
            os.utime(path, (1, 1))
        return path

    def _preprocess(
        self,
        source: str,
        output: str,
        dependencies: list[str],
        core: str = "",
        *,
        is_brief: bool = False,
    ) -> bytes:
        """The preprocessed source; `is_brief`: without making a precompiled header for it."""
        compiler = self._compiler
        prefix = self._write_prefix(self._soc, core) if core else self._prefix
        target = os.path.join(self._work, "unit.ii")
        first = ["-include", "kernel_operator.h"]
        if not compiler.is_clang and not is_brief:
            first = ["-fpch-preprocess", *compiler.precompiled()]
        if dependencies and not {"-MT", "-MQ"} & set(dependencies):
            dependencies = [*dependencies, "-MT", output]
        if dependencies and "-MF" not in dependencies:
            dependencies = [*dependencies, "-MF", os.path.splitext(output)[0] + ".d"]
        self._call(
            [
                *compiler.flags,
                *compiler.includes,
                *compiler.defines,
                *first,
                *("-include", prefix, *dependencies),
                *("-x", "c++", "-E", source, "-o", target),
            ],
            source,
        )
        with open(target, "rb") as file:
            text = file.read()
        return as_overloads(text) if self._needs.overloads else text

    def _assemble(self, text: bytes, source: str) -> bytes:
        path = os.path.join(self._work, "rewritten.ii")
        made = os.path.join(self._work, "rewritten.o")
        with open(path, "wb") as file:
            file.write(text)
        compiler = self._compiler
        self._call([*compiler.flags, *compiler.preprocessed, "-c", path, "-o", made], source)
        with open(made, "rb") as file:
            return file.read()

    def _linked(self, made: bytes, source: str) -> bytes:
        """Return an object with all addresses known; it is never executed."""
        path, linked = (os.path.join(self._work, name) for name in ("placed.o", "placed.so"))
        with open(path, "wb") as file:
            file.write(made)
        words = ["-shared", "-nostdlib", "-Wl,--unresolved-symbols=ignore-all"]
        self._call([*words, path, "-o", linked], source)
        with open(linked, "rb") as file:
            return file.read()

    def _inferred_types(
        self, made: bytes, texts: dict[str, bytes], kernels: dict[str, Kernel], source: str
    ) -> list[int]:
        """Types of the kernels that state none, from what the object uses.

        Where it uses both units, each kernel is compiled alone to see which of them it uses.
        """
        whole = _recorded_type(made)
        silent = silent_kernels(kernels)
        if len(kernels) <= 1 or whole not in BOTH_UNITS:
            return [whole] * (len(silent) + 1)
        alone = [self._object(texts, kernels, source, only=name) for name in silent]
        return [*map(_recorded_type, alone), whole]

    def _call(self, arguments: list[str], source: str) -> None:
        try:
            self._compiler.run(arguments)
        except BuildError as error:
            message = f"{source} does not compile"
            hint = _BY_CLANG if _ONLY_CLANG in error.details else ""
            raise BuildError(message, hint, details=error.details) from error


def _readable(preprocessed: bytes) -> bytes:
    return with_workspaces(without_targets(preprocessed))


def _complete(
    text: bytes, kernels: dict[str, Kernel], only: str = "", part: Part | None = None
) -> bytes:
    """The text with all that it needs to be compiled."""
    text = rewritten(text, kernels, only, part)
    start = _PCH_LINE.search(text)
    split = start.end() if start else 0
    text = text[:split] + preamble(kernels, part).encode() + text[split:] + b"\n"
    ends = part.table() if part else ""
    if not only:
        ends += launch_functions(kernels, part)
    return text + ends.encode(errors="surrogateescape")


def _recorded_type(made: bytes) -> int:
    return inferred_type({record.kind for record in elf.meta_records(made)})


def _with_types(made: bytes, types: list[int]) -> bytes:
    """The object with the types of its kernels in their section."""
    offset, size = elf.section_range(made, INFERRED_SECTION)
    data = struct.pack(f"={len(types)}I", *types)
    if size != len(data):
        message = "the compiler did not keep the types of the kernels"
        raise BuildError(message)
    return made[:offset] + data + made[offset + size :]


def _write_headers(toolkit: Toolkit, arguments: list[str]) -> int:
    """Write the headers of the kernels in sources that are not preprocessed yet."""
    if len(arguments) < 1:
        raise MisuseError("--launch-headers: name a folder and the sources")
    line = parse(arguments[1:], toolkit.config)
    for source in line.sources:
        with open(source, "rb") as file:
            text = file.read()
        kernels = find_kernels(marked_source(text))
        if not kernels or has_kernels_of_macros(text):
            kernels = _kernels_of_unit(toolkit, line, source) or kernels
        for name, header in launch_headers(kernels).items():
            write_atomic(os.path.join(arguments[0], name), header.encode(errors="surrogateescape"))
    return 0


def _kernels_of_unit(toolkit: Toolkit, line: CommandLine, source: str) -> dict[str, Kernel]:
    """The kernels of a source and what it includes; none where that cannot be read."""
    cache = KernelCache(cache_root())
    compiler = Compiler(toolkit, cache, line.options, _named_compiler(line.compiler))
    soc = find_soc(line.soc, toolkit.config)
    with cache.in_use(), tempfile.TemporaryDirectory(prefix="bisheng-") as work:
        try:
            return Unit(toolkit, compiler, soc, cache, work).kernels(source)
        except BuildError:
            return {}  # compiling it tells why
