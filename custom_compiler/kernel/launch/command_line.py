"""The command line of `bisheng`: response files, input languages, and who each option is for.

`bisheng` is a driver as clang is: one command line may compile Ascend C, kernels of AI CPUs and
ordinary C and C++, and link the results.
"""

from __future__ import annotations

import os
import re
import shlex
from typing import NamedTuple

from custom_compiler.errors import MisuseError
from custom_compiler.kernel.toolchain.soc import soc_of_architectures

ASC = "asc"
AICPU = "aicpu"
C = "c"
CXX = "c++"
LINK = ""  # the mode of a command line that names no other
ARCHIVE = "-lib"

_DEFAULT_ARCH = "dav-2201"
_LANGUAGES = {
    **dict.fromkeys((".asc", ".cce"), ASC),
    ".aicpu": AICPU,
    ".c": C,
    **dict.fromkeys((".cpp", ".cc", ".cxx", ".C", ".c++", ".cp", ".CPP"), CXX),
    ".i": "cpp-output",
    ".ii": "c++-cpp-output",
    ".s": "assembler",
    ".S": "assembler-with-cpp",
    ".sx": "assembler-with-cpp",
    ".h": "c-header",
    **dict.fromkeys((".hpp", ".hh", ".hxx", ".H"), "c++-header"),
}
_DEVICE_LANGUAGES = {ASC: ASC, "cce": ASC, AICPU: AICPU}
_FOR_LINKER = {".o", ".a", ".so"}
# Modes by their precedence: with several of them, the compiler stops at the earliest stage.
_MODES = ("-M", "-MM", "-E", "-fsyntax-only", "-S", "-c", ARCHIVE)
_PREPROCESSING = {"-M", "-MM", "-E"}
_WITH_WORD = {
    *("-o", "-MF", "-MT", "-MQ", "-MJ", "-x", "-mllvm", "-Xclang", "-Xlinker", "-Xassembler"),
    *("-Xpreprocessor", "-isystem", "-iquote", "-idirafter", "-isysroot", "-iprefix", "-imacros"),
    *("-iwithprefix", "-iwithprefixbefore", "-include", "-include-pch", "-I", "-D", "-U", "-L"),
    *("-l", "-T", "-u", "-z", "-e", "-B", "-target", "--sysroot", "--param", "-dumpbase"),
    *("-dumpdir", "-wrapper", "-aux-info", "-Tbss", "-Tdata", "-Ttext"),
}
_DEPENDENCY_FLAGS = {"-MD", "-MMD", "-MP", "-MG"}
_DEPENDENCY_WITH_WORD = {"-MF", "-MT", "-MQ", "-MJ"}
_LINK_PREFIXES = ("-l", "-L", "-Wl,", "-shared", "-static", "-rdynamic", "-fuse-ld", "-no-pie")
_LINK_WORDS = {"-T", "-u", "-z", "-e", "-Xlinker", "-pie", "-s", "-r", "-nostdlib"}
_SOC_PREFIXES = ("--npu-arch", "--cce-aicore-arch", "--soc-version", "--cce-soc-version")
_IMPLY_ASC = (*_SOC_PREFIXES, "--cce-", "--npu")
_SPELLINGS = {"--shared": "-shared", "--static": "-static", "--lib": ARCHIVE}
_SIDES = {"-Xaicore-start": "-Xaicore-end", "-Xhost-start": "-Xhost-end"}
# What preprocesses is for the one compile that makes both sides; the rest is code generation.
_BOTH_SIDES = ("-D", "-U", "-I", "-include", "-isystem")
_MOST_RESPONSE_FILES = 100


class InputFile(NamedTuple):
    """A source, or a file for the linker, which has no language."""

    path: str
    language: str
    is_named: bool = False  # the language comes from -x

    @property
    def is_device(self) -> bool:
        """Return whether this package compiles it, not the host compiler alone."""
        return self.language in {ASC, AICPU}


class CommandLine(NamedTuple):
    """A command line taken apart.

    Attributes:
        compiler: Host compiler after `--launch`; empty: the default one.
        soc: Name of the SoC that kernels are for.
        mode: `LINK`, or the option that names another last step.
        output: Value of -o, empty without one.
        dependencies: -MD, -MF and the like.
        options: What compiles a source.
        words: Everything for a host compiler, in order: options and inputs.
    """

    compiler: list[str]
    soc: str
    mode: str
    output: str
    dependencies: list[str]
    options: list[str]
    words: list[str | InputFile]

    @property
    def inputs(self) -> list[InputFile]:
        """Sources and files for the linker, in order."""
        return [word for word in self.words if isinstance(word, InputFile)]

    @property
    def device_sources(self) -> list[InputFile]:
        """Sources that hold kernels or launch them."""
        return [port for port in self.inputs if port.is_device]


