"""`bisheng` as a compiler of ordinary C and C++: the host compiler, as a clang.

Huawei's compiler is a clang, and build systems treat it as one. Where the host compiler is GCC, it
gets the macros that tell clang, and options that only clang knows are translated.
"""

from __future__ import annotations

import os
import re
import sys
from typing import TYPE_CHECKING

from custom_compiler import __version__
from custom_compiler.errors import BuildError, MisuseError
from custom_compiler.kernel.launch.clang_identity import CLANG_VERSION, clang_macros
from custom_compiler.kernel.launch.command_line import AICPU, LINK, CommandLine, InputFile
from custom_compiler.kernel.toolchain.compiler import (
    DEVICE_PREFIXES,
    compiler_identity,
    include_flags,
)
from custom_compiler.support.processes import run_shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from custom_compiler.kernel.toolchain.cache import KernelCache
    from custom_compiler.kernel.toolchain.compiler import KernelToolkit
    from custom_compiler.support.host_compiler import HostCompiler

_AICPU_PREFIX = "detail/core/aicpu_kernel.h"
_TRANSLATED = {
    "-fcolor-diagnostics": "-fdiagnostics-color=always",
    "-fno-color-diagnostics": "-fdiagnostics-color=never",
    "-gline-tables-only": "-g1",
    "-Weverything": "-Wextra",
    "-flto=thin": "-flto",
}
# Options of clang that change nothing of what GCC makes.
_ONLY_CLANG = {
    *("-Qunused-arguments", "-fpch-instantiate-templates", "-stdlib=libstdc++", "-fintegrated-as"),
    *("-fno-integrated-as", "-fstandalone-debug", "-fno-standalone-debug", "-fcaret-diagnostics"),
    *("-fno-limit-debug-info", "-flimit-debug-info", "-fansi-escape-codes", "-fno-spell-checking"),
    *("-fdiagnostics-absolute-paths", "-Wunknown-warning-option", "-Wno-unknown-warning-option"),
    *("-Wunused-command-line-argument", "-Wno-unused-command-line-argument"),
    *("-Werror=unknown-warning-option", "-Werror=unused-command-line-argument"),
}
_ONLY_CLANG_PREFIXES = ("--driver-mode=", "--gcc-toolchain=", "-rtlib=", "-unwindlib=")
_ONLY_CLANG_WITH_WORD = {"-mllvm", "-MJ"}
_ERRORS = {"-Werror", "-Werror=unknown-warning-option"}
_WARNING = re.compile(r"-W(?:error=)?(?!no-|l,|a,|p,|error$|fatal-errors$)([a-z0-9+][\w+-]*)(=.*)?")
_COMMON_WARNINGS = {"all", "extra", "pedantic", "shadow", "unused", "conversion", "format"}
_KNOWN_WARNING = re.compile(r"^\s+-W([\w+-]+)", re.MULTILINE)
# What a compiler answers without a source, and does not differ between clang and GCC.
_QUESTIONS = ("-print-", "--print-", "--version", "-dump", "--target-help")
_IS_ASC = re.compile(rb"<<<|\b__(?:aicore|global)__\b|\[aicore\]")


