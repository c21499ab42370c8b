"""Headers that host code of operators begins with, precompiled once for all projects judged."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from custom_compiler.errors import CustomCompilerError
from custom_compiler.support.locks import locked
from custom_compiler.toolkit.home import toolkit_tree

if TYPE_CHECKING:
    from collections.abc import Mapping

HOST_HEADERS_VARIABLE = "CUSTOM_COMPILER_HOST_HEADERS"
_MADE = "made"
# Ends builds when the headers are there: it registers no operator.
_SOURCE = '#include "register/op_def_registry.h"\n'
_PARTS = ("op_host", "op_kernel")


def make_host_headers(own: Path, environment: Mapping[str, str]) -> Path:
    """The folder of these headers, made by a build if they are not there.

    Flags are those of builds if a build makes them; which project it is makes no difference.

    Args:
        own: The judge's own folder.
        environment: In which projects are judged, with what the build writes to.

    Raises:
        CustomCompilerError: They do not compile.
    """
    folder = own / "host" / _identity(environment)
    with locked(str(own / "host.lock")):
        if (folder / _MADE).exists():
            return folder
        shutil.rmtree(folder.parent, ignore_errors=True)
        folder.mkdir(parents=True)
        with tempfile.TemporaryDirectory(prefix="custom-compiler-judge-host-") as place:
            for part in _PARTS:
                Path(place, part).mkdir()
                Path(place, part, "begin.cpp").write_text(_SOURCE, encoding="utf-8")
            words = ["-o", _PARTS[0], "-k", _PARTS[1], "--soc_version", "ascend910b", "-q"]
            done = subprocess.run(
                [sys.executable, "-m", "custom_compiler", "build", *words],
                cwd=place, env={**environment, HOST_HEADERS_VARIABLE: str(folder)},
                stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
            )  # fmt: skip
        if not any(path.suffix in {".gch", ".pch"} for path in folder.iterdir()):
            first = (done.stderr.strip().splitlines() or [""])[0]
            raise CustomCompilerError(f"headers of host code cannot be compiled: {first}")
        for path in folder.iterdir():
            path.chmod(0o644)
        (folder / _MADE).touch()
    return folder


def _identity(environment: Mapping[str, str]) -> str:
    """What they are made of: compiler and the toolkit's headers."""
    compiler = shutil.which("c++", path=environment.get("PATH")) or ""
    digest = hashlib.sha256(f"{os.path.realpath(compiler)}\0".encode())
    files = [*sorted((toolkit_tree() / "include").rglob("*.h")), Path(os.path.realpath(compiler))]
    for path in files:
        state = path.stat()
        digest.update(f"{path}\0{state.st_size}\0{state.st_mtime_ns}\0".encode())
    return digest.hexdigest()[:16]
