"""Headers that operators begin with, compiled once for all projects judged."""

from __future__ import annotations

import errno
import hashlib
import os
import shutil
import sys
import tempfile
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import custom_compiler
from custom_compiler.errors import CustomCompilerError, DiskError, write_error
from custom_compiler.kernel.toolchain.build import SANITIZER
from custom_compiler.project.full_disk import full_place, says_full
from custom_compiler.support.cache_root import CACHE_VARIABLE
from custom_compiler.support.locks import locked
from custom_compiler.support.processes import ProcessOutcome, run
from custom_compiler.toolkit.home import toolkit_tree

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

HOST_HEADERS_VARIABLE = "CUSTOM_COMPILER_HOST_HEADERS"
# Ends builds when the headers are there: it registers no operator.
_SOURCE = '#include "register/op_def_registry.h"\n'
_PARTS = ("op_host", "op_kernel")
_OTHER_PLACE = "choose another place with CUSTOM_COMPILER_CACHE"
_FREE = "free some space there, or choose other places with CUSTOM_COMPILER_CACHE and TMPDIR"


@dataclass(frozen=True)
class Headers:
    """Precompiled headers, and their location.

    Attributes:
        own: The judge's folder.
        opc: The program that compiles kernels.
        environment: Of the evaluation, with the folders that builds write to; its cache has the
            headers of kernels.
    """

    own: Path
    opc: Path
    environment: Mapping[str, str]

    def of_kernels(self, *, observed: bool) -> None:
        """Make what kernels begin with; what their `observed` builds do, too, if that is asked for.

        Raises:
            CustomCompilerError: They do not compile.
        """
        notes = Path(self.environment[CACHE_VARIABLE], "made")  # gone when the cache is
        self._once(notes / "kernels", lambda _: self._precompile())
        if observed:
            self._once(notes / "observed", lambda _: self._precompile(SANITIZER))

    def of_host(self) -> Path:
        """Return the folder of the headers of host code, made by a build if it is missing.

        Its flags are those of builds if a build makes them, independent of the project.

        Raises:
            CustomCompilerError: They do not compile.
        """
        return self._once(self.own / "host", self._build)

    def _once(self, parent: Path, make: Callable[[Path], None]) -> Path:
        """Return the folder in `parent` named by the headers' identity; `make` fills it, once."""
        folder = parent / self._identity
        try:
            with locked(str(self.own / "headers.lock")):
                if not folder.exists():
                    shutil.rmtree(parent, ignore_errors=True)
                    part = parent / "part"
                    part.mkdir(parents=True)
                    make(part)
                    part.rename(folder)
        except OSError as error:
            raise write_error(folder, error, _OTHER_PLACE) from error
        return folder

    def _precompile(self, *options: str) -> None:
        ended = self._run([str(self.opc), "--precompile", *options], self.environment)
        if ended.code:
            raise self._error("headers", ended)

    def _build(self, folder: Path) -> None:
        with tempfile.TemporaryDirectory(prefix="custom-compiler-judge-host-") as scratch:
            for part in _PARTS:
                Path(scratch, part).mkdir()
                Path(scratch, part, "begin.cpp").write_text(_SOURCE, encoding="utf-8")
            words = ["-o", _PARTS[0], "-k", _PARTS[1], "--soc_version", "ascend910b", "-q"]
            ended = self._run(
                [sys.executable, "-m", "custom_compiler", "build", *words],
                {**self.environment, HOST_HEADERS_VARIABLE: str(folder)},
                scratch,
            )
        if not any(path.suffix in {".gch", ".pch"} for path in folder.iterdir()):
            raise self._error("headers of host code", ended)
        for path in folder.iterdir():
            path.chmod(0o644)

    def _error(self, what: str, ended: ProcessOutcome) -> CustomCompilerError:
        output = ended.output_text + ended.error_text
        full = full_place([self.own, Path(tempfile.gettempdir())], is_reported=says_full(output))
        if full is not None:
            return DiskError(f"{full}: {os.strerror(errno.ENOSPC)}", _FREE)
        first = (ended.error_text.strip().splitlines() or [ended.reason])[0]
        return CustomCompilerError(f"{what} cannot be compiled: {first}")

    @staticmethod
    def _run(
        command: list[str], environment: Mapping[str, str], folder: str | None = None
    ) -> ProcessOutcome:
        return run(command, cwd=folder, env=environment)

    @cached_property
    def _identity(self) -> str:
        """Identity of the headers' inputs: compiler, the toolkit's headers, this program."""
        compiler = os.path.realpath(shutil.which("c++", path=self.environment.get("PATH")) or "")
        package = Path(custom_compiler.__file__).parent
        folders = [toolkit_tree() / "include", toolkit_tree() / "tikcpp"]
        folders += [package / "kernel", package / "project"]
        digest = hashlib.sha256()
        for path in (compiler, *(path for folder in folders for path in _files(str(folder)))):
            state = os.stat(path)
            state_text = f"{path}\0{state.st_size}\0{state.st_mtime_ns}\0"
            digest.update(state_text.encode("utf-8", "surrogateescape"))
        return digest.hexdigest()[:16]


def _files(folder: str) -> Iterator[str]:
    """Yield the files below a folder in stable order, without Python's own caches."""
    for path, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if name != "__pycache__")
        yield from (os.path.join(path, name) for name in sorted(names))
