"""Environment of sandboxes on this machine: a toolkit root, precompiled headers, Python."""

from __future__ import annotations

import hashlib
import os
import sys
import sysconfig
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import custom_compiler
from custom_compiler.judge.canary import Canary
from custom_compiler.judge.copies import Copies
from custom_compiler.judge.headers import HOST_HEADERS_VARIABLE, Headers
from custom_compiler.support.cache_root import CACHE_VARIABLE
from custom_compiler.support.store import Store
from custom_compiler.toolkit import find_toolkit
from custom_compiler.toolkit.home import ensure_home, toolkit_tree

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True)
class Surroundings:
    """Files and environment of every sandbox.

    Attributes:
        shown: Paths outside -> inside.
        writable: Folders of the cache at their outside paths, which compiled headers record.
        environment: All variables.
        of_toolkit: Variables that are added or replaced in calls of operators.
        copies: Fork server for sandboxes.
        canary: Checks that this machine works, after a project failed.
    """

    shown: Mapping[str, str]
    writable: tuple[str, ...]
    environment: Mapping[str, str]
    of_toolkit: Mapping[str, str]
    copies: Copies
    canary: Canary = field(default_factory=Canary)


def surroundings(*, observed: bool = True) -> Surroundings:
    """Make what is missing, which takes seconds the first time, and describe it.

    Home and headers are the judge's own: nothing that a user installed can be seen, and nothing
    that is judged ever writes there. Whether kernels are also `observed` says which headers.
    """
    own = own_place()
    Store().hold(Store().folder("judge", own.name))
    home = ensure_home({"CUSTOM_COMPILER_HOME": str(own / "cann")})
    seed = own / "seed"
    programs = [str(Path(sys.executable).parent), "/usr/local/bin", "/usr/bin", "/bin"]
    environment = {
        "PATH": os.pathsep.join(programs),
        "HOME": "/job",
        "TMPDIR": "/tmp",  # noqa: S108 - the sandbox's own
        "LANG": "C.UTF-8",
        "CUSTOM_COMPILER_HOME": str(home),
        "ASCEND_HOME_PATH": str(home),
        CACHE_VARIABLE: str(seed),
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONNOUSERSITE": "1",
        # Its threads wait for work actively, and there is none.
        "OPENBLAS_NUM_THREADS": "1",
    }
    sourced = find_toolkit(home).environment(environment)
    # Calls are made in forks of a process, which looks for libraries as it began.
    environment["LD_LIBRARY_PATH"] = sourced["LD_LIBRARY_PATH"]
    here = {"HOME": str(own), "TMPDIR": tempfile.gettempdir()}
    made_headers = Headers(own, home / "bin" / "opc", environment | here)
    made_headers.of_kernels(observed=observed)
    host_headers = made_headers.of_host()
    environment[HOST_HEADERS_VARIABLE] = str(host_headers)
    of_toolkit = {name: text for name, text in sourced.items() if environment.get(name) != text}
    of_python = {
        sys.prefix, sys.base_prefix, sysconfig.get_path("stdlib"), str(home),
        str(Path(custom_compiler.__file__).parent), str(toolkit_tree()),
        sysconfig.get_path("purelib"),
    }  # fmt: skip
    shown = {path: path for path in _outermost(of_python)}
    headers = seed / "pch"
    shown |= {str(header): str(header) for header in [*sorted(headers.iterdir()), host_headers]}
    return Surroundings(
        shown, (str(seed), str(headers)), environment, of_toolkit, Copies(environment)
    )


def own_place() -> Path:
    """Return the location of toolkit root and headers for this Python environment."""
    installation = f"{sys.prefix}\0{toolkit_tree()}".encode("utf-8", "surrogateescape")
    return Path(Store().path("judge", hashlib.sha256(installation).hexdigest()[:12]))


def _outermost(paths: set[str]) -> list[str]:
    """Return existing folders that are in none of the others, and not in /usr, always there."""
    real = sorted(path for path in paths if os.path.isdir(path))
    outermost: list[str] = []
    for path in real:
        if not any(
            path == parent or path.startswith(f"{parent}/") for parent in ["/usr", *outermost]
        ):
            outermost.append(path)
    return outermost