class HostDriver:
    """Calls the host compiler with command lines for clang."""

    def __init__(self, toolkit: KernelToolkit, host: HostCompiler, cache: KernelCache) -> None:
        self._toolkit = toolkit
        self._host = host
        self._target, self._name, *_ = compiler_identity(host, cache).splitlines()
        self.is_clang = "clang version" in self._name

    def answer(self, words: list[str]) -> int | None:
        """Answer a question that needs no source; None if there is none in `words`."""
        for word in words:
            text = "" if self.is_clang else self._own_answer(word)
            if text:
                print(text)
                return 0
            if word.startswith(_QUESTIONS):
                return self._run(words)
        if words and set(words) <= {"-v", "-V"}:
            print(self._version(), file=sys.stderr)
            return 0
        return None

    def _own_answer(self, word: str) -> str:
        if word in {"-dumpversion", "-dumpfullversion"}:
            return CLANG_VERSION
        if word in {"-dumpmachine", "-print-target-triple", "--print-target-triple"}:
            return self._triple()
        return self._version() if word == "--version" else ""

    def _triple(self) -> str:
        """Return the target in clang's spelling: `x86_64-unknown-linux-gnu`."""
        cpu, *_, system, abi = self._target.split("-")
        return f"{cpu}-unknown-{system}-{abi}"

    def _version(self) -> str:
        return (
            f"clang version {CLANG_VERSION} (custom_compiler {__version__}, {self._name})\n"
            f"Target: {self._triple()}\nThread model: posix\n"
            f"InstalledDir: {os.path.join(self._toolkit.root, 'bin')}"
        )

    def _run(self, words: list[str]) -> int:
        return run_shown([*self._host.command, *words])

    def compile(self, line: CommandLine, more: list[str] | None = None) -> int:
        """Compile and link what needs nothing of this package; the compiler's exit code.

        `more` comes after everything else.
        """
        code = self._run([*self.words(line), *(more or [])])
        for source in line.inputs if code else ():
            if source.language == "c++" and _names_kernels(source.path):
                hint = f"{source.path} is compiled as C++; -x asc compiles it as Ascend C"
                print(f"bisheng: hint: {hint}", file=sys.stderr)
        return code

    def compile_aicpu(self, source: InputFile, output: str, line: CommandLine) -> None:
        """Compile kernels of AI CPUs, which are CPUs of the host here; BuildError if that fails."""
        prefix = os.path.join(self._toolkit.tikcpp, "tikcfw", _AICPU_PREFIX)
        options = [*include_flags(self._toolkit), "-include", prefix, "-fPIC"]
        object_line = line._replace(mode="-c" if line.mode == LINK else line.mode, output=output)
        object_line = object_line._replace(words=[*options, *line.options, source])
        if self._run(self.words(object_line)):
            raise BuildError(f"{source.path} does not compile")

    def words(self, line: CommandLine, objects: dict[InputFile, str] | None = None) -> list[str]:
        """Return the host compiler's words, with `objects` in place of their sources."""
        words: list[str] = [] if line.mode == LINK else [line.mode]
        if not self.is_clang and any(_is_host(port) for port in line.inputs):
            words += clang_macros()
        run: list[str] = []
        for word in line.words:
            if isinstance(word, str):
                run.append(word)
                continue
            words += [*self.translated(run), *_source(word, objects or {})]
            run = []
        words += [*self.translated(run), *line.dependencies]
        return [*words, "-o", line.output] if line.output else words

    def translated(self, options: list[str]) -> list[str]:
        """Return options as the host compiler knows them, without those for AI cores."""
        translated: list[str] = []
        remaining = iter(options)
        for word in remaining:
            if word == "-Xclang":
                translated += self._of_front_end(next(remaining, ""), remaining)
            elif word in _ONLY_CLANG_WITH_WORD:
                next(remaining, None)
            elif word.startswith(DEVICE_PREFIXES):
                continue
            elif word == "-target":
                self._check_target(next(remaining, ""))
            elif word.startswith("--target="):
                self._check_target(word.partition("=")[2])
            else:
                translated.append(word)
        return translated if self.is_clang else self._for_gcc(translated)

    def _of_front_end(self, word: str, remaining: Iterator[str]) -> list[str]:
        """Translate what comes after -Xclang; build tools precompile headers with such options."""
        if self.is_clang:
            return ["-Xclang", word]
        if word in {"-include", "-include-pch"}:
            next(remaining, None)  # another -Xclang
            name = next(remaining, "")
            return ["-include", name] if word == "-include" else []
        return []

    def _check_target(self, triple: str) -> None:
        if triple.partition("-")[0] != self._target.partition("-")[0]:
            message = f"--target={triple}: the host compiler makes code for {self._target}"
            raise MisuseError(message, "name a cross compiler in CXX")

    def _for_gcc(self, options: list[str]) -> list[str]:
        accepted: list[str] = []
        for word in options:
            if word.startswith("-ferror-limit="):
                accepted.append("-fmax-errors=" + word.partition("=")[2])
            elif word not in _ONLY_CLANG and not word.startswith(_ONLY_CLANG_PREFIXES):
                accepted.append(_TRANSLATED.get(word, word))
        return self._without_unknown_warnings(accepted, is_error=not _ERRORS.isdisjoint(options))

    def _without_unknown_warnings(self, options: list[str], *, is_error: bool) -> list[str]:
        """Leave out warnings that GCC does not have, and say so as clang does."""
        named = {word: match[1] for word in options if (match := _WARNING.fullmatch(word))}
        if set(named.values()) <= _COMMON_WARNINGS:
            return options
        known_warnings = set(_KNOWN_WARNING.findall(self._host.answer("--help=warnings")))
        unknown = [
            word for word, name in named.items() if name not in known_warnings | _COMMON_WARNINGS
        ]
        for word in unknown:
            kind = "error" if is_error else "warning"
            message = f"unknown warning option '{word}' [-Wunknown-warning-option]"
            print(f"{kind}: {message}", file=sys.stderr)
        if unknown and is_error:
            raise BuildError("warnings are unknown and errors", "leave them out, or -Werror")
        return [word for word in options if word not in unknown]


def _is_host(each: InputFile) -> bool:
    return bool(each.language) and not each.is_device and "assembler" not in each.language


def _source(each: InputFile, objects: dict[InputFile, str]) -> list[str]:
    if each in objects:
        return [objects[each]]
    if not each.language:
        return [each.path]
    language = "c++" if each.language == AICPU else each.language
    return ["-x", language, each.path, "-x", "none"]


def _names_kernels(path: str) -> bool:
    try:
        with open(path, "rb") as file:
            return _IS_ASC.search(file.read()) is not None
    except OSError:
        return False