def expand(arguments: list[str]) -> list[str]:
    """Replace each `@file` by the words in it, as compilers do; MisuseError if files nest forever.

    A word `@name` without such a file stays.
    """
    words, waiting, count = [], list(reversed(arguments)), 0
    while waiting:
        word = waiting.pop()
        if not word.startswith("@") or not os.path.isfile(word[1:]):
            words.append(word)
            continue
        count += 1
        if count > _MOST_RESPONSE_FILES:
            raise MisuseError(f"{word}: response files name each other", "remove the cycle")
        with open(word[1:], encoding="utf-8", errors="surrogateescape") as file:
            waiting += reversed(_split(word, file.read()))
    return words


def _split(word: str, text: str) -> list[str]:
    try:
        return shlex.split(text)
    except ValueError as error:
        message = f"{word}: a quotation mark is not closed"
        raise MisuseError(message, "close it in that file") from error


def parse(arguments: list[str], config_dir: str) -> CommandLine:
    """Take a command line apart; MisuseError names an architecture that is unknown.

    `config_dir` is the toolkit's directory of SoC descriptions.
    """
    return _Parser(config_dir).parse(_without_sides([_SPELLINGS.get(a, a) for a in arguments]))


def _without_sides(words: list[str]) -> list[str]:
    """Leave out what is for the code of AI cores only, and the marks around it."""
    common: list[str] = []
    end = ""
    remaining = iter(words)
    for word in remaining:
        if end and word == end:
            end = ""
        elif word in _SIDES:
            end = _SIDES[word]
        elif end != "-Xaicore-end":
            common.append(word)
        elif word.startswith(_BOTH_SIDES):
            common += [word, *([next(remaining, "")] if word in _BOTH_SIDES else [])]
    return common


class _Parser:
    def __init__(self, config_dir: str) -> None:
        self._config_dir = config_dir
        self._soc = f"--npu-arch={_DEFAULT_ARCH}"
        self._language = ""  # of -x
        self._modes: set[str] = set()
        self._line = CommandLine([], "", LINK, "", [], [], [])

    def parse(self, words: list[str]) -> CommandLine:
        implies_asc = any(word.startswith(_IMPLY_ASC) for word in words)
        position = 0
        while position < len(words):
            word = words[position]
            has_value = word in _WITH_WORD or word in {"--launch", *_SOC_PREFIXES}
            value = words[position + 1 : position + 2] if has_value else []
            self._take(word, value)
            position += 1 + len(value)
        mode = next((mode for mode in _MODES if mode in self._modes), LINK)
        cxx = ASC if implies_asc or self._line.compiler else CXX
        return self._line._replace(
            soc=_soc_name(self._soc, self._config_dir),
            mode=mode,
            words=[self._with_language(word, cxx, mode) for word in self._line.words],
        )

    def _take(self, word: str, value: list[str]) -> None:
        line = self._line
        if word == "--launch":
            self._line = line._replace(compiler=value)
        elif word.startswith(_SOC_PREFIXES):
            self._soc = "=".join([word, *value])
        elif word.startswith("-o"):
            self._line = line._replace(output="".join(value) or word[2:])
        elif word.startswith("-x"):
            self._language = "".join(value) or word[2:]
        elif word in _MODES:
            self._modes.add(word)
        elif word in _DEPENDENCY_FLAGS | _DEPENDENCY_WITH_WORD:
            line.dependencies.extend([word, *value])
        elif word == "-" or not word.startswith("-"):
            self._add_input(word)
        else:
            line.words.extend([word, *value])
            if not word.startswith(_LINK_PREFIXES) and word not in _LINK_WORDS:
                line.options.extend([word, *value])

    def _add_input(self, path: str) -> None:
        named = "" if self._language == "none" else self._language
        suffix = os.path.splitext(path)[1]
        if named in _DEVICE_LANGUAGES and (suffix in _FOR_LINKER or ".so." in path):
            named = ""  # like Huawei's compiler, which accepts objects after -x asc
        language = _DEVICE_LANGUAGES.get(named, named) or _LANGUAGES.get(suffix, "")
        self._line.words.append(InputFile(path, language, bool(named)))

    def _with_language(self, word: str | InputFile, cxx: str, mode: str) -> str | InputFile:
        """Return an argument; options that only kernels need turn C++ sources into Ascend C.

        After `--launch` also those that `-x c++` names: CMake names the language of its rules.
        """
        if isinstance(word, str) or (word.is_named and not self._line.compiler):
            return word
        if word.path == "-" and mode in _PREPROCESSING:
            return word._replace(language=C)
        return word._replace(language=cxx) if word.language == CXX else word


def _soc_name(word: str, config_dir: str) -> str:
    value = word.partition("=")[2]
    if word.startswith(("--soc-version", "--cce-soc")):
        return value
    socs = soc_of_architectures(config_dir)
    match = re.match(r"dav-([cm]?\d+)", value)
    if match is None or match[1] not in socs:
        names = ", ".join(f"dav-{name}" for name in sorted(socs) if name.isdigit())
        message = f"{word}: unknown architecture"
        raise MisuseError(message, f"known ones: {names}")
    return socs[match[1]]
