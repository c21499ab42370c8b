"""Operator libraries made of small definitions, and op_build run over them."""

from __future__ import annotations

import os
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import pytest

HERE = Path(__file__).parent
DEFINITIONS = HERE / "oracle" / "definitions"
ERROR_CASES = range(1, 35)
# Every definition includes this one header and nothing else that is heavy.
HEADER = "register/op_def_registry.h"
FLAGS = ["-std=c++11", "-fPIC", "-D_GLIBCXX_USE_CXX11_ABI=0"]


@dataclass(frozen=True)
class Result:
    """Output of a run of op_build."""

    return_code: int
    stderr: str
    directory: Path

    def text(self, name: str) -> str:
        return (self.directory / name).read_text()

    @property
    def files(self) -> dict[str, str]:
        """Modes (octal) of the files, by name."""
        return {
            str(path.relative_to(self.directory)): f"{path.stat().st_mode & 0o777:o}"
            for path in sorted(self.directory.rglob("*"))
            if path.is_file()
        }


class OpBuild:
    """The op_build of a toolkit."""

    def __init__(self, home: Path, scratch: Path) -> None:
        self.home = home
        self.program = home / "tools" / "opbuild" / "op_build"
        self._scratch = scratch

    def directory(self) -> Path:
        """A new empty directory."""
        number = len(list(self._scratch.iterdir()))
        while True:
            path = self._scratch / f"out{number}"
            try:
                path.mkdir()
            except FileExistsError:
                number += 1
            else:
                return path

    def call(
        self,
        *arguments: str | Path,
        env: dict[str, str] | None = None,
        directory: Path | None = None,
    ) -> Result:
        """Runs op_build with these arguments, whatever they are."""
        clean = {
            key: value
            for key, value in os.environ.items()
            if not key.startswith(("OPS_", "ASCEND_", "ENABLE_", "ACLNN_", "LD_LIBRARY_PATH"))
        }
        done = subprocess.run(
            [self.program, *arguments],
            env={**clean, **(env or {})},
            capture_output=True,
            text=True,
            errors="replace",
            timeout=60,
            umask=0o022,
            check=False,
        )
        return Result(done.returncode, done.stderr, directory or self._scratch)

    def run(self, library: Path, *options: str, env: dict[str, str] | None = None) -> Result:
        """Runs op_build over a library into a new directory."""
        directory = self.directory()
        return self.call(library, directory, *options, env=env, directory=directory)


class Compiler:
    """Compiles definitions and generated sources against a toolkit."""

    def __init__(self, home: Path, scratch: Path) -> None:
        self._home = home
        self._scratch = scratch
        self.include = [f"-I{home / 'include'}"]
        self._precompiled: list[str] = []

    def precompile(self) -> None:
        """Compiles the one heavy header once."""
        copy = self._scratch / "pch" / HEADER
        copy.parent.mkdir(parents=True)
        shutil.copy(self._home / "include" / HEADER, copy)
        self.compile(["-x", "c++-header", str(copy), "-o", f"{copy}.gch"])
        self._precompiled = [f"-I{self._scratch / 'pch'}"]

    def compile(self, arguments: list[str]) -> None:
        done = subprocess.run(
            ["g++", *FLAGS, *self._precompiled, *self.include, *arguments],
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        assert "warning:" not in done.stderr, done.stderr

    def library(self, source: Path, name: str, *defines: str) -> Path:
        """A library of definitions, linked as operator projects link it."""
        path = self._scratch / f"lib{name}.so"
        lib64 = self._home / "lib64"
        self.compile(
            ["-shared", *defines, str(source), "-o", str(path), f"-L{lib64}", "-lregister"]
        )
        return path


@pytest.fixture(scope="session")
def op_build(cann_home: Path, tmp_path_factory: pytest.TempPathFactory) -> OpBuild:
    return OpBuild(cann_home, tmp_path_factory.mktemp("opbuild"))


@pytest.fixture(scope="session")
def compiler(cann_home: Path, tmp_path_factory: pytest.TempPathFactory) -> Compiler:
    compiler = Compiler(cann_home, tmp_path_factory.mktemp("definitions"))
    compiler.precompile()
    return compiler


@pytest.fixture(scope="session")
def libraries(compiler: Compiler) -> dict[str, Path]:
    """All definitions of the oracle, compiled: by file name, or `error<n>`."""
    jobs: dict[str, tuple[Path, str, tuple[str, ...]]] = {}
    for source in sorted(DEFINITIONS.glob("*.cpp")):
        if source.stem != "error_cases":
            jobs[source.name] = (source, source.stem, ())
    for case in ERROR_CASES:
        jobs[f"error{case}"] = (
            DEFINITIONS / "error_cases.cpp",
            f"error{case}",
            (f"-DCASE={case}",),
        )
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        futures = {
            name: pool.submit(compiler.library, source, stem, *defines)
            for name, (source, stem, defines) in jobs.items()
        }
        return {name: future.result() for name, future in futures.items()}


@pytest.fixture(scope="session")
def built(libraries: dict[str, Path], op_build: OpBuild) -> dict[str, Result]:
    """Run op_build on the definitions that the oracle accepts."""
    return {
        name: op_build.run(library) for name, library in libraries.items() if name.endswith(".cpp")
    }


@pytest.fixture(scope="session")
def scripted(compiler: Compiler) -> Path:
    """A library whose definitions come from the file that SCRIPT names (see scripted.cpp)."""
    return compiler.library(HERE / "scripted.cpp", "scripted")
