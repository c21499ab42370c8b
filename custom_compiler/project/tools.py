"""Tools of a build: their environment, compilers and Python."""

from __future__ import annotations

import os
import shutil
import sys
import sysconfig
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from custom_compiler.errors import MisuseError
from custom_compiler.project.plain_paths import is_plain
from custom_compiler.support.host_compiler import HostCompiler, find_compiler, named_program

if TYPE_CHECKING:
    from collections.abc import Mapping

_LAUNCHER = "CMAKE_CXX_COMPILER_LAUNCHER"
# Variables that name programs, and what stands between the words of a command there.
_PROGRAMS = {"CXX": " ", "CC": " ", _LAUNCHER: ";"}


@dataclass(frozen=True, slots=True)
class BuildTools:
    """Programs of a build.

    Attributes:
        environment: For all of them; programs that it names have full paths.
        generator: CMake's name of the build tool.
        cmake: The program CMake.
    """

    environment: Mapping[str, str]
    generator: str
    cmake: str

    def settings(self) -> dict[str, str | None]:
        """Return the settings that CMake caches; a changed value needs a new configuration."""
        names = ("CXXFLAGS", *_PROGRAMS)
        return {
            "generator": self.generator,
            **{name: self.environment.get(name) for name in names},
        }

    def check_compilers(self) -> None:
        """Raise MisuseError if a compiler that CMake will take is none."""
        compiler = find_compiler(self.environment)
        compiler.identity()
        launcher = named_program(_LAUNCHER, self.environment)
        if launcher:
            command = [*launcher.command, *compiler.command]
            HostCompiler(command, launcher.origin, launcher.hint).identity()
        c_compiler = named_program("CC", self.environment)
        if c_compiler:
            c_compiler.identity()


def find_tools(
    jobs: int, *, c_sources: bool, environ: Mapping[str, str] = os.environ
) -> BuildTools:
    """Return the tools of a build with `jobs` parallel steps; MisuseError names a missing one.

    $CC counts only if there are `c_sources`.
    The interpreter's own scripts (cmake) are found last.
    """
    environment = dict(environ)
    scripts = str(Path(sys.executable).parent)
    environment["PATH"] = os.pathsep.join(filter(None, [environment.get("PATH", ""), scripts]))
    environment["NINJA_STATUS"] = "[%f/%t] "
    environment["CMAKE_BUILD_PARALLEL_LEVEL"] = str(jobs)
    environment["LC_ALL"] = "C.UTF-8"
    environment.pop("CMAKE_GENERATOR", None)
    # An installed package of the same operators must not be seen by the compile.
    environment.pop("ASCEND_CUSTOM_OPP_PATH", None)
    if not c_sources:
        environment.pop("CC", None)
    for variable, separator in _PROGRAMS.items():
        program = named_program(variable, environment)
        if program:
            environment[variable] = separator.join(program.command)
    path = environment["PATH"]
    return BuildTools(environment, cmake=_cmake(path), generator=_generator(path))


def find_python() -> str:
    """Return an interpreter for the project's scripts, which need the standard library only."""
    candidates = [sys.executable, getattr(sys, "_base_executable", ""), "/usr/bin/python3"]
    return next((path for path in candidates if path and is_plain(Path(path))), "python3")


def _generator(path: str) -> str:
    if shutil.which("ninja", path=path):
        return "Ninja"
    if shutil.which("make", path=path):
        return "Unix Makefiles"
    message = "neither ninja nor make was found on PATH"
    raise MisuseError(message, "install one, for example `pip install ninja`")


def _cmake(path: str) -> str:
    cmake = shutil.which("cmake", path=path)
    if not cmake:
        message = "cmake was not found on PATH"
        raise MisuseError(message, "install CMake 3.21 or newer, for example `pip install cmake`")
    if Path(cmake).parent == Path(sysconfig.get_path("scripts")):
        # A script, which reads the list of its package's files before it starts the program.
        program = Path(sysconfig.get_path("platlib"), "cmake", "data", "bin", "cmake")
        return str(program) if os.access(program, os.X_OK) else cmake
    return cmake
