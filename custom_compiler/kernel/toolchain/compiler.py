"""The host compiler that makes kernels, its flags, and the precompiled `kernel_operator.h`."""

from __future__ import annotations

import copy
import hashlib
import os
import shlex
import shutil
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from custom_compiler.errors import BuildError, MisuseError
from custom_compiler.kernel.toolchain.build import ACCESS_FLAGS, build_of
from custom_compiler.support.files import replacing, write_atomic
from custom_compiler.support.host_compiler import HostCompiler, find_compiler
from custom_compiler.support.processes import run

if TYPE_CHECKING:
    from collections.abc import Iterator

    from custom_compiler.kernel.toolchain.cache import KernelCache

BASE_FLAGS = (
    "-std=c++17",
    "-O2",
    "-fPIC",
    "-fvisibility=hidden",
    "-fno-strict-aliasing",
    "-w",
    # Where a kernel went wrong: functions and lines, no variables.
    "-g1",
    "-D_GLIBCXX_USE_CXX11_ABI=0",
)
GCC_FLAGS = (
    "-fno-gnu-unique",  # objcopy cannot hide such names
    # Kernels are long runs of descriptions of instructions, stored field by field. These passes
    # find next to nothing in them, static ones included (benchmarks/static_passes.py), and take
    # about half of GCC's time.
    "-fno-schedule-insns2",
    "-fno-rerun-cse-after-loop",
    "-fno-cse-follow-jumps",
    "-fno-gcse",
    "-fno-expensive-optimizations",
    "-fno-tree-pta",
    "-fno-tree-slp-vectorize",
    "-fno-tree-tail-merge",
    # Merged calls would have the line of one of them.
    "-fno-crossjumping",
    "--param=sra-max-scalarization-size-Ospeed=0",
)
# A division of an integer by zero is reported. x86-64 traps it; other CPUs continue with 0, unless
# the compiler puts a check there, which calls a function of the core library (division.cpp).
DIVISION_FLAGS = ("-fsanitize=integer-divide-by-zero", "-fsanitize-recover=integer-divide-by-zero")
_CORE_LIBRARY = "libascendc_aicore.so"
_PCH_NAME = "ascendc_pch.hpp"
_PCH_HOME = "home"  # file with the root of the toolkit whose headers were precompiled
_LAUNCHERS = {"ccache", "sccache", "icecc", "distcc"}
# Options of the device compiler that mean nothing to a host compiler; the second group takes a
# word.
DEVICE_PREFIXES = (
    *(
        "--permissive",
        "--cann-version",
        "--unjudged",
        "--cce",
        "-cce",
        "--npu",
        "-xcce",
        "--enable-",
        "--disable-",
        "--op_",
        "-sanitizer",
    ),
    *("--sanitizer", "--gcc-"),
)
_DEVICE_WITH_ARGUMENT = {"-x", "-mllvm", "-Xclang", "-Xaicore-start", "-Xaicore-end"}


_PROGRAM = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


class KernelToolkit(NamedTuple):
    """Places in the toolkit that `opc` belongs to."""

    root: str
    tikcpp: str
    lib: str
    config: str  # platform descriptions
    version: str

    def libraries_for(self, cpu: str) -> str:
        """Return the folder of the libraries that kernels for `cpu` are linked with.

        For another CPU than this machine's they are where CANN keeps libraries for cross builds.
        """
        native = os.uname().machine
        devlib = os.path.join(self.root, f"{native}-linux", "devlib")
        for folder in (os.path.join(devlib, "linux", cpu), os.path.join(devlib, cpu)):
            if cpu != native and os.path.exists(os.path.join(folder, _CORE_LIBRARY)):
                return folder
        return self.lib


