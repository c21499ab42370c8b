"""The host's compilers: found through $CXX and its like, and asked who they are.

What a variable names may be missing, no program, or one that never answers; each is the user's
mistake and named by variable and value.
"""

from __future__ import annotations

import os
import re
import shutil
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from custom_compiler.errors import MisuseError
from custom_compiler.support.files import part_name
from custom_compiler.support.processes import run

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from custom_compiler.support.processes import ProcessOutcome

_SHARED = ("-std=c++17", "-O2", "-shared", "-fPIC", "-D_GLIBCXX_USE_CXX11_ABI=0")
_KNOWN = ("g++", "clang++", "c++")
_HINTS = {
    "CXX": "set CXX to a C++17 compiler or unset it",
    "CC": "set CC to a C compiler or unset it",
    "CMAKE_CXX_COMPILER_LAUNCHER": "set it to a program such as ccache or unset it",
}
# The environment of every program that `bisheng` starts has it. In there, $CXX leads back to
# `bisheng`, through whatever script it names.
INSIDE_BISHENG = "CUSTOM_COMPILER_INSIDE_BISHENG"
# Begins the second line of the toolkit's commands (toolkit/opc/bin/command).
_COMMAND_MARK = b"# A command of custom_compiler's toolkit"
_SECONDS_TO_ANSWER = 30.0
_TARGET = re.compile(r"[\w.]+-[\w.-]+\s*")


class HostCompiler(NamedTuple):
    """A command and where it comes from.

    Attributes:
        command: Words; the first is the path of a program.
        origin: How errors name it: "CXX=<value>", or the program that was found on PATH.
        hint: What to do if it does not work.
    """

    command: list[str]
    origin: str
    hint: str

    def identity(self) -> str:
        """Target ("x86_64-linux-gnu", one line) and version; MisuseError if it says neither."""
        target = self.answer("-dumpmachine")
        if not _TARGET.fullmatch(target):
            raise MisuseError(f"{self.origin}: no compiler, it names no target", self.hint)
        return target + self.answer("--version")

    def answer(self, question: str) -> str:
        """Return its output for one option; raise MisuseError if it fails or is silent."""
        ended = self._run([question], is_merged=True, seconds=_SECONDS_TO_ANSWER)
        if ended.is_late:
            message = f"{self.origin}: no answer to {question} in {_SECONDS_TO_ANSWER:.0f} seconds"
            raise MisuseError(message, self.hint)
        if ended.code:
            message = f"{self.origin}: failed with exit code {ended.code} at {question}"
            raise MisuseError(message, self.hint)
        return ended.output_text

    def compile_shared(
        self,
        sources: Sequence[str],
        target: str,
        options: Sequence[str] = (),
        libraries: Sequence[str] = (),
    ) -> str:
        """Compile C++17 sources to the shared object `target`, with the C++ ABI of CANN.

        The object appears whole or not at all.

        Args:
            sources: Paths of C++ files.
            target: The path of the shared object.
            options: Of the compiler, before the sources.
            libraries: Objects, libraries and options of the linker, after the sources.

        Returns:
            What the compiler printed, if the sources do not compile; else "".

        Raises:
            MisuseError: The compiler cannot be started.
            OSError: The object cannot be written.
        """
        part = part_name(target)
        try:
            words = [*_SHARED, *options, *sources, "-o", part, *libraries]
            ended = self._run(words, is_merged=True)
            if ended.code:
                return ended.output_text.strip() or f"exit code {ended.code}"
            os.replace(part, target)
        finally:
            with suppress(OSError):
                os.unlink(part)
        return ""

    def _run(
        self, arguments: Sequence[str], *, is_merged: bool, seconds: float | None = None
    ) -> ProcessOutcome:
        try:
            return run([*self.command, *arguments], is_merged=is_merged, seconds=seconds)
        except OSError as error:
            message = f"{self.origin}: cannot be started: {error.strerror}"
            raise MisuseError(message, self.hint) from error


def find_compiler(environ: Mapping[str, str] = os.environ) -> HostCompiler:
    """Return the C++ compiler: $CXX, else the first known one on PATH; MisuseError without one.

    `bisheng`, which needs a host compiler itself, is none: where $CXX names it, what stands before
    it (ccache) is used, and the compiler is the one on PATH.
    """
    launcher: list[str] = []
    named = None if environ.get(INSIDE_BISHENG) else named_program("CXX", environ)
    if named:
        words = named.command
        ours = [at for at, word in enumerate(words) if is_toolkit_command(word, environ)]
        if not ours:
            return named
        launcher = words[: ours[0]]
    for name in _KNOWN:
        path = shutil.which(name, path=environ.get("PATH"))
        if path and not is_toolkit_command(path, environ):
            hint = "install it again, or set CXX to another"
            return HostCompiler([*launcher, path], path, hint)
    raise MisuseError("no C++ compiler found on PATH", "install g++ or clang++, or set CXX")


def is_toolkit_command(word: str, environ: Mapping[str, str] = os.environ) -> bool:
    """Return whether a word of a command is one of the toolkit's own commands."""
    program = None if word.startswith("-") else shutil.which(word, path=environ.get("PATH"))
    if not program:
        return False
    try:
        with open(program, "rb") as file:
            return _COMMAND_MARK in file.read(200)
    except OSError:
        return False


def named_program(variable: str, environ: Mapping[str, str] = os.environ) -> HostCompiler | None:
    """Return the command that `variable` holds, None if it is not set.

    Its program gets its full path; MisuseError if there is none or it cannot be executed.
    """
    value = environ.get(variable, "")
    words = value.split(";") if variable.endswith("_LAUNCHER") else _words(value, environ)
    if not any(words):
        return None
    path = shutil.which(words[0], path=environ.get("PATH"))
    if not path:
        message = f"{variable}={value}: {_why_not(words[0])}"
        raise MisuseError(message, _HINTS[variable])
    command = [os.path.abspath(path), *words[1:]]
    return HostCompiler(command, f"{variable}={value}", _HINTS[variable])


def _words(value: str, environ: Mapping[str, str]) -> list[str]:
    if shutil.which(value, path=environ.get("PATH")):  # a path with spaces in it
        return [value]
    import shlex

    try:
        return shlex.split(value)
    except ValueError:  # a quote without its partner
        return value.split()


def _why_not(program: str) -> str:
    if "/" not in program:
        return "not found on PATH"
    if os.path.isdir(program):
        return "this is a directory"
    return "not executable" if os.path.exists(program) else "no such program"