def open_toolkit(root: str) -> KernelToolkit:
    """Return the toolkit at `root`; raise MisuseError if its kernel headers are missing."""
    tikcpp = _first_existing(root, "tikcpp", "compiler/tikcpp", "tools/tikcpp")
    config = _first_existing(root, "data/platform_config", "compiler/data/platform_config")
    if not tikcpp:
        message = f"{root}: the kernel headers (tikcpp/tikcfw) are missing"
        raise MisuseError(message, "this toolkit is incomplete, install it again")
    version = ""
    with (
        suppress(OSError),
        open(os.path.join(root, "compiler", "version.info"), encoding="utf-8") as file,
    ):
        version = file.read()
    return KernelToolkit(root, tikcpp, os.path.join(root, "lib64"), config, version)


class ConfiguredCompiler:
    """A compiler with the flags for one kernel; `identity` changes when its output may change."""

    def __init__(
        self,
        toolkit: KernelToolkit,
        cache: KernelCache,
        options: list[str],
        host: HostCompiler | None = None,
    ) -> None:
        self._toolkit = toolkit
        self.home = str(toolkit.root)
        self._cache = cache
        self._host = host or find_compiler()
        self.command = self._host.command
        defines, others = split_options(options)
        self.defines = defines
        self.includes = include_flags(toolkit)
        compiler = compiler_identity(self._host, cache)
        self.is_clang = "clang version" in compiler
        # The first word of the compiler's target, such as aarch64-linux-gnu, is the CPU.
        cpu = compiler.partition("-")[0]
        build = build_of(options)
        self.flags = [
            *BASE_FLAGS,
            *(() if self.is_clang else GCC_FLAGS),
            *(() if cpu == "x86_64" else DIVISION_FLAGS),
            *build.flags,
            *(ACCESS_FLAGS if build.observed and not self.is_clang else ()),
            *others,
        ]
        self.link_flags = build.link_flags
        self.libraries = toolkit.libraries_for(cpu)
        state = _tree_state(toolkit.tikcpp)
        headers = header_digest(toolkit, cache, state)
        self.headers = _digest(headers, state)  # what they hold, and the times of the files
        self._facts = (compiler, toolkit.version, headers, state)
        self.is_permissive = build.is_permissive
        self.is_judged = build.is_judged
        self._identify()

    def _identify(self) -> None:
        """Set what follows from the flags."""
        compiler, version, headers, state = self._facts
        built = _digest(compiler, "\0".join(self.flags), version, headers)
        self.identity = _digest(built, program_digest(self._cache))
        # clang rejects a precompiled header whose sources have other times, whatever they hold.
        self.pch_folder = os.path.join(self._cache.root, "pch", _digest(built, state)[:32])

    @property
    def reports_accesses(self) -> bool:
        """Whether what it compiles calls the library of the cores before each access."""
        return not set(self.flags).isdisjoint(ACCESS_FLAGS)

    def without_accesses(self) -> ConfiguredCompiler:
        """Return the compiler for code that no core executes."""
        other = copy.copy(self)
        other.flags = [flag for flag in self.flags if flag not in ACCESS_FLAGS]
        other._identify()  # noqa: SLF001 - of the same class
        return other

    def precompiled(self) -> list[str]:
        """Return options that put the precompiled kernel_operator.h first; make it on first use."""
        header = os.path.join(self.pch_folder, _PCH_NAME)
        product = header + (".pch" if self.is_clang else ".gch")
        if not os.path.isfile(product):
            with self._cache.locked(f"pch-{os.path.basename(self.pch_folder)}"):
                if not os.path.isfile(product):
                    self._precompile(header, product)
        with suppress(OSError):
            os.utime(self.pch_folder)
        return ["-include", header]

    @property
    def file_names(self) -> list[str]:
        """Options that name the toolkit's files `cann/...` in line tables and __FILE__.

        A header that an equal toolkit elsewhere precompiled has the names of that one.
        """
        homes = [self.home]
        with suppress(OSError), open(os.path.join(self.pch_folder, _PCH_HOME), "rb") as file:
            homes.insert(0, os.fsdecode(file.read()))
        return [f"-ffile-prefix-map={home}=cann" for home in dict.fromkeys(homes)]

    def _precompile(self, header: str, product: str) -> None:
        """Precompile the header, and keep it at its path, which clang records."""
        os.makedirs(os.path.dirname(header), exist_ok=True)
        with open(header, "w", encoding="ascii") as file:
            file.write('#include "kernel_operator.h"\n')
        # Dependency files name it: to build tools it must not be newer than what they started.
        os.utime(header, (1, 1))
        write_atomic(os.path.join(self.pch_folder, _PCH_HOME), os.fsencode(self.home))
        with replacing(product) as part:
            options = [*self.flags, *self.file_names, *self.includes]
            arguments = [*options, "-x", "c++-header", header, "-o", part]
            self.run(arguments, temporary=os.path.dirname(part))

    @property
    def preprocessed(self) -> list[str]:
        """Options for preprocessed C++ sources, which may name a precompiled header."""
        return ["-x", "c++-cpp-output"] if self.is_clang else ["-fpreprocessed", "-x", "c++"]

    @property
    def default_libraries(self) -> list[str]:
        """Options for the libraries of a kernel, without libstdc++.

        Reading that takes longer than the rest of linking, and the library of the cores provides
        it.
        """
        return [] if self.is_clang else ["-nodefaultlibs", "-lm", "-lgcc_s", "-lc"]

    def run_tool(self, name: str, arguments: list[str], cwd: str) -> str:
        """Run a tool of binutils that belongs to the compiler, as `run` does."""
        return _run([self._tool(name)], arguments, cwd)

    def tool_output(self, name: str, arguments: list[str]) -> str:
        """Return what a tool of binutils prints; raise BuildError if it fails."""
        ended = run([self._tool(name), *arguments])
        if ended.code != 0:
            message = f"{name} failed with exit code {ended.code}"
            raise BuildError(message, details=ended.error_text)
        return ended.output_text

    def _tool(self, name: str) -> str:
        path = shutil.which(self._host.answer(f"-print-prog-name={name}").strip())
        if not path:
            message = f"{name} is not there, which some kernels need"
            raise BuildError(message, "install binutils")
        return path

    def run(
        self,
        arguments: list[str],
        cwd: str | None = None,
        *,
        temporary: str | None = None,
        is_shown: bool = False,
    ) -> str:
        """Run the compiler; what it wrote to stderr. BuildError with its message if it fails.

        A compiler that is killed leaves its temporary files in the folder `temporary`, which is
        `cwd` unless it is given. Its standard output is dropped unless `is_shown`.
        """
        return _run(self.command, arguments, cwd, temporary=temporary, is_shown=is_shown)


def _run(
    command: list[str],
    arguments: list[str],
    cwd: str | None,
    *,
    temporary: str | None = None,
    is_shown: bool = False,
) -> str:
    if os.environ.get("CUSTOM_COMPILER_VERBOSE"):
        print(f"cd {cwd or os.getcwd()} && {shlex.join([*command, *arguments])}", flush=True)
    environment = {**os.environ, "LC_ALL": "C.UTF-8", "SOURCE_DATE_EPOCH": "0"}
    if temporary or cwd:
        environment["TMPDIR"] = os.path.abspath(temporary or cwd or "")
    ended = run([*command, *arguments], cwd=cwd, env=environment, is_shown=is_shown)
    if ended.code != 0:
        message = f"{' '.join(command)} failed with exit code {ended.code}"
        raise BuildError(message, details=ended.error_text)
    return ended.error_text


def split_options(options: list[str]) -> tuple[list[str], list[str]]:
    """Return macro and include options, and the others that a host compiler understands.

    The first kind makes no separate precompiled header; the compiler itself checks whether
    the one at hand was made under the same macros.
    """
    defines: list[str] = []
    others: list[str] = []
    words = iter(host_options(options))
    for word in words:
        if word in {"-D", "-U", "-I", "-include", "-isystem"}:
            defines += [word, next(words, "")]
        elif word.startswith(("-D", "-U", "-I")):
            defines.append(word)
        elif word:
            others.append(word)
    return defines, others


def host_options(options: list[str]) -> list[str]:
    """Return the options without those that only the device compiler knows."""
    accepted: list[str] = []
    words = iter(options)
    for word in words:
        if word in _DEVICE_WITH_ARGUMENT:
            next(words, None)
        elif not word.startswith(DEVICE_PREFIXES):
            accepted.append(word)
    return accepted


def _first_existing(root: str, *names: str) -> str:
    paths = (os.path.join(root, name) for name in names)
    return next((path for path in paths if os.path.isdir(path)), "")


def include_flags(toolkit: KernelToolkit) -> list[str]:
    """Return the options that name the folders of the toolkit's headers."""
    tikcfw = os.path.join(toolkit.tikcpp, "tikcfw")
    folders = [
        tikcfw,
        os.path.join(tikcfw, "impl"),
        os.path.join(tikcfw, "interface"),
        toolkit.tikcpp,
        os.path.join(toolkit.root, "include"),
    ]
    return [f"-I{folder}" for folder in folders if os.path.isdir(folder)]


def compiler_identity(host: HostCompiler, cache: KernelCache) -> str:
    """Target and version of a compiler; asked from it once per executable file."""
    words = []
    for word in host.command:
        with suppress(OSError):
            status = os.stat(word)
            words.append(f"{os.path.realpath(word)} {status.st_size} {status.st_mtime_ns}")
    stamp = _digest("target and version", *words, *host.command)
    path = os.path.join(cache.root, "compiler", stamp[:32])
    is_launcher = os.path.basename(os.path.realpath(host.command[0])) in _LAUNCHERS
    if not is_launcher:
        with suppress(OSError), open(path, encoding="utf-8") as file:
            return file.read()
    text = host.identity()
    with suppress(OSError):
        write_atomic(path, text.encode())
    return text


def header_digest(toolkit: KernelToolkit, cache: KernelCache, state: str = "") -> str:
    """Hash of names and contents of the kernel headers: the same for the same wheel anywhere.

    `state` is what `_tree_state` says of them, if it is known; they are read once per state.
    """
    return _content_digest(toolkit.tikcpp, cache, state or _tree_state(toolkit.tikcpp))


def program_digest(cache: KernelCache, folder: str = _PROGRAM) -> str:
    """Hash of the modules that rewrite, judge and compile kernels.

    Another version of them may make another object, and find other errors.
    """
    return _content_digest(folder, cache, _tree_state(folder, ".py"), ".py")


def _content_digest(folder: str, cache: KernelCache, state: str, suffix: str = "") -> str:
    path = os.path.join(cache.root, "compiler", _digest("headers", folder, state)[:32])
    with suppress(OSError), open(path, encoding="ascii") as file:
        return file.read()
    digest = hashlib.sha256()
    for name, _ in _tree(folder):
        if name.endswith(suffix):
            with open(folder + name, "rb") as file:
                digest.update(f"{name}\0{hashlib.sha256(file.read()).hexdigest()}\n".encode())
    with suppress(OSError):
        write_atomic(path, digest.hexdigest().encode())
    return digest.hexdigest()


def _tree_state(folder: str, suffix: str = "") -> str:
    """Hash of names, sizes and times of the files below `folder`, those that end so."""
    digest = hashlib.sha256()
    for name, status in _tree(folder):
        if name.endswith(suffix):
            digest.update(f"{name}\0{status.st_size}\0{status.st_mtime_ns}\n".encode())
    return digest.hexdigest()


def _tree(folder: str) -> Iterator[tuple[str, os.stat_result]]:
    """Yield the relative paths of all files below `folder` in stable order, and their state."""
    stack = [folder]
    while stack:
        current = stack.pop()
        with os.scandir(current) as items:
            for item in sorted(items, key=lambda item: item.name):
                if item.is_dir():
                    stack.append(item.path)
                    continue
                yield item.path[len(folder) :], item.stat()


def _digest(*parts: str) -> str:
    return hashlib.sha256("\1".join(parts).encode("utf-8", "surrogateescape")).hexdigest()
